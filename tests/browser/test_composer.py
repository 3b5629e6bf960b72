import pytest
from playwright.async_api import expect

from sandbox import Sandbox
from tests.browser.conftest import OpenWindow
from tests.browser.demo_bot import DemoBot
from tests.browser.window import PHONE

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_plain_words_are_sent_with_enter(discord: Sandbox, open_window: OpenWindow) -> None:
    ann = await open_window()

    await ann.type("Ahoy")
    await ann.key("Shift+Enter")
    await ann.type("all hands")
    await ann.key("Enter")

    await expect(ann.last).to_contain_text("Ahoy\nall hands")
    await expect(ann.box).to_have_value("")
    assert [message.content for message in discord.persona("Bo").sees()] == ["Ahoy\nall hands"]


async def test_typing_anywhere_goes_into_the_message_box(open_window: OpenWindow) -> None:
    ann = await open_window()
    await ann.face("Ann").focus()

    await ann.page.keyboard.type("ahoy")

    await expect(ann.box).to_have_value("ahoy")


async def test_a_slash_lists_the_commands_in_the_bots_order_with_what_they_do(
    bot: DemoBot, open_window: OpenWindow
) -> None:
    ann = await open_window()

    await ann.type("/game")

    await expect(ann.suggestions).to_contain_text(
        ["/game newgameOpen a lobby in this channel", "/game boardShow the board again, to you alone"]
    )


