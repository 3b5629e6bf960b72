"""Games on the web in a real browser: live, step by step, without scripts, on a phone and in the dark."""

import asyncio
import re
from dataclasses import replace
from http import HTTPStatus

import pytest
from playwright.async_api import Route, expect

from tests.browser.conftest import PICTURES
from tests.browser.site import Site

pytestmark = pytest.mark.asyncio(loop_scope="session")

SOON = 5_000
"""The timeout in milliseconds on a busy machine."""


async def test_two_watch_a_running_game_and_one_looks_back_meanwhile(site: Site) -> None:
    (one, first), (other, second) = await site.window(1280), await site.window(400)
    for page in (one, other):
        await page.goto(site.address)
        await expect(page.locator("#live")).to_have_text("live")
        await expect(page.locator("#where")).to_contain_text("Moment 4")
    await other.keyboard.press("ArrowLeft")
    await expect(other.locator("#where")).to_contain_text("Moment 3")
    assert other.url == f"{site.address}/3"
    await site.sail()
    await expect(one.locator("#where")).to_contain_text("Moment 5", timeout=SOON)
    await expect(other.locator("#live")).to_contain_text("there is news", timeout=SOON)
    await expect(other.locator("#where")).to_contain_text("Moment 3")
    await expect(other.locator("#moves a")).to_have_count(5)
    await other.keyboard.press("End")
    await expect(other.locator("#where")).to_contain_text("Moment 5")
    await expect(other.locator("#live")).to_have_text("live")
    assert other.url == site.address
    for page, context in ((one, first), (other, second)):
        width = page.viewport_size["width"] if page.viewport_size else 0
        assert await page.evaluate("document.documentElement.scrollWidth") <= width
        drawn = "document.querySelector('.chart img').naturalWidth"
        await page.wait_for_function(f"{drawn} === 1200")
        assert await page.locator("script").count() == 2, "names are shown, not obeyed"
        PICTURES.mkdir(parents=True, exist_ok=True)
        await page.screenshot(path=PICTURES / f"web-{width}.png", full_page=True)
        await context.close()


async def test_keys_slider_clicks_and_addresses_lead_to_moments(site: Site) -> None:
    page, context = await site.window(1280)
    await page.goto(f"{site.address}/2")
    where = page.locator("#where")
    await expect(where).to_contain_text("Moment 2")
    await page.keyboard.press("Home")
    await expect(where).to_contain_text("Moment 1")
    await page.keyboard.press("ArrowRight")
    await expect(where).to_contain_text("Moment 2")
    await page.locator("#moves a").nth(2).click()
    await expect(where).to_contain_text("Moment 3")
    await expect(page.locator("#moves [aria-current]")).to_have_count(1)
    await page.locator("#slider").fill("1")
    await expect(where).to_contain_text("Moment 1")
    assert page.url == f"{site.address}/1"
    # A complete turn, forward and back.
    await page.keyboard.press("Shift+ArrowRight")
    await expect(where).to_contain_text("Moment 3 · turn 1.2")
    await page.keyboard.press("Shift+ArrowLeft")
    await expect(where).to_contain_text("Moment 1 · turn 1.1")
    await context.close()


async def test_a_link_to_a_moment_is_copied_and_news_are_marked(site: Site) -> None:
    page, context = await site.window(400)
    await page.goto(f"{site.address}/2")
    await expect(page.locator("#live")).to_have_text("live")
    await page.get_by_role("link", name="Link to this moment").click()
    await expect(page.get_by_role("link", name="Copied")).to_be_visible()
    assert await page.evaluate("navigator.clipboard.readText()") == f"{site.address}/2"
    await expect(page.get_by_role("link", name="Link to this moment")).to_be_visible()
    # The title of a hidden tab announces news.
    hidden = "value => Object.defineProperty(document, 'hidden', { value, configurable: true })"
    await page.evaluate(hidden, True)
    await site.sail()
    await expect(page).to_have_title("● Sailing Port Flower · moment 2")
    await expect(page.locator("#now")).to_have_class(re.compile("news"))
    await page.evaluate(hidden, False)
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await expect(page).to_have_title("Sailing Port Flower · moment 2")
    await page.locator("#now").click()
    await expect(page.locator("#where")).to_contain_text("Moment 5")
    await expect(page.locator("#now")).not_to_have_class(re.compile("news"))
    await context.close()


async def test_news_move_nothing_on_a_phone_and_what_is_over_is_not_live(site: Site) -> None:
    page, context = await site.window(400)
    await page.goto(f"{site.address}/2")
    live, top = page.locator("#live"), "document.getElementById('chart').getBoundingClientRect().top"
    await expect(live).to_have_text("live")
    before = await page.evaluate(top)
    await site.sail()
    await expect(live).to_have_text("live, there is news")
    assert await live.evaluate("one => one.getClientRects().length") == 1
    assert await page.evaluate(top) == before
    await site.harbour.resign(site.harbour.crew[1])
    await expect(page.locator("#stands")).to_contain_text("The game is over.")
    await page.keyboard.press("End")
    await expect(live).to_have_text("")
    async with page.expect_response(lambda answer: answer.url.endswith("/live")):
        await page.reload()
    await expect(live).to_have_text("")
    await context.close()


