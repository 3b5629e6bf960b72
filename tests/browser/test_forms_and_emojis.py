"""Forms with every kind of field, and the bot's own emojis in its texts."""

from pathlib import Path

import pytest
from discord import ui
from playwright.async_api import FilePayload, expect

from sandbox import Sandbox
from tests.browser.conftest import OpenWindow
from tests.browser.demo_bot import DemoBot, layout
from tests.browser.window import PHONE
from tests.sandbox.toy_bot import picture

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("width", [1280, PHONE])
async def test_radios_boxes_menus_and_files_are_filled_in(
    bot: DemoBot, open_window: OpenWindow, pictures: Path, width: int
) -> None:
    ann = await open_window(width=width)
    await ann.run("/muster")
    await expect(ann.form).to_contain_text("Sign on for one voyage.")

    await ann.form.get_by_role("button", name="Send").click()
    await expect(ann.form.locator(".field-error", has_text="Please choose.")).to_have_count(1)
    await ann.form.get_by_role("radio", name="Cook").check()
    for skill in ("Knots", "Songs", "Charts"):
        await ann.form.get_by_role("checkbox", name=skill).check()
    await ann.form.get_by_role("button", name="Send").click()
    await expect(ann.form).to_contain_text("Please choose at most 2.")
    await ann.form.get_by_role("checkbox", name="Knots").uncheck()
    await expect(ann.form.locator(".field-error", has_text="Please")).to_have_count(0)
    papers = FilePayload(name="papers.png", mimeType="image/png", buffer=picture())
    await ann.form.locator("input[type=file]").set_input_files(files=[papers])
    await ann.page.screenshot(path=pictures / f"muster-{width}.png")
    await ann.form.get_by_role("button", name="Send").click()

    size = len(picture())
    await expect(ann.last).to_contain_text(f"cook ['songs', 'charts'] ['ann'] ['papers.png ({size})']")


async def test_a_form_is_filled_in_by_the_keyboard_alone(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()
    await ann.run("/muster")
    await expect(ann.form.get_by_role("radio", name="Mate")).to_be_focused()

    await ann.key("ArrowDown", "Tab", "Space", "Tab", "Tab", "Tab", "ArrowDown", "ArrowDown", "Enter")
    await expect(ann.form.locator(".select-value")).to_have_text("Bo")
    await ann.form.get_by_role("button", name="Send").press("Enter")

    await expect(ann.last).to_contain_text("cook ['knots'] ['bo'] []")


@pytest.mark.parametrize("width", [1280, PHONE])
async def test_emojis_of_the_bot_are_drawn(
    bot: DemoBot, discord: Sandbox, open_window: OpenWindow, pictures: Path, width: int
) -> None:
    ann = await open_window(width=width)
    die = await bot.create_application_emoji(name="die_6", image=picture("firebrick"))
    menu: ui.Select[ui.LayoutView] = ui.Select(placeholder="Die", custom_id="menu")
    menu.add_option(label="Six", emoji=die)
    view = layout(
        ui.TextDisplay(f"You threw {die} and {die}."),
        ui.ActionRow(ui.Button(label="Again", emoji=die, custom_id="again")),
        ui.ActionRow(menu),
    )
    channel = bot.get_partial_messageable(discord.harbour.id)
    await channel.send(view=view)

    drawn = ann.last.get_by_role("img", name=":die_6:")
    await expect(drawn).to_have_count(3)
    assert await drawn.first.evaluate("image => image.decode().then(() => image.naturalWidth)") == 30
    await ann.last.locator(".select").click()
    await expect(ann.page.get_by_role("option", name="Six").locator("img.emoji")).to_be_visible()
    await ann.page.screenshot(path=pictures / f"emojis-{width}.png")


async def test_an_emoji_that_is_gone_is_shown_by_its_name(
    bot: DemoBot, discord: Sandbox, open_window: OpenWindow
) -> None:
    ann = await open_window()
    ann.forgive("404")
    die = await bot.create_application_emoji(name="die_6", image=picture())
    await die.delete()

    await bot.get_partial_messageable(discord.harbour.id).send(f"You threw {die}.")

    await expect(ann.last).to_contain_text("You threw :die_6:.")
