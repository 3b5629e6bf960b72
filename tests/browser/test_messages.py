from datetime import UTC, datetime

import pytest
from playwright.async_api import expect

from sandbox import ManualClock, Sandbox
from tests.browser.conftest import OpenWindow
from tests.browser.demo_bot import DemoBot
from tests.browser.window import PHONE

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_every_component_and_mark_of_markdown_is_drawn(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()

    await ann.run("/show")

    shown = ann.message("The log of the Petrel")
    await expect(shown.get_by_role("heading", name="The log of the Petrel")).to_be_visible()
    for tag, words in (("strong", "Bold"), ("em", "slanted"), ("u", "underlined"), ("s", "struck")):
        await expect(shown.locator(f".md {tag}").filter(has_text=words).first).to_be_visible()
    await expect(shown.locator("ul ul li")).to_have_text("Jib")
    await expect(shown.locator("ol > li")).to_have_text(["Up anchor", "Away"])
    await expect(shown.locator("blockquote")).to_have_text("The sea is never\nthe same twice.")
    await expect(shown.locator("pre")).to_have_text("N 4  E 2")
    await expect(shown.locator(".md-small")).to_have_text("Written by lamplight")
    await expect(shown).to_contain_text("file_name_here, 2 * 3.")
    await expect(shown.locator(".link").first).to_have_text("the chart")
    await expect(shown.get_by_role("img", name="A chart")).to_be_visible()
    await expect(shown.get_by_text("14 November 2023 at 22:13")).to_be_visible()
    await expect(shown.get_by_role("button", name="Worn out")).to_be_disabled()


async def test_what_people_write_never_becomes_markup(discord: Sandbox, open_window: OpenWindow) -> None:
    ann = await open_window()
    nasty = "<img src=x onerror=alert(1)> <b>bold</b> [click](javascript:alert(2)) **<i>x</i>**"

    await discord.persona("Bo").say(nasty)

    await expect(ann.last).to_contain_text("<img src=x onerror=alert(1)> <b>bold</b>")
    await expect(ann.last).to_contain_text("[click](javascript:alert(2))")
    await expect(ann.last.locator(".md :is(img, b, i, a)")).to_have_count(0)


async def test_a_message_that_calls_the_reader_stands_out(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()
    await ann.run("/ask who:Bo words:your turn")
    await expect(ann.last).not_to_have_class("calls-me")

    await ann.play("Bo")

    await expect(ann.message("your turn")).to_contain_class("calls-me")
    await expect(ann.page.locator(".mention.me")).to_have_text("@Bo")


async def test_distances_in_time_are_said_in_the_largest_unit_that_fits(open_window: OpenWindow) -> None:
    ann = await open_window()
    relative = "async ([at, now]) => (await import('/web/timestamps.js')).relative(at, now)"

    said = [await ann.page.evaluate(relative, [at, 1000]) for at in (1000, 1059, 940, 4700, 1000 - 3 * 86400)]

    assert said == ["in 0 seconds", "in 59 seconds", "1 minute ago", "in 1 hour", "3 days ago"]


async def test_distances_in_time_go_on_as_time_does(discord: Sandbox, open_window: OpenWindow) -> None:
    ann = await open_window()
    await ann.page.clock.install(time=datetime.fromtimestamp(1000, UTC))
    await ann.page.reload()
    await ann.page.clock.pause_at(datetime.fromtimestamp(2000, UTC))
    await discord.persona("Bo").say("The tide turns <t:2009:R>.")
    await expect(ann.last).to_contain_text("The tide turns in 9 seconds.")

    await ann.page.clock.run_for(6000)

    await expect(ann.last).to_contain_text("The tide turns in 3 seconds.")


async def test_a_picture_tells_its_alt_text_and_grows(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()
    await ann.run("/game new game:race")
    for name in ("Ann", "Bo"):
        await ann.play(name)
        await ann.button("Join").click()
        await expect(ann.message("Harbour race")).to_contain_text(f"@{name}")
    await ann.button("⛵ Start").click()
    words = ann.page.locator(".alt-text")
    await expect(words).to_be_hidden()

    await ann.page.get_by_role("button", name="ALT").click()
    await expect(words).to_contain_text("A sea chart with one island.")
    await ann.page.get_by_role("button", name="Enlarge the picture").click()

    await expect(ann.page.locator("dialog.lightbox img")).to_be_visible()
    await ann.key("Escape")
    await expect(ann.page.locator("dialog")).to_have_count(0)


async def test_a_spoiler_is_covered_until_it_is_pressed(discord: Sandbox, open_window: OpenWindow) -> None:
    ann = await open_window()
    await discord.persona("Bo").say("The shark is at ||J6||.")
    cover = ann.page.get_by_role("button", name="Spoiler: show it")

    await cover.click()

    await expect(cover).to_have_count(0)
    await expect(ann.page.locator(".spoiler")).to_have_text("J6")


async def test_a_press_changes_the_message_for_everybody(bot: DemoBot, open_window: OpenWindow) -> None:
    ann, bo = await open_window("Ann"), await open_window("Bo")
    await ann.run("/game new game:race")

    await bo.button("Join").click()

    await expect(ann.last).to_contain_text("@Bo")
    await expect(ann.last.locator(".edited")).to_have_text("(edited)")


async def test_a_private_answer_is_seen_by_its_person_alone_until_dismissed(
    bot: DemoBot, open_window: OpenWindow
) -> None:
    ann = await open_window()
    await ann.run("/game board")
    await expect(ann.message("The board as of now.")).to_contain_text("Only you can see this")
    await ann.play("Bo")
    await expect(ann.message("The board as of now.")).to_have_count(0)
    await ann.play("Ann")

    await ann.button("Dismiss").click()

    await expect(ann.message("The board as of now.")).to_have_count(0)
    await ann.play("Bo")
    await ann.play("Ann")
    await expect(ann.message("The board as of now.")).to_have_count(0)


async def test_the_bot_is_seen_thinking_until_it_answers(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()
    await ann.run("/think")
    await expect(ann.last).to_contain_text("Harbourmaster is thinking…")

    bot.released.set()

    await expect(ann.last).to_contain_text("I have thought.")
    await expect(ann.last.locator(".edited")).to_have_count(0)


async def test_a_command_without_answer_fails_after_three_seconds(
    bot: DemoBot, clock: ManualClock, open_window: OpenWindow
) -> None:
    ann = await open_window()
    await ann.run("/silence")
    await expect(ann.page.locator(".notice.pending")).to_be_visible()

    clock.advance(3)

    await expect(ann.page.locator(".notice.failed")).to_contain_text(
        "/silence The application did not respond."
    )
    await ann.play("Bo")
    await expect(ann.page.locator(".notice")).to_have_count(0)


async def test_a_button_without_answer_fails_after_three_seconds(
    bot: DemoBot, clock: ManualClock, open_window: OpenWindow
) -> None:
    ann = await open_window()
    await ann.run("/show")
    await ann.button("Deaf").click()
    await expect(ann.button("Deaf")).to_have_attribute("aria-busy", "true")

    clock.advance(3)

    await expect(ann.last.locator(".problem")).to_have_text("This interaction failed")
    await expect(ann.button("Deaf")).to_be_enabled()


async def test_the_focus_stays_on_a_button_whose_message_changes(
    bot: DemoBot, open_window: OpenWindow
) -> None:
    ann = await open_window()
    await ann.run("/game new game:race")

    await ann.button("Join").focus()
    await ann.key("Enter")
    await expect(ann.last).to_contain_text("@Ann")

    await expect(ann.button("Join")).to_be_focused()


async def test_a_picture_that_stays_is_not_loaded_anew(bot: DemoBot, open_window: OpenWindow) -> None:
    ann = await open_window()
    await ann.run("/show")
    await ann.page.get_by_role("img", name="A chart").evaluate("image => { image.kept = true; }")

    await ann.button("Primary").click()
    await expect(ann.last).to_contain_text("Only you can see this.")

    assert await ann.page.get_by_role("img", name="A chart").evaluate("image => image.kept")


async def test_new_messages_are_told_to_who_listens(discord: Sandbox, open_window: OpenWindow) -> None:
    ann = await open_window()

    await discord.persona("Bo").say("**Land** ho, " + discord.persona("Ann").mention)

    await expect(ann.page.get_by_role("log")).to_have_text("Bo: Land ho, Ann")


async def test_the_newest_message_stays_in_view(discord: Sandbox, open_window: OpenWindow) -> None:
    ann = await open_window()
    for number in range(40):
        await discord.persona("Bo").say(f"Wave {number}")

    await expect(ann.message("Wave 39")).to_be_in_viewport()


async def test_a_reader_of_old_messages_is_left_there_and_told_of_new_ones(
    discord: Sandbox, open_window: OpenWindow
) -> None:
    ann = await open_window()
    for number in range(40):
        await discord.persona("Bo").say(f"Wave {number}")
    await expect(ann.message("Wave 39")).to_be_in_viewport()
    await ann.message("Wave 3").first.scroll_into_view_if_needed()
    newest = ann.page.locator("#newest")
    await expect(newest).to_be_visible()

    await discord.persona("Bo").say("The last wave")

    await expect(newest).to_have_text("1 new message")
    await expect(ann.message("The last wave")).not_to_be_in_viewport()
    await newest.click()
    await expect(ann.message("The last wave")).to_be_in_viewport()


async def test_who_sends_a_command_while_reading_old_messages_sees_its_answer(
    discord: Sandbox, bot: DemoBot, open_window: OpenWindow
) -> None:
    ann = await open_window()
    for number in range(40):
        await discord.persona("Bo").say(f"Wave {number}")
    await expect(ann.message("Wave 39")).to_be_in_viewport()
    await ann.message("Wave 3").first.scroll_into_view_if_needed()
    await expect(ann.page.locator("#newest")).to_be_visible()

    await ann.run("/game board")

    await expect(ann.message("The board as of now.")).to_be_in_viewport()
    await expect(ann.page.locator("#newest")).to_be_hidden()


async def test_who_is_answered_alone_while_reading_old_messages_sees_the_answer(
    discord: Sandbox, bot: DemoBot, open_window: OpenWindow
) -> None:
    ann = await open_window()
    await ann.run("/game new game:race")
    await ann.button("Join").click()
    await expect(ann.message("Harbour race")).to_contain_text("@Ann")
    for number in range(40):
        await discord.persona("Bo").say(f"Wave {number}")
    await expect(ann.message("Wave 39")).to_be_in_viewport()
    await ann.button("Join").scroll_into_view_if_needed()
    await expect(ann.page.locator("#newest")).to_be_visible()

    await ann.button("Join").click()

    await expect(ann.message("You are aboard already.")).to_be_in_viewport()
    await expect(ann.page.locator("#newest")).to_be_hidden()


async def test_the_way_to_the_newest_messages_covers_no_part_of_the_command_line(
    discord: Sandbox, bot: DemoBot, open_window: OpenWindow
) -> None:
    ann = await open_window(width=PHONE)
    for number in range(40):
        await discord.persona("Bo").say(f"Wave {number}")
    await expect(ann.message("Wave 39")).to_be_in_viewport()
    await ann.message("Wave 3").first.scroll_into_view_if_needed()
    await expect(ann.page.locator("#newest")).to_be_visible()

    await ann.box.fill("/sail ship:2 heading:south-west ")
    await expect(ann.option("heading")).to_be_visible()

    newest = await ann.page.locator("#newest").bounding_box()
    composer = await ann.page.locator("#composer").bounding_box()
    assert newest is not None
    assert composer is not None
    assert newest["y"] + newest["height"] <= composer["y"]


async def test_earlier_messages_come_on_request(discord: Sandbox, open_window: OpenWindow) -> None:
    for number in range(100, 170):
        await discord.persona("Bo").say(f"Wave {number}")
    ann = await open_window()
    await expect(ann.messages).to_have_count(60)

    await ann.page.get_by_role("button", name="Show earlier messages").focus()
    await ann.key("Enter")

    await expect(ann.messages).to_have_count(70)
    await expect(ann.message("Wave 110")).to_be_focused()
    await expect(ann.message("Wave 110")).to_be_in_viewport()
    await expect(ann.page.locator(".beginning")).to_be_attached()


async def test_a_deleted_message_goes(discord: Sandbox, open_window: OpenWindow) -> None:
    said = await discord.persona("Bo").say("Forget this.")
    ann = await open_window()
    await expect(ann.message("Forget this.")).to_be_visible()

    discord.world.delete_message(said)

    await expect(ann.message("Forget this.")).to_have_count(0)
