"""The bot for newcomers: help, hints, and a practice game against the bot."""

from random import Random

import pytest

from bot.handlers.help_pages import pages
from bot.posts.message import NOW
from bot.posts.pictures import BOARD
from rules.engine.registry import game as find_game
from rules.engine.registry import games
from rules.engine.texts import tutorial
from tests.bot import voyages
from tests.bot.harbour import Harbour, offered

DECISIONS = 16
"""The number of the learner's turns. By then, the bot has had turns, too."""


async def test_help_begins_at_the_beginning(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    reply = await harbour.told(await ann.slash("/help"))
    assert reply.ephemeral
    assert "/play" in reply.text


async def test_every_page_of_help_can_be_read(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    offered = await ann.complete("/help", focused="topic")
    assert [value for _, value in offered] == list(pages())
    for topic in pages():
        reply = await harbour.told(await ann.slash("/help", topic=topic))
        assert pages()[topic].title in reply.text


async def test_an_unknown_page_of_help_names_those_there_are(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    reply = await harbour.told(await ann.slash("/help", topic="weather"))
    assert "trouble" in reply.text


async def test_play_without_a_game_offers_all_and_opens_the_one_picked(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    page = (await harbour.told(await ann.slash("/play"))).message
    assert page.ephemeral
    assert [choice.value for choice in offered(page)] == list(games())
    reply = await harbour.told(await ann.choose(page, "privateer"))
    assert "Privateer** is open. You are in;" in reply.text
    assert (await harbour.table()).row.members[0].user == ann.id


async def test_the_menu_of_play_keeps_to_the_thread_that_was_wanted(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    page = (await harbour.told(await ann.slash("/play", thread=True))).message
    await harbour.told(await ann.choose(page, "port_flower"))
    (place,) = await harbour.bot.store.open_channels_of(harbour.discord.guild.id)
    assert place != harbour.place.id


async def test_a_preset_without_a_game_is_refused_with_what_to_add(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    reply = await harbour.told(await ann.slash("/play", preset="printed"))
    assert "Say which game that preset belongs to" in reply.text


async def test_learn_without_a_game_offers_those_that_teach_themselves(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    page = (await harbour.told(await ann.slash("/learn"))).message
    assert {choice.value for choice in offered(page)} <= set(games())
    reply = await harbour.told(await ann.choose(page, "port_flower"))
    assert "Your practice game waits in <#" in reply.text


async def test_who_joins_for_the_first_time_is_told_where_to_read(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.told(await ann.slash("/play", game="port_flower"))
    reply = await harbour.told(await bo.slash("/game join"))
    assert "/learn" in reply.text


async def test_a_practice_game_teaches_turn_by_turn_and_the_bot_answers(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.told(await ann.slash("/learn", game="port_flower"))
    (thread,) = [
        place for place in harbour.discord.world.channels.values() if place.name.startswith("Learning")
    ]
    table = await harbour.bot.tables.in_channel(thread.id)
    lessons = []
    for _ in range(3):
        public = [message for message in thread.messages.values() if message.only_for is None]
        lessons.append(next(line for line in public[-1].text.splitlines() if line.startswith("💡")))
        while 1 in {awaited.seat for awaited in table.match.position.awaited}:
            action = table.game.decisions(table.match.state)[0].actions[0]
            round_before = table.game.turn(table.match.state)
            await harbour.told(await ann.slash("/game do", action=str(action), channel=thread))
            if table.game.turn(table.match.state) != round_before:
                break
    assert len(set(lessons)) == 3
    assert table.row.names() == {1: "Ann", 2: "Bot B"}


@pytest.mark.needs("tutorial")
@pytest.mark.parametrize("slug", games())
async def test_a_practice_game_has_no_clock_and_says_how_to_go_on_to_a_real_one(
    harbour: Harbour, slug: str
) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.told(await ann.slash("/learn", game=slug))
    (thread,) = harbour.discord.world.threads_of(harbour.discord.harbour)
    table = await harbour.bot.tables.in_channel(thread.id)
    asked = table.match.position.awaited[0]
    short = asked.model_copy(update={"clock": "short"})
    assert (table.row.deadline(asked), table.row.deadline(short)) == (0, 0)
    course = tutorial(table.game)
    assert course is not None
    assert "**Play again** at the end opens the real" in course.lessons[-1]
    assert "`/play`" in course.lessons[-1]


@pytest.mark.needs("tutorial")
@pytest.mark.parametrize("slug", games())
async def test_every_post_of_a_practice_game_has_its_board_also_where_the_bot_plays(
    harbour: Harbour, slug: str
) -> None:
    harbour.crew = harbour.people("Ann")
    await harbour.told(await harbour.crew[0].slash("/learn", game=slug))
    (harbour.place,) = harbour.discord.world.threads_of(harbour.discord.harbour)
    table, luck = await harbour.table(), Random(1)
    for _ in range(DECISIONS):
        if table.row.status == "running":
            await voyages.decide_by_controls(harbour, table, luck)
    calls = harbour.calls()
    posts = [post for post in harbour.posts() if "At the table" not in post.text and post not in calls]
    assert 2 in {entry.entry.seat for entry in await harbour.journal()}
    assert all(post.pictures and post.pictures[0].filename in {BOARD, NOW} for post in posts)


async def test_what_a_newcomer_needs_stands_first_among_the_commands(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    assert [command.name for command in ann.commands()][:5] == ["help", "play", "learn", "rules", "games"]


async def test_who_gives_a_practice_game_up_at_once_reads_all_its_lessons(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    await harbour.told(await ann.slash("/learn", game="privateer"))
    (thread,) = [
        place for place in harbour.discord.world.channels.values() if place.name.startswith("Learning")
    ]
    page = (await harbour.told(await ann.slash("/game leave", channel=thread))).message
    await harbour.told(await ann.press(page, "Yes, resign"))
    newest = [message for message in thread.messages.values() if message.only_for is None][-1]
    course = tutorial(find_game("privateer"))
    assert course is not None
    assert newest.text.count("💡") == len(course.lessons) - 1


async def test_a_game_without_a_tutorial_says_which_games_have_one(harbour: Harbour) -> None:
    (ann,) = harbour.people("Ann")
    reply = await harbour.told(await ann.slash("/learn", game="chess"))
    assert "port_flower" in reply.text