async def test_the_command_used_last_is_the_first_suggestion(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()
    await ann.run("/think")
    await ann.run("/game board")
    await expect(ann.message("The board as of now.")).to_be_visible()

    await ann.type("/")

    await expect(ann.suggestions.nth(0)).to_contain_text("/game board")
    await expect(ann.suggestions.nth(1)).to_contain_text("/think")


async def test_an_unknown_command_is_not_sent(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()

    await ann.type("/mutiny")
    await expect(ann.page.locator(".suggestions-head")).to_have_text("There is no command /mutiny")
    await ann.key("Enter")

    await expect(ann.hint).to_have_text("There is no command /mutiny.")
    await expect(ann.messages).to_have_count(0)


async def test_a_command_is_written_by_keyboard_alone(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()

    await ann.type("/new")
    await ann.key("Enter")
    await expect(ann.option("game")).to_be_focused()
    await ann.key("ArrowDown", "Tab")
    await expect(ann.option("game")).to_have_value("Kraken watch")
    await ann.key("ArrowDown", "ArrowDown", "Enter")
    await expect(ann.option("note")).to_be_focused()
    await ann.type("Bring rum")
    await ann.key("Enter")

    await expect(ann.last).to_contain_text("Bring rum")
    await expect(ann.message("Harbour race")).to_contain_text("Ann used /game new")
    await expect(ann.box).to_be_focused()


async def test_optional_options_are_named_by_typing(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()
    await ann.type("/game new ")
    await ann.key("Enter")

    await ann.type("seats:")
    await expect(ann.option("seats")).to_be_focused()
    await ann.type("2")
    await ann.key("Enter")

    await expect(ann.last).to_contain_text("Crew of 2")


async def test_a_whole_command_can_be_typed_or_pasted_in_one_go(
    bot: DemoBot, open_window: OpenWindow
) -> None:
    ann = await open_window()

    await ann.run("/sail ship:2 heading:south-west mate:Dagny hoist:true")

    await expect(ann.last).to_contain_text("Ship 2 sails south-west, Dagny, True.")


async def test_the_bot_completes_an_option_knowing_the_others(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()
    await ann.type("/sail ")
    await ann.type("3")
    await ann.key("Tab")
    await ann.option("heading").click()

    await ann.type("north-")
    await expect(ann.suggestions).to_have_text(["north-east with ship 3", "north-west with ship 3"])
    await ann.key("ArrowDown", "Enter", "Enter")

    await expect(ann.last).to_contain_text("Ship 3 sails north-west")


async def test_enter_waits_for_the_completion_that_is_on_its_way(
    bot: DemoBot, open_window: OpenWindow
) -> None:
    ann = await open_window()
    await ann.type("/sail ship:1 ")
    await ann.option("ship").fill("1")
    await ann.option("heading").focus()

    await ann.page.keyboard.insert_text("south-e")
    await ann.key("Enter")

    await expect(ann.option("heading")).to_have_value("south-east with ship 1")


async def test_keys_struck_ahead_of_the_completion_are_all_heard_in_order(
    bot: DemoBot, open_window: OpenWindow
) -> None:
    ann = await open_window()
    await ann.type("/sail ship:1 ")
    await ann.option("ship").fill("1")
    await ann.option("heading").focus()
    # The keys come without a pause, so no answer of the bot can come in between.
    await ann.page.evaluate(
        """() => {
            const field = document.activeElement;
            field.value = "south-e";
            field.dispatchEvent(new Event("input", { bubbles: true }));
            for (const key of ["Tab", "Enter"])
                field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        }"""
    )

    await expect(ann.last).to_contain_text("Ship 1 sails south-east,")


async def test_people_and_truths_are_offered_as_choices(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()
    await ann.type("/sail ")
    await ann.page.get_by_role("button", name="+ mate").click()
    await ann.type("ca")
    await expect(ann.suggestions).to_have_text(["Cato"])
    await ann.page.get_by_role("button", name="+ hoist").click()

    await expect(ann.suggestions).to_have_text(["True", "False"])


async def test_a_missing_option_is_asked_for_before_anything_is_sent(
    bot: DemoBot, discord: Sandbox, open_window: OpenWindow
) -> None:
    ann = await open_window()
    await ann.run("/sail ship:2")

    await expect(ann.hint).to_have_text("heading is required.")
    await expect(ann.option("heading")).to_be_focused()
    await expect(ann.option("heading")).to_have_attribute("aria-invalid", "true")
    assert discord.persona("Ann").sees() == []


@pytest.mark.parametrize("typed", ["7", "0", "two", "1.5"])
async def test_a_number_that_does_not_fit_is_refused_with_what_would(
    bot: DemoBot, open_window: OpenWindow, typed: str
) -> None:
    ann = await open_window()

    await ann.run(f"/sail ship:{typed} heading:north")

    await expect(ann.hint).to_have_text("ship must be a whole number from 1 to 3.")


async def test_a_choice_that_is_not_offered_is_refused(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()

    await ann.run("/game new game:chess")

    await expect(ann.hint).to_have_text("game knows no “chess”; choose from the list.")


async def test_escape_closes_the_list_and_then_leaves_the_command(
    bot: DemoBot, open_window: OpenWindow
) -> None:
    ann = await open_window()
    await ann.type("/sail ")
    await expect(ann.option("ship")).to_be_focused()

    await ann.key("Escape")
    await expect(ann.page.locator(".suggestions")).to_be_hidden()
    await ann.key("Escape")

    await expect(ann.box).to_be_focused()
    await expect(ann.box).to_have_value("")


async def test_backspace_takes_an_option_away_and_then_the_command(
    bot: DemoBot, open_window: OpenWindow
) -> None:
    ann = await open_window()
    await ann.run("/game new seats:3")
    await ann.option("seats").fill("")
    await ann.option("seats").focus()

    await ann.key("Backspace")
    await expect(ann.option("seats")).to_have_count(0)
    await expect(ann.option("game")).to_be_focused()
    await ann.key("Backspace")

    await expect(ann.box).to_have_value("/game new")


async def test_a_command_is_written_by_thumb_alone_on_a_phone(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window(width=PHONE)

    await ann.page.get_by_role("button", name="Show the commands").tap()
    await ann.suggestions.filter(has_text="/game new").tap()
    await ann.suggestions.filter(has_text="Kraken watch").tap()
    await ann.page.get_by_role("button", name="+ seats").tap()
    await ann.option("seats").fill("3")
    await ann.page.get_by_role("button", name="Send").tap()

    await expect(ann.last).to_contain_text("Crew of 3")


async def test_commands_come_and_go_with_the_bot(
    bot: DemoBot, discord: Sandbox, open_window: OpenWindow
) -> None:
    ann = await open_window()
    for command in list(discord.world.commands.values()):
        discord.world.unregister(command)

    await ann.type("/")

    await expect(ann.page.locator(".suggestions-head")).to_have_text("The bot has no commands here yet")


async def test_an_open_list_of_commands_is_brought_up_to_date(
    bot: DemoBot, discord: Sandbox, open_window: OpenWindow
) -> None:
    ann = await open_window()
    await ann.type("/")
    await expect(ann.page.locator(".suggestions-head")).to_have_text("Commands")
    for command in list(discord.world.commands.values()):
        discord.world.unregister(command)

    await expect(ann.page.locator(".suggestions-head")).to_have_text("The bot has no commands here yet")


async def test_a_half_written_command_does_not_follow_into_another_person(
    bot: DemoBot, open_window: OpenWindow
) -> None:
    ann = await open_window()
    await ann.type("/sail ")

    await ann.play("Bo")

    await expect(ann.box).to_have_attribute(
        "aria-label", "Message #harbour, or type / for commands. You are Bo."
    )
    await expect(ann.page.locator(".pill")).to_have_count(0)
