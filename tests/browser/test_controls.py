import pytest
from playwright.async_api import expect

from sandbox import Sandbox
from tests.browser.conftest import OpenWindow
from tests.browser.demo_bot import DemoBot
from tests.browser.window import PHONE, Window

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def begin_race(window: Window) -> None:
    """Bring a turn's post, with its menu and its form, to the screen."""
    await window.run("/game new game:race")
    for name in ("Bo", "Ann"):
        await window.play(name)
        await window.button("Join").click()
        await expect(window.message("Harbour race")).to_contain_text(f"@{name}")
    await window.button("⛵ Start").click()
    await expect(window.button("Hold")).to_be_visible()


async def test_a_menu_is_used_by_keyboard(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()
    await begin_race(ann)
    await ann.button("Where does the wind go?").focus()

    await ann.key("ArrowDown", "ArrowDown", "s", "Enter")

    await expect(ann.last).to_contain_text("You chose south-east.")
    await expect(ann.page.get_by_role("listbox")).to_have_count(0)


async def test_escape_closes_a_menu_without_choosing(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()
    await begin_race(ann)
    menu = ann.button("Where does the wind go?")
    await menu.click()
    await expect(ann.page.get_by_role("option")).to_have_count(8)

    await ann.key("Escape")

    await expect(ann.page.get_by_role("option")).to_have_count(0)
    await expect(menu).to_be_focused()
    await expect(menu).to_have_text("Where does the wind go?")


async def test_a_menu_opens_as_a_sheet_for_the_thumb_on_a_phone(
    bot: DemoBot, open_window: OpenWindow
) -> None:
    ann = await open_window(width=PHONE)
    await begin_race(ann)

    await ann.button("Where does the wind go?").tap()
    await expect(ann.page.locator(".sheet")).to_be_in_viewport()
    await ann.page.get_by_role("option", name="West The boat sails west", exact=True).tap()

    await expect(ann.last).to_contain_text("You chose west.")


async def test_what_stands_in_a_menu_already_is_sent_to_nobody(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()
    await begin_race(ann)
    wind = ann.control("wind")

    for heading in ("west", "west", "south"):
        await wind.click()
        name = f"{heading.title()} The boat sails {heading}"
        await ann.page.get_by_role("option", name=name, exact=True).click()
    await expect(ann.last).to_contain_text("You chose south.")
    await expect(ann.message("You chose west.")).to_have_count(1)
    await expect(ann.page.get_by_role("alert")).to_have_count(0)

    await ann.play("Bo")
    await ann.play("Ann")
    await wind.click()
    await ann.page.get_by_role("option", name="South The boat sails south", exact=True).click()
    await expect(ann.message("You chose south.")).to_have_count(2)


async def test_several_choices_are_confirmed_together(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()
    await ann.run("/show")
    await ann.button("Cargo").click()
    confirm = ann.page.locator(".panel-foot button")
    await expect(confirm).to_have_text("Choose at least 2")

    await ann.page.get_by_role("option", name="Silk").click()
    await confirm.click()

    await expect(ann.last).to_contain_text("You chose silk, tea.")


async def test_a_menu_of_people_offers_everybody(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()
    await ann.run("/show")

    await ann.button("Who comes along?").click()
    await ann.page.get_by_role("option", name="Dagny").click()

    await expect(ann.last).to_contain_text("You chose ")
    await expect(ann.button("Who comes along?")).to_have_text("Dagny")


async def test_a_form_is_filled_in_and_sent(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()
    await begin_race(ann)
    await ann.button("Write in the log").click()

    await ann.form.get_by_label("Entry").fill("A whale to port")
    await ann.form.get_by_role("button", name="The sea").click()
    await ann.page.get_by_role("option", name="Rough").click()
    await ann.form.get_by_role("button", name="Send").click()

    await expect(ann.form).to_have_count(0)
    await expect(ann.last).to_contain_text("@Ann wrote: A whale to port (rough)")


async def test_a_form_says_what_is_missing(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()
    await begin_race(ann)
    await ann.button("Write in the log").click()
    await ann.form.get_by_label("Entry").fill("No")

    await ann.form.get_by_role("button", name="Send").click()

    await expect(ann.form.locator(".field-error")).to_contain_text(
        ["At least 3 characters, please.", "Please choose."]
    )
    await expect(ann.form.get_by_label("Entry")).to_be_focused()


async def test_a_form_waits_for_the_person_it_was_opened_for(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()
    await begin_race(ann)
    # Bo's avatar is clicked before the bot's answer can arrive.
    await ann.page.evaluate(
        """() => {
            const buttons = [...document.querySelectorAll(".message button")];
            buttons.find((button) => button.textContent === "Write in the log").click();
            document.querySelector('#people [aria-label="Bo"]').click();
        }"""
    )
    await expect(ann.face("Bo")).to_have_attribute("aria-pressed", "true")
    await expect(ann.form).to_have_count(0)

    await ann.play("Ann")

    await expect(ann.form.get_by_role("heading")).to_have_text("The log")


async def test_the_focus_returns_from_a_form_to_what_opened_it(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()
    await begin_race(ann)
    for last in (("Escape",), ("ArrowDown", "Enter", "Tab", "Tab", "Enter")):
        await ann.button("Write in the log").focus()
        await ann.key("Enter")
        await expect(ann.form.get_by_label("Entry")).to_be_focused()
        await ann.page.keyboard.type("A whale")
        if len(last) > 1:
            await ann.key("Tab")

        await ann.key(*last)

        await expect(ann.form).to_have_count(0)
        await expect(ann.button("Write in the log")).to_be_focused()
    await expect(ann.last).to_contain_text("@Ann wrote: A whale (calm)")


async def test_who_chooses_in_a_menu_keeps_the_focus_when_its_message_changes(
    bot: DemoBot, discord: Sandbox, open_window: OpenWindow
) -> None:
    ann = await open_window()
    await begin_race(ann)
    menu = ann.button("Where does the wind go?")
    await menu.focus()
    await ann.key("Enter")
    await expect(ann.page.get_by_role("listbox")).to_be_focused()

    (post,) = (message for message in discord.persona("Ann").sees() if message.menus)
    discord.world.touch(post)

    await expect(ann.page.get_by_role("listbox")).to_have_count(0)
    await expect(menu).to_be_focused()
