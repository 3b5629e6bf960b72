"""The commands in the menu Apps of a message: on the post of a turn, and on any other message."""

from random import Random

import pytest

from bot.interactions.commands.on_messages import NO_POST
from rules.engine.registry import games
from sandbox import Message, Persona, Reply
from sandbox.world.commands import CommandKind
from tests.bot import voyages
from tests.bot.harbour import Harbour

TURNS = 5
"""The number of posts after which an earlier one is used."""

APPS = ("Board here", "Look at this moment", "Replay from here", "Undo to here")


async def chosen(harbour: Harbour, person: Persona, app: str, post: Message) -> Reply:
    return await harbour.told(await person.use(app, post))


async def moved_on(harbour: Harbour) -> tuple[Persona, Persona, Message]:
    """Return Ann (the game master), Bo (who has finished his turn), and the post of this turn."""
    ann, bo = await harbour.race_of_two()
    post = harbour.newest
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    return ann, bo, post


async def test_each_stands_in_the_menu_of_a_post(harbour: Harbour) -> None:
    ann, _, post = await moved_on(harbour)
    assert [command.name for command in ann.apps(post)] == [*APPS]
    assert all(command.type is CommandKind.MESSAGE for command in ann.apps(post))


async def test_a_spectator_looks_at_the_board_as_a_post_left_it(harbour: Harbour) -> None:
    _, _, post = await moved_on(harbour)
    (eve,) = harbour.people("Eve")
    board = await chosen(harbour, eve, "Board here", post)
    assert board.ephemeral
    assert "Bo (B) in port" in (board.message.pictures[0].alt or "")
    words = await chosen(harbour, eve, "Look at this moment", post)
    assert "Bo \\(B\\) in port" in words.text
    assert not words.message.pictures


async def test_what_came_since_a_post_is_replayed(harbour: Harbour) -> None:
    _, _, post = await moved_on(harbour)
    (eve,) = harbour.people("Eve")
    replay = await chosen(harbour, eve, "Replay from here", post)
    assert replay.message.pictures[0].filename == "replay.gif"


async def test_a_game_master_goes_back_to_a_post_after_a_look(harbour: Harbour) -> None:
    ann, _, post = await moved_on(harbour)
    page = (await chosen(harbour, ann, "Undo to here", post)).message
    assert "Nothing has been undone yet" in page.text
    form = (await harbour.told(await ann.press(page, "Go back to this…"))).modal
    await harbour.told(await ann.submit(form, {"reason": "a slip"}))
    assert (await harbour.race()).seats[1].position == "port"


async def test_a_player_asks_the_others_to_go_back_to_a_post(harbour: Harbour) -> None:
    ann, bo, post = await moved_on(harbour)
    page = (await chosen(harbour, bo, "Undo to here", post)).message
    await harbour.told(await bo.press(page, "Ask the others…"))
    vote = (await harbour.table()).row.vote
    assert vote is not None
    assert vote.asked == (ann.id,)
    assert (await harbour.race()).seats[1].position == "F6"
    await harbour.told(await ann.press(harbour.newest, "Agree"))
    assert (await harbour.race()).seats[1].position == "port"


@pytest.mark.parametrize("slug", games())
async def test_in_every_game_each_finds_the_moment_of_an_earlier_post(harbour: Harbour, slug: str) -> None:
    await voyages.set_out(harbour, slug, people=2, seed=3)
    table, luck = await harbour.table(), Random(3)
    while len(turns := [post for post in harbour.posts() if len(post.pictures) == 1]) < TURNS:
        await voyages.decide_by_controls(harbour, table, luck)
    ann, before = harbour.crew[0], table.match.position
    post = turns[1]
    board = (await chosen(harbour, ann, "Board here", post)).message
    words = (await chosen(harbour, ann, "Look at this moment", post)).message
    assert board.ephemeral
    assert words.ephemeral
    assert board.pictures
    assert not words.pictures
    assert words.text.startswith(board.text)
    assert f"/{post.id})" in board.text
    replay = (await chosen(harbour, ann, "Replay from here", post)).message
    assert replay.pictures[0].filename == "replay.gif"
    undo = (await chosen(harbour, ann, "Undo to here", post)).message
    assert undo.pictures[0].data == board.pictures[0].data
    assert table.match.position == before
    form = (await harbour.told(await ann.press(undo, "Go back to this…"))).modal
    await harbour.told(await ann.submit(form, {"reason": "a slip"}))
    assert table.match.position.last > before.last
    assert table.match.position.head < before.head


async def test_nothing_is_undone_to_the_newest_post_nor_by_a_spectator(harbour: Harbour) -> None:
    ann, _, post = await moved_on(harbour)
    (eve,) = harbour.people("Eve")
    assert "nothing to undo" in (await chosen(harbour, ann, "Undo to here", harbour.newest)).text
    assert "You are not playing" in (await chosen(harbour, eve, "Undo to here", post)).text


@pytest.mark.parametrize("app", APPS)
async def test_on_any_other_message_people_are_told_what_to_choose(harbour: Harbour, app: str) -> None:
    ann, _ = await harbour.race_of_two()
    reply = await chosen(harbour, ann, app, await ann.say("a fair wind"))
    assert reply.ephemeral
    assert "Choose the post of a turn" in reply.text
    assert NO_POST.partition(";")[0] in reply.text
