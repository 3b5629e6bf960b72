"""Games on the web by screen reader, with Chromium's accessibility tree, and by keyboard alone."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.site import Site

pytestmark = pytest.mark.asyncio(loop_scope="session")

CONTROLS = {"button", "link", "slider", "textbox", "checkbox", "DisclosureTriangle"}

LANDMARKS = {"banner", "main", "navigation", "complementary", "contentinfo"}


@dataclass(frozen=True)
class Heard:
    """An element as a screen reader announces it: its role, name, properties, and parent elements."""

    role: str
    name: str
    properties: dict[str, Any]
    within: tuple[str, ...]


async def heard(page: Page) -> list[Heard]:
    """Return the announced elements of a page in order."""
    session = await page.context.new_cdp_session(page)
    found = (await session.send("Accessibility.getFullAXTree"))["nodes"]
    known = {one["nodeId"]: one for one in found}
    await session.detach()
    return [*_heard(known, found[0], ())]


def _heard(known: dict[str, Any], node: dict[str, Any], within: tuple[str, ...]) -> Iterator[Heard]:
    role = node.get("role", {}).get("value", "")
    if not node.get("ignored"):
        properties = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
        yield Heard(role, node.get("name", {}).get("value", "").strip(), properties, within)
        within = (*within, role)
    for child in node.get("childIds", ()):
        if child in known:
            yield from _heard(known, known[child], within)


def flaws(told: Sequence[Heard]) -> list[str]:
    """Return the elements that would confuse users of screen readers."""
    found = [
        f"{one.role} without a name in {one.within}" for one in told if one.role in CONTROLS and not one.name
    ]
    found += [f"picture without words: {one}" for one in told if one.role == "image" and len(one.name) < 20]
    levels = [int(one.properties["level"]) for one in told if one.role == "heading"]
    if levels.count(1) != 1 or levels[:1] != [1]:
        found.append(f"headings begin with {levels}")
    found += [f"heading {one} after {before}" for before, one in pairwise(levels) if one > before + 1]
    names = [(one.role, one.name) for one in told if one.role in LANDMARKS]
    found += [f"two landmarks {one}" for one in set(names) if names.count(one) > 1]
    found += [f"no {one}" for one in ("banner", "main", "contentinfo") if one not in dict(names)]
    outside = {
        one.name
        for one in told
        if one.role == "StaticText" and not LANDMARKS & {*one.within} and one.name.strip()
    }
    found += [f"outside of all landmarks: {one}" for one in outside if not one.startswith("To what happened")]
    return found


async def test_a_screen_reader_finds_its_way_on_all_pages(site: Site) -> None:
    harbour = site.harbour
    ann, bo = harbour.crew
    await harbour.resign(bo)
    over = site.address
    await harbour.start_race(ann, bo)
    await harbour.skip()
    guild = harbour.discord.guild.id
    await harbour.bot.store.set_up(guild, lambda chosen: replace(chosen, page="a" * 26))
    server = site.address.partition("/g/")[0] + f"/s/{guild}-{'a' * 26}"
    for scripts in (True, False):
        page, context = await site.window(1280, scripts=scripts)
        for address in (over, f"{over}/2", f"{over}/story", server):
            await page.goto(address)
            assert flaws(await heard(page)) == [], address
        await page.get_by_role("link", name="Ann").first.click()
        await page.wait_for_url(re.compile("/s/.*/"))
        assert flaws(await heard(page)) == []
        await context.close()


async def test_the_parts_of_a_game_are_told_by_what_they_are(site: Site) -> None:
    page, context = await site.window(1280)
    await page.goto(f"{site.address}/3")
    await expect(page.locator("#live")).to_have_text("live")
    told = await heard(page)
    assert [(one.role, one.name) for one in told if one.role in LANDMARKS] == [
        ("banner", ""),
        ("main", ""),
        ("navigation", "Moments"),
        ("complementary", "The game"),
        ("navigation", "Moves"),
        ("contentinfo", ""),
    ]
    headings = [one.name for one in told if one.role == "heading"]
    assert headings[:2] == ["Sailing Port Flower", "Moment 3 · turn 1.2"]
    assert headings[2:] == ["Standing", "At the table", "Moves", "Story and dice"]
    (board,) = [one.name for one in told if one.role == "image"]
    assert "Sailing Port Flower" in board
    assert "<script>Bo" in board
    (slider,) = [one for one in told if one.role == "slider"]
    assert slider.name == "Moment"
    # Not every Chromium announces this value: 156.0.8078.108 announces the number alone.
    assert await page.locator("#slider").get_attribute("aria-valuetext") == "Moment 3, turn 1.2"
    named = {one.name: one for one in told if one.role in CONTROLS}
    assert {"First", "Back", "On", "Now", "Play", "Larger", "Smaller", "Whole board"} <= named.keys()
    assert named["Smaller"].properties["disabled"] is True
    assert len([one for one in told if one.role == "status"]) == 2
    await context.close()


async def test_what_happens_is_read_out_once_and_not_while_the_game_plays(site: Site) -> None:
    page, context = await site.window(1280)
    await page.goto(site.address)
    said = page.locator("#said")
    await expect(page.locator("#live")).to_have_text("live")
    await expect(said).to_have_text("")
    # Screen readers announce the new text only if the element stays the same.
    await said.evaluate("one => { one.kept = true; }")
    await site.sail()
    await expect(said).to_contain_text("Moment 5 · turn")
    assert "<script>Bo" in await said.inner_text()
    await page.keyboard.press("ArrowLeft")
    await expect(said).to_contain_text("Moment 4 · turn")
    assert await said.evaluate("one => one.kept")
    assert await page.locator("#told").get_attribute("aria-live") is None
    await page.keyboard.press("Home")
    await expect(said).to_contain_text("Moment 1 ")
    await page.keyboard.press("p")
    await expect(page.locator("#where")).to_contain_text("Moment 3")
    await expect(said).to_contain_text("Moment 1 ")
    await context.close()


async def test_everything_is_reached_by_the_keyboard_in_order_and_seen_there(site: Site) -> None:
    page, context = await site.window(1280)
    await page.goto(f"{site.address}/3")
    await expect(page.locator("#live")).to_have_text("live")
    reached = list[str]()
    for _ in range(60):
        await page.keyboard.press("Tab")
        name, outline = await page.evaluate(
            "() => { const one = document.activeElement, name = one.ariaLabel || one.textContent.trim();"
            " return [name || one.id, getComputedStyle(one).outlineStyle]; }"
        )
        if await page.evaluate("document.activeElement === document.body"):
            break
        assert outline == "solid", f"nobody sees where the focus is: {name}"
        reached.append(re.sub(r"\s+", " ", name))
    assert reached[:3] == ["To what happened", "Smaller", "Larger"]
    for one in (
        "Whole board",
        "Link to this moment",
        "◀ Back",
        "▷ Play",
        "▶ On",
        "slider",
        "The board in words",
    ):
        assert one in reached
    assert reached.index("Past the moves") < reached.index("The whole story") < reached.index("Keys")
    assert "▶| Now" in reached
    await context.close()


async def test_the_focus_stays_where_it_is_while_moments_pass_and_turns_come(site: Site) -> None:
    page, context = await site.window(1280)
    await page.goto(f"{site.address}/3")
    await expect(page.locator("#live")).to_have_text("live")
    focused = "document.activeElement.id"
    on, where = page.get_by_role("link", name="On", exact=True), page.locator("#where")
    await on.focus()
    await page.keyboard.press("Enter")
    await expect(where).to_contain_text("Moment 4")
    # This is the last moment, and the focus stays at the button.
    await expect(on).to_be_disabled()
    assert await page.evaluate(focused) == "on"
    await page.keyboard.press("Home")
    await expect(where).to_contain_text("Moment 1")
    # The board in words stays open when the moment changes.
    await page.get_by_text("The board in words").focus()
    await page.keyboard.press("Enter")
    await page.keyboard.press("ArrowRight")
    await expect(where).to_contain_text("Moment 2")
    await expect(page.locator("#words p").first).to_be_visible()
    assert await page.evaluate("document.activeElement.textContent") == "The board in words"
    # A turn renews the list of moves. The focus stays at its move.
    await page.locator("#moves a").nth(1).focus()
    await site.sail()
    await expect(page.locator("#moves a")).to_have_count(5)
    assert await page.evaluate("document.activeElement.dataset.place") == "2"
    await page.locator("#tale").focus()
    await site.sail()
    await expect(page.locator("#moves a")).to_have_count(6)
    assert await page.evaluate(focused) == "tale"
    await context.close()


async def test_skipping_leads_past_what_is_long(site: Site) -> None:
    page, context = await site.window(400, scripts=False)
    await page.goto(site.address)
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    assert await page.evaluate("document.activeElement.id") == "told"
    past = page.get_by_role("link", name="Past the moves")
    await past.focus()
    await expect(past).to_be_in_viewport()
    await page.keyboard.press("Enter")
    assert await page.evaluate("document.activeElement.id") == "dice"
    await page.keyboard.press("Tab")
    assert await page.evaluate("document.activeElement.id") == "tale"
    await context.close()
