import pytest
from playwright.async_api import expect

from sandbox import ManualClock, Permission, Sandbox
from sandbox.page import mount
from tests.browser.conftest import OpenWindow
from tests.browser.demo_bot import DemoBot
from tests.browser.window import PHONE
from tests.sandbox.checked import CheckedSandbox

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_address_says_who_plays_where(discord: Sandbox, open_window: OpenWindow) -> None:
    discord.channel("quay")

    dagny = await open_window("dagny", "quay")

    await expect(dagny.face("Dagny")).to_have_attribute("aria-pressed", "true")
    await expect(dagny.page.locator("#title")).to_have_text("quay")
    await expect(dagny.page).to_have_title("quay · Dagny · Harbour sandbox")


async def test_an_address_that_names_nobody_and_nothing_leads_to_the_first_person_at_home(
    open_window: OpenWindow,
) -> None:
    window = await open_window("Nobody", "nowhere")

    await expect(window.face("Ann")).to_have_attribute("aria-pressed", "true")
    await expect(window.page).to_have_url(f"{window.url}/?as=Ann&channel=harbour")


async def test_another_person_is_one_click_away_and_the_way_back_too(open_window: OpenWindow) -> None:
    window = await open_window("Ann")

    await window.play("Mo")
    await expect(window.page).to_have_url(f"{window.url}/?as=Mo&channel=harbour")
    await window.page.go_back()

    await expect(window.face("Ann")).to_have_attribute("aria-pressed", "true")


async def test_people_are_changed_by_keyboard(open_window: OpenWindow) -> None:
    window = await open_window("Ann")

    await window.key("Alt+3")

    await expect(window.face("Cato")).to_have_attribute("aria-pressed", "true")


