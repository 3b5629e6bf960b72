"""The menu of a message, by mouse, by keyboard and by thumb."""

from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from sandbox import ManualClock, Persona, Sandbox
from tests.browser.conftest import OpenWindow
from tests.browser.demo_bot import DemoBot
from tests.browser.window import PHONE, Window

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def bo(discord: Sandbox) -> Persona:
    return discord.persona("Bo")


def items(window: Window) -> Locator:
    return window.page.get_by_role("menuitem")


async def test_a_right_click_opens_the_apps_of_a_message(
    bot: DemoBot, bo: Persona, open_window: OpenWindow, pictures: Path
) -> None:
    ann = await open_window()
    await bo.say("All quiet.")

    await ann.message("All quiet.").click(button="right")
    await expect(items(ann)).to_have_text(["Look at this", "Hire"])
    await ann.page.screenshot(path=pictures / "apps-1280.png")
    await items(ann).get_by_text("Look at this").click()

    await expect(ann.last).to_contain_text("So it was at 12:00.")
    await expect(ann.last).to_contain_class("private")
    await expect(ann.last.locator(".asked code")).to_have_text("Look at this")


async def test_the_apps_for_a_person_stand_in_the_menu_of_what_that_person_wrote(
    bot: DemoBot, bo: Persona, open_window: OpenWindow
) -> None:
    ann = await open_window()
    await bo.say("Any work?")

    await ann.message("Any work?").hover()
    await ann.message("Any work?").get_by_role("button", name="Apps").click()
    await ann.page.get_by_role("group", name="Apps for Bo").get_by_text("Hire").click()

    await expect(ann.last).to_contain_text("@Bo signs on.")


async def test_the_apps_are_reached_by_the_keyboard_alone(
    bot: DemoBot, bo: Persona, open_window: OpenWindow
) -> None:
    ann = await open_window()
    await bo.say("All quiet.")
    button = ann.message("All quiet.").get_by_role("button", name="Apps")
    await button.focus()

    await ann.key("Enter")
    await expect(items(ann).nth(0)).to_be_focused()
    await ann.key("Escape")
    await expect(button).to_be_focused()
    await ann.key("Enter", "ArrowDown", "ArrowUp", "ArrowUp", "Home", "Enter")

    await expect(ann.last).to_contain_text("So it was")
    await expect(items(ann)).to_have_count(0)


async def test_the_apps_are_reached_with_a_thumb(
    bot: DemoBot, bo: Persona, open_window: OpenWindow, pictures: Path
) -> None:
    ann = await open_window(width=PHONE)
    await bo.say("All quiet.")

    button = ann.message("All quiet.").get_by_role("button", name="Apps")
    size = await button.bounding_box()
    assert size is not None
    assert min(size["width"], size["height"]) >= 44
    await ann.page.screenshot(path=pictures / "apps-closed-400.png")
    await button.tap()
    await ann.page.screenshot(path=pictures / "apps-400.png")
    await items(ann).get_by_text("Look at this").tap()

    await expect(ann.last).to_contain_text("So it was")


async def test_who_lacks_the_permission_does_not_see_an_app(
    bot: DemoBot, bo: Persona, open_window: OpenWindow, pictures: Path
) -> None:
    window = await open_window()
    await bo.say("All quiet.")
    await window.play("Mo")

    await window.message("All quiet.").click(button="right")
    await expect(items(window)).to_have_text(["Look at this", "Undo to here", "Hire"])
    await window.play("Ann")
    await window.message("All quiet.").click(button="right")

    await expect(items(window)).to_have_text(["Look at this", "Hire"])


async def test_a_private_message_has_no_menu(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()

    await ann.run("/game board")

    await expect(ann.last).to_contain_text("The board as of now.")
    await expect(ann.last.get_by_role("button", name="Apps")).to_have_count(0)


async def test_a_bot_without_apps_leaves_messages_as_they_were(
    bot: DemoBot, bo: Persona, open_window: OpenWindow
) -> None:
    ann = await open_window()
    await bo.say("All quiet.")
    await ann.message("All quiet.").hover()
    await expect(ann.message("All quiet.").get_by_role("button", name="Apps")).to_be_visible()

    bot.tree.clear_commands(guild=None)
    await bot.tree.sync()

    await expect(ann.message("All quiet.").get_by_role("button", name="Apps")).to_be_hidden()


async def test_a_menu_goes_with_its_message(
    bot: DemoBot, bo: Persona, discord: Sandbox, open_window: OpenWindow
) -> None:
    ann = await open_window()
    said = await bo.say("All quiet.")
    await ann.message("All quiet.").click(button="right")
    await expect(items(ann)).to_have_count(2)

    discord.world.delete_message(said)

    await expect(items(ann)).to_have_count(0)


async def test_an_app_that_does_not_answer_is_told_of(
    bot: DemoBot, bo: Persona, clock: ManualClock, open_window: OpenWindow
) -> None:
    ann = await open_window()
    await bo.say("All quiet.")
    await bot.close()

    await ann.message("All quiet.").click(button="right")
    await items(ann).get_by_text("Look at this").click()
    await expect(ann.page.locator(".notice.pending")).to_contain_text("Look at this")
    clock.advance(3)

    failed = ann.page.locator(".notice.failed")
    await expect(failed).to_contain_text("Look at this The application did not respond.")