async def test_a_key_that_is_held_asks_once_for_each_moment(site: Site) -> None:
    page, context = await site.window(1280)
    await page.goto(site.address)
    await expect(page.locator("#live")).to_have_text("live")
    asked, far_away = list[str](), asyncio.Event()

    async def late(route: Route) -> None:
        asked.append(route.request.url)
        await far_away.wait()
        await route.continue_()

    await page.route("**/part", late)
    for _ in range(5):
        await page.keyboard.down("ArrowLeft")
    far_away.set()
    await expect(page.locator("#where")).to_contain_text("Moment 3")
    assert asked == [f"{site.address}/3/part"]
    await context.close()


async def test_who_asks_for_too_much_stays_where_they_are(site: Site) -> None:
    page, context = await site.window(400)
    await page.goto(site.address)
    await expect(page.locator("#live")).to_have_text("live")
    refused = HTTPStatus.TOO_MANY_REQUESTS
    await page.route("**/part", lambda route: route.fulfill(status=refused, body="Wait a little."))
    await page.locator("#slider").fill("2")
    await expect(page.locator("#live")).to_have_text("not reached: try again")
    await expect(page.locator("#where")).to_contain_text("Moment 4")
    assert await page.locator("#slider").input_value() == "4"
    assert page.url == site.address
    await page.unroute("**/part")
    await page.locator("#slider").fill("2")
    await expect(page.locator("#where")).to_contain_text("Moment 2")
    await expect(page.locator("#live")).to_have_text("live")
    await context.close()
    site.troubles = [one for one in site.troubles if str(int(refused)) not in one]


async def test_a_bot_that_is_started_again_is_found_again(site: Site) -> None:
    page, context = await site.window(400)
    await page.goto(site.address)
    await expect(page.locator("#live")).to_have_text("live")
    await site.harbour.stop()
    await expect(page.locator("#live")).to_have_text("away", timeout=SOON)
    # While the bot is away, the page stays usable.
    async with page.expect_event("requestfailed", lambda one: one.url.endswith("/3/part")):
        await page.keyboard.press("ArrowLeft")
    await expect(page.locator("#where")).to_contain_text("Moment 4")
    await site.harbour.start()
    await site.sail()
    await expect(page.locator("#where")).to_contain_text("Moment 5", timeout=20_000)
    await expect(page.locator("#live")).to_have_text("live")
    await context.close()
    # The browser reports the failed connections.
    site.troubles = [one for one in site.troubles if "ERR_" not in one]


async def test_without_scripts_everything_is_there(site: Site) -> None:
    page, context = await site.window(400, scripts=False)
    await page.goto(site.address)
    await expect(page.get_by_role("img")).to_have_attribute("alt", re.compile(r"Sailing Port Flower"))
    await page.get_by_role("link", name="Back", exact=True).click()
    await expect(page.locator("#where")).to_contain_text("Moment 3")
    await expect(page.locator("#slider")).to_be_hidden()
    await page.get_by_text("The board in words").click()
    await expect(page.locator("#moment details p").first).to_be_visible()
    await page.get_by_role("link", name="The whole story").click()
    await expect(page.locator("main section")).to_have_count(4)
    await context.close()


async def test_a_server_has_a_page_and_so_have_its_people(site: Site) -> None:
    harbour = site.harbour
    ann, bo = harbour.crew
    await harbour.resign(bo)
    (long,) = harbour.people("Annabelle of the Longest Name")
    for pair in ((ann, bo), (bo, ann), (ann, bo), (ann, long)):
        await harbour.start_race(*pair)
        await harbour.skip()
        await harbour.resign(pair[1])
    await harbour.start_race(ann, bo)
    guild = harbour.discord.guild.id
    await harbour.bot.store.set_up(guild, lambda chosen: replace(chosen, page="a" * 26))
    address = site.address.partition("/g/")[0] + f"/s/{guild}-{'a' * 26}"
    for width in (1280, 400):
        page, context = await site.window(width, scripts=width > 1000)
        await page.goto(address)
        await expect(page.locator(".plot")).to_have_count(3)
        assert await page.evaluate("document.documentElement.scrollWidth") <= width
        # Tables are not cut off either.
        wider = "all => all.map((one) => one.scrollWidth - one.clientWidth)"
        assert await page.locator(".list").evaluate_all(wider) == [0]
        await page.screenshot(path=PICTURES / f"server-{width}.png", full_page=True)
        await page.get_by_role("link", name="<script>Bo").click()
        await expect(page.get_by_role("heading", level=1)).to_have_text("<script>Bo")
        assert await page.locator("script").count() == 0
        await page.screenshot(path=PICTURES / f"person-{width}.png", full_page=True)
        await context.close()
