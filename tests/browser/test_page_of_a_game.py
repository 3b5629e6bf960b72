"""The page of a game, opened as a file in a real browser: stepped through, and its dice checked."""

import asyncio
import re
from functools import partial
from pathlib import Path
from random import Random

import pytest
from playwright.async_api import Browser, Page, expect

from bot.__main__ import main
from rules.engine.export import export
from rules.engine.match import Match
from rules.engine.registry import games
from tests.amendments import some_amendment
from tests.browser.conftest import PICTURES
from tests.engine.table import fresh
from tests.fair_dice.test_whole_games import MASTER, begun, besides, one_more

pytestmark = pytest.mark.asyncio(loop_scope="session")

WIDTHS = (1280, 400)

ENTRIES = 60


def short_game(slug: str) -> Match:
    """A game that its master ended, with other deeds of his in it, undone lines among them."""
    luck = Random(slug)
    match = besides(begun(games()[slug], luck))
    found = some_amendment(match, luck, 60)
    assert found is not None
    match = match.amend(found, MASTER, 0, "a test").match
    match = fresh(match, 0).match.undo(match.position.head, MASTER, 0, "a test").match
    while match.position.last < ENTRIES and not match.finished:
        match = one_more(match, luck)
    return match if match.finished else match.end(MASTER, match.position.last, "a test").match


def page_of(folder: Path, match: Match, change: str = "") -> Path:
    """The page that `./harbour page` makes of a game, in which a value was changed."""
    file, page = folder / "game.jsonl", folder / "game.html"
    file.write_text(export(match.opening, match.entries, match.public_seed()), encoding="utf-8")
    assert main(["page", str(file), str(page), "--names", "Ann,Bo <script>"]) == 0
    if change:
        told, other = change.split("|")
        text = page.read_text(encoding="utf-8")
        assert told in text
        page.write_text(text.replace(told, other, 1), encoding="utf-8")
    return page


async def opened(browser: Browser, file: Path, width: int) -> tuple[Page, list[str]]:
    """The page in a window, and what went wrong in it or was asked of other places."""
    context = await browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme="dark" if width < 1000 else "light"
    )
    page, troubles = await context.new_page(), list[str]()
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda line: troubles.append(line.text) if line.type == "error" else None)
    page.on(
        "request", lambda one: None if one.url.startswith(("data:", "file:")) else troubles.append(one.url)
    )
    await page.goto(file.as_uri())
    return page, troubles


@pytest.mark.parametrize(
    ("slug", "widths"),
    [(slug, WIDTHS if slug == "acrana" else WIDTHS[1:]) for slug in games()],
    ids=[*games()],
)
async def test_a_game_is_stepped_through_and_its_dice_are_checked(
    browser: Browser, tmp_path: Path, slug: str, widths: tuple[int, ...]
) -> None:
    match = short_game(slug)
    file = await asyncio.to_thread(page_of, tmp_path, match)
    assert file.stat().st_size < 10_000_000
    for width in widths:
        page, troubles = await opened(browser, file, width)
        button = partial(page.get_by_role, "button")
        await expect(button(name="Back")).to_be_disabled()
        await page.keyboard.press("ArrowRight")
        await button(name="On").click()
        await expect(page.locator("#where")).to_contain_text("Moment 3 of ")
        await expect(page.locator("#story p").first).to_be_visible()
        await expect(page.get_by_role("img")).to_have_attribute("aria-label", re.compile(r"\w"))
        await page.keyboard.press("End")
        await expect(button(name="On")).to_be_disabled()
        assert await page.locator("script").count() == 2, "names are shown, not obeyed"
        await button(name="Check the dice").click()
        told = f"{match.position.last} entries and "
        await expect(page.get_by_role("status")).to_contain_text(told)
        await expect(page.get_by_role("status")).to_contain_text("all as they must be")
        assert await page.evaluate("document.documentElement.scrollWidth") <= width
        PICTURES.mkdir(parents=True, exist_ok=True)
        await page.screenshot(path=PICTURES / f"page-{slug}-{width}.png", full_page=True)
        assert troubles == []
        await page.context.close()


async def test_a_page_finds_out_what_was_changed(browser: Browser, tmp_path: Path) -> None:
    match = short_game("port_flower")
    file = await asyncio.to_thread(page_of, tmp_path, match, '\\"what\\":\\"|\\"what\\":\\"x')
    page, _ = await opened(browser, file, 400)
    await page.get_by_role("button", name="Check the dice").click()
    await expect(page.get_by_role("status")).to_contain_text("NOT IN ORDER")
    await page.context.close()
