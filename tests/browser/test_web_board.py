"""The board of a game on the web is enlarged, reduced and moved by buttons, keys, mouse and fingers."""

import pytest
from playwright.async_api import Page, expect

from tests.browser.site import Site

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def width(page: Page) -> float:
    """Return the width of the drawn board."""
    found: float = await page.locator("#chart img").evaluate("one => one.getBoundingClientRect().width")
    return found


async def scrolled(page: Page) -> tuple[float, float]:
    """Return the distance by which the board was moved."""
    left, top = await page.locator("#chart").evaluate("one => [one.scrollLeft, one.scrollTop]")
    return left, top


async def moved(page: Page, left: float) -> None:
    """Wait until the board was moved further than a distance, because browsers scroll smoothly."""
    await page.locator("#chart").evaluate(
        "(one, left) => new Promise((then) => {"
        " const look = () => one.scrollLeft > left ? then() : requestAnimationFrame(look); look(); })",
        left,
    )


async def opened(site: Site, wide: int) -> tuple[Page, float]:
    """Open the game in a window. Also returns the width of the game's board."""
    page, _ = await site.window(wide)
    await page.goto(f"{site.address}/3")
    await expect(page.locator("#sizes")).to_be_visible()
    await page.locator("#chart img").evaluate("one => one.decode()")
    return page, await width(page)


async def test_the_board_grows_in_steps_and_keeps_its_size_from_moment_to_moment(site: Site) -> None:
    page, whole = await opened(site, 1280)
    larger, smaller = (page.get_by_role("button", name=name) for name in ("Larger", "Smaller"))
    all_of_it = page.get_by_role("button", name="Whole board")
    await expect(smaller).to_be_disabled()
    sizes = [whole]
    for _ in range(4):
        await larger.click()
        sizes.append(await width(page))
    assert sizes == sorted(set(sizes))
    assert sizes[-1] > 4 * whole
    await expect(larger).to_be_disabled()
    # The frame keeps its size, so nothing else moves.
    assert await page.evaluate("document.documentElement.scrollWidth") <= 1280
    await smaller.click()
    assert await width(page) == pytest.approx(sizes[-2], abs=1)
    await page.locator("#chart").evaluate("one => one.scrollTo(200, 120)")
    await page.get_by_role("link", name="On", exact=True).click()
    await expect(page.locator("#where")).to_contain_text("Moment 4")
    assert await width(page) == pytest.approx(sizes[-2], abs=1)
    assert await scrolled(page) == (200, 120)
    await all_of_it.click()
    assert await width(page) == pytest.approx(whole, abs=1)
    await page.context.close()


async def test_keys_enlarge_the_board_and_move_it(site: Site) -> None:
    page, whole = await opened(site, 1280)
    for key in ("+", "+", "-"):
        await page.keyboard.press(key)
    assert await width(page) == pytest.approx(1.5 * whole, abs=1)
    await page.locator("#chart").focus()
    before = await scrolled(page)
    await page.keyboard.press("ArrowRight")
    await moved(page, before[0])
    await expect(page.locator("#where")).to_contain_text("Moment 3")
    await page.keyboard.press("0")
    assert await width(page) == pytest.approx(whole, abs=1)
    await page.keyboard.press("ArrowRight")
    await expect(page.locator("#where")).to_contain_text("Moment 4")
    await page.context.close()


async def test_a_mouse_points_at_what_becomes_larger_and_drags_it(site: Site) -> None:
    page, whole = await opened(site, 1280)
    box = await page.locator("#chart img").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] * 0.52, box["y"] + box["height"] * 0.6
    share = "([x, y]) => { const r = document.querySelector('#chart img').getBoundingClientRect();"
    share += " return [(x - r.left) / r.width, (y - r.top) / r.height]; }"
    for _ in range(2):
        await page.mouse.click(x, y)
        assert await page.evaluate(share, [x, y]) == pytest.approx([0.52, 0.6], abs=0.01)
    assert await width(page) == pytest.approx(2.25 * whole, abs=1)
    before = await scrolled(page)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 60, y - 30, steps=4)
    await page.mouse.up()
    assert await scrolled(page) == pytest.approx((before[0] + 60, before[1] + 30), abs=1)
    # Dragging is no click.
    assert await width(page) == pytest.approx(2.25 * whole, abs=1)
    await page.keyboard.down("Control")
    await page.mouse.wheel(0, -100)
    assert await width(page) > 2.4 * whole
    await page.keyboard.up("Control")
    for _ in range(3):
        await page.mouse.click(x, y)
    assert await width(page) == pytest.approx(whole, abs=1)
    await page.context.close()


async def test_two_fingers_enlarge_the_board_on_a_phone_and_one_moves_it(site: Site) -> None:
    page, whole = await opened(site, 400)
    box = await page.locator("#chart").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = await page.context.new_cdp_session(page)

    async def touch(kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": left, "y": top, "id": number} for number, (left, top) in enumerate(points)]
        await fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    await touch("touchStart", (x - 30, y), (x + 30, y))
    for apart in (40, 60, 75):
        await touch("touchMove", (x - apart, y), (x + apart, y))
    await touch("touchEnd")
    assert await width(page) == pytest.approx(2.5 * whole, rel=0.05)
    # The browser did not zoom the page.
    assert await page.evaluate("visualViewport.scale") == 1
    assert await page.evaluate("document.documentElement.scrollWidth") <= 400
    before = await scrolled(page)
    await touch("touchStart", (x, y))
    for further in (20, 50, 80):
        await touch("touchMove", (x - further, y))
    await touch("touchEnd")
    await moved(page, before[0] + 20)
    await page.context.close()