async def test_whoever_was_called_wears_a_badge_until_he_looks(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window("Ann")

    await ann.run("/ask who:Bo words:your turn")
    await expect(ann.face("Bo").locator(".badge")).to_have_text("1")
    await expect(ann.face("Cato").locator(".badge")).to_have_count(0)
    await ann.play("Bo")
    await ann.play("Ann")

    await expect(ann.face("Bo").locator(".badge")).to_have_count(0)


async def test_a_channel_with_something_new_is_marked_until_it_is_opened(
    discord: Sandbox, open_window: OpenWindow
) -> None:
    quay = discord.channel("quay")
    ann = await open_window("Ann")

    await discord.persona("Bo").say(f"Come, {discord.persona('Ann').mention}", quay)
    await expect(ann.place("quay").locator(".badge")).to_contain_text("1")
    await ann.place("quay").click()

    await expect(ann.message("Come, @Ann")).to_be_visible()
    await expect(ann.page.locator(".place .badge")).to_have_count(0)


async def test_two_windows_are_two_people(open_window: OpenWindow) -> None:
    ann, bo = await open_window("Ann"), await open_window("Bo")

    await ann.type("Ahoy, Bo")
    await ann.key("Enter")
    await expect(bo.last).to_contain_text("Ahoy, Bo")
    await bo.type("Ahoy, Ann")
    await bo.key("Enter")

    await expect(ann.last).to_contain_text("Ahoy, Ann")
    await expect(ann.face("Ann")).to_have_attribute("aria-pressed", "true")


async def test_a_new_channel_is_made_and_opened(open_window: OpenWindow) -> None:
    ann, bo = await open_window("Ann"), await open_window("Bo")

    await ann.page.get_by_label("Name of a new channel").fill("The Crow's Nest")
    await ann.key("Enter")

    await expect(ann.page.locator("#title")).to_have_text("the-crow-s-nest")
    await expect(bo.place("the-crow-s-nest")).to_be_visible()


async def test_a_channel_is_not_made_twice(open_window: OpenWindow) -> None:
    ann = await open_window()

    await ann.page.get_by_label("Name of a new channel").fill("Harbour")
    await ann.key("Enter")

    await expect(ann.page.locator("#new-channel-error")).to_have_text("There is a channel #harbour already.")


async def test_a_thread_stands_under_its_channel(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()
    await ann.run("/thread name:The first race")
    entry = ann.page.locator(".threads .place")
    await expect(entry).to_contain_text("The first race")

    await ann.button("#The first race").click()

    await expect(ann.last).to_contain_text("The race is sailed here.")
    await expect(entry).to_have_attribute("aria-current", "page")


async def test_who_stands_in_a_channel_that_is_deleted_comes_home(
    discord: Sandbox, open_window: OpenWindow
) -> None:
    quay = discord.channel("quay")
    ann = await open_window("Ann", "quay")

    discord.world.delete_channel(quay)

    await expect(ann.page.locator("#title")).to_have_text("harbour")
    await expect(ann.place("quay")).to_have_count(0)


async def test_who_may_no_longer_see_a_channel_comes_home(discord: Sandbox, open_window: OpenWindow) -> None:
    quay = discord.channel("quay")
    ann = await open_window("Ann", "quay")

    person = discord.persona("Ann").user
    discord.world.overwrite(quay, person, allow=Permission.NONE, deny=Permission.VIEW_CHANNEL)

    await expect(ann.page.locator("#title")).to_have_text("harbour")
    await expect(ann.place("quay")).to_have_count(0)


async def test_nobody_writes_where_it_is_not_allowed(discord: Sandbox, open_window: OpenWindow) -> None:
    ann = await open_window()

    person = discord.persona("Ann").user
    discord.world.overwrite(discord.harbour, person, allow=Permission.NONE, deny=Permission.SEND_MESSAGES)

    await expect(ann.box).to_be_disabled()
    await expect(ann.box).to_have_attribute("placeholder", "You cannot write here")


async def test_the_page_says_when_the_bot_is_away(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()
    banner = ann.page.locator("#banner")
    await expect(banner).to_be_hidden()

    await bot.close()

    await expect(banner).to_contain_text("Harbourmaster is offline.")


async def test_the_page_comes_back_when_the_sandbox_does(
    discord: Sandbox, clock: ManualClock, open_window: OpenWindow
) -> None:
    bo = await open_window("Bo")
    await bo.page.evaluate("window.kept = true")
    # The browser itself reports every failed attempt to connect.
    bo.forgive("WebSocket connection")
    await discord.stop()
    await expect(bo.page.locator("#banner")).to_contain_text("The sandbox is not running.")

    async with CheckedSandbox(port=int(bo.url.rpartition(":")[2]), clock=clock, mount=mount) as reborn:
        await reborn.persona("Ann").say("Back again")
        await expect(bo.last).to_contain_text("Back again")

    assert await bo.page.evaluate("window.kept")
    await expect(bo.face("Bo")).to_have_attribute("aria-pressed", "true")


async def test_light_and_dark_are_chosen_once_and_kept(open_window: OpenWindow) -> None:
    ann = await open_window(scheme="dark")
    paper = "getComputedStyle(document.body).backgroundColor"
    night = await ann.page.evaluate(paper)

    await ann.page.get_by_role("button", name="Change between light and dark").click()
    day = await ann.page.evaluate(paper)
    await ann.page.reload()

    await expect(ann.page.locator("#title")).to_have_text("harbour")
    assert await ann.page.evaluate(paper) == day != night


async def test_channels_are_a_drawer_on_a_phone(discord: Sandbox, open_window: OpenWindow) -> None:
    discord.channel("quay")
    ann = await open_window(width=PHONE)
    await expect(ann.place("quay")).to_be_hidden()

    await ann.page.get_by_role("button", name="Channels").tap()
    await ann.place("quay").tap()

    await expect(ann.page.locator("#title")).to_have_text("quay")
    await expect(ann.place("quay")).to_be_hidden()


async def test_every_control_has_a_name(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()
    await ann.run("/show")
    await expect(ann.message("The log")).to_be_visible()

    nameless = await ann.page.evaluate(
        """() => [...document.querySelectorAll("button, input, textarea, [role=button]")]
            .filter((node) => !(node.ariaLabel || node.innerText || node.labels?.length))
            .map((node) => node.outerHTML)"""
    )

    assert nameless == []
