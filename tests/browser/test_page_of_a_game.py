"""The page of a game as a file in a real browser: stepping through it, and checking its dice."""

import asyncio
import base64
import re
from functools import partial
from pathlib import Path
from random import Random

import pytest
from playwright.async_api import Browser, Page, expect

from bot.__main__ import main
from rules.engine.entries import Amend, End, Undo
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


def short_game(slug: str, again: int = 0) -> Match:
    """Return a game with undone lines and deeds of its game master, who also ended the game.

    Each value of `again` gives another game.
    """
    luck = Random(f"{slug} {again}" if again else slug)
    match = besides(begun(games()[slug], luck))
    found = some_amendment(match, luck, 60)
    assert found is not None
    match = match.enter(Amend.of(found), MASTER, 0, "a test").match
    match = fresh(match, 0).match.enter(Undo(match.position.head), MASTER, 0, "a test").match
    while match.position.last < ENTRIES and not match.finished:
        match = one_more(match, luck)
    return match if match.finished else match.enter(End(), MASTER, match.position.last, "a test").match


def page_of(folder: Path, match: Match, change: str = "") -> Path:
    """Make the page by `./harbour page` from a game in which one value was changed."""
    file, page = folder / "game.jsonl", folder / "game.html"
    file.write_text(export(match.opening, match.entries, match.public_seed()), encoding="utf-8")
    assert main(["page", str(file), str(page), "--names", "Ann,Bo <script>"]) == 0
    if change:
        told, other = change.split("|")
        text = page.read_text(encoding="utf-8")
        found = re.search(r'href="data:application/x-ndjson;base64,([^"]+)"', text)
        assert found is not None
        whole = base64.b64decode(found[1]).decode()
        assert told in whole
        forged = base64.b64encode(whole.replace(told, other, 1).encode()).decode()
        page.write_text(text.replace(found[1], forged, 1), encoding="utf-8")
    return page


async def opened(browser: Browser, file: Path, width: int) -> tuple[Page, list[str]]:
    """Open the file in a window. Returns the page, and a list of its errors and requests to other sites."""
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


@pytest.mark.needs("invariants")
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
        link, where = partial(page.get_by_role, "link", exact=True), page.locator("#where")
        moments = await page.locator("#moves a").evaluate_all("all => all.map((one) => one.dataset.place)")
        assert int(moments[-1]) <= match.position.last
        await expect(where).to_contain_text(f"Moment {moments[-1]} ")
        whole = await page.locator("#chart img").get_attribute("src")
        await page.keyboard.press("Home")
        await expect(where).to_contain_text(f"Moment {moments[0]} ")
        await expect(link(name="Back")).to_be_disabled()
        await page.keyboard.press("ArrowRight")
        # If a step is requested again while its moment is still loading, both requests count as one step.
        await expect(where).to_contain_text(f"Moment {moments[1]} ")
        await link(name="On").click()
        await expect(where).to_contain_text(f"Moment {moments[2]} ")
        assert page.url.endswith(f"#m{moments[2]}")
        await expect(page.locator("#told p").first).to_be_visible()
        await expect(page.get_by_role("img")).to_have_attribute("alt", re.compile(r"\w"))
        drawn = "document.querySelector('#chart img')"
        await page.wait_for_function(f"{drawn}.complete && {drawn}.naturalWidth >= 600")
        assert await page.locator("#chart img").get_attribute("src") != whole
        await page.locator("#slider").fill("2")
        await expect(where).to_contain_text(f"Moment {moments[1]} ")
        await page.keyboard.press("End")
        await expect(where).to_contain_text(f"Moment {moments[-1]} ")
        assert await page.locator("#chart img").get_attribute("src") == whole
        assert await page.locator("script").count() == 3, "names are shown, not obeyed"
        await page.get_by_role("button", name="Check the dice").click()
        told = f"{match.position.last} entries and "
        await expect(page.locator("#checked")).to_contain_text(told)
        await expect(page.locator("#checked")).to_contain_text("all as they must be")
        assert await page.evaluate("document.documentElement.scrollWidth") <= width
        PICTURES.mkdir(parents=True, exist_ok=True)
        await page.screenshot(path=PICTURES / f"page-{slug}-{width}.png", full_page=True)
        assert troubles == []
        await page.context.close()


async def test_a_page_finds_out_what_was_changed(browser: Browser, tmp_path: Path) -> None:
    match = short_game("port_flower")
    file = await asyncio.to_thread(page_of, tmp_path, match, '"what":"|"what":"x')
    page, _ = await opened(browser, file, 400)
    await page.get_by_role("button", name="Check the dice").click()
    await expect(page.locator("#checked")).to_contain_text("NOT IN ORDER")
    await page.context.close()


async def test_a_page_plays_by_itself_and_stops_at_the_end(browser: Browser, tmp_path: Path) -> None:
    file = await asyncio.to_thread(page_of, tmp_path, short_game("port_flower"))
    page, troubles = await opened(browser, file, 400)
    moments = await page.locator("#moves a").evaluate_all("all => all.map((one) => one.dataset.place)")
    await page.locator("#slider").fill(str(len(moments) - 1))
    await expect(page.locator("#where")).to_contain_text(f"Moment {moments[-2]} ")
    await page.keyboard.press("p")
    await expect(page.get_by_role("button", name="Pause")).to_be_visible()
    await expect(page.locator("#where")).to_contain_text(f"Moment {moments[-1]} ")
    await expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert troubles == []
    await page.context.close()


async def test_a_page_without_scripts_shows_the_end_the_story_and_the_dice(
    browser: Browser, tmp_path: Path
) -> None:
    match = short_game("port_flower")
    file = await asyncio.to_thread(page_of, tmp_path, match)
    context = await browser.new_context(viewport={"width": 400, "height": 800}, java_script_enabled=False)
    page = await context.new_page()
    await page.goto(file.as_uri())
    await expect(page.get_by_role("img")).to_have_attribute("alt", re.compile("Sailing Port Flower"))
    assert await page.evaluate("document.querySelector('#chart img').naturalWidth") == 1200
    await expect(page.get_by_role("heading", name="Standing")).to_be_visible()
    for script in ("#slider", "#play", "#check"):
        await expect(page.locator(script)).to_be_hidden()
    # A click on a move scrolls to its story.
    move = page.locator("#moves a").nth(1)
    place = await move.get_attribute("data-place")
    await move.click()
    await expect(page.locator(f"#m{place}")).to_be_in_viewport()
    await expect(page.locator("#story section")).to_have_count(await page.locator("#moves a").count())
    rolls = sum(len(entry.rolls) for entry in match.entries)
    await page.get_by_text(f"{rolls} rolls").click()
    await expect(page.locator("#rolls li").first).to_be_visible()
    await expect(page.locator("#rolls li")).to_have_count(rolls)
    async with page.expect_download() as saved:
        await page.get_by_role("link", name="The game as a file").click()
    kept = await (await saved.value).path()
    assert kept.read_text() == export(match.opening, match.entries, match.public_seed())
    assert await page.evaluate("document.documentElement.scrollWidth") <= 400
    await context.close()
