"""Requests are checked for their actor and permission when the game's queue reaches them."""

from collections.abc import Awaitable, Callable

import pytest

from bot.posts.control_ids import Verb
from sandbox import Persona, Reply
from tests.bot.harbour import Harbour, offered
from tests.bot.lobbies import use_lobby
from tests.bot.mastery import master
from tests.bot.queues import held_up

Deed = Callable[[Harbour, Persona], Awaitable[Callable[[], "Awaitable[Reply]"]]]
"""Prepares a person's deed, and returns the function that does it."""


async def _command(_: Harbour, bo: Persona) -> Callable[[], Awaitable[Reply]]:
    options = {"piece": "boat", "route": "N4", "from": "F2"}
    return lambda: bo.slash("/portflower move", options=options)


async def _line(_: Harbour, bo: Persona) -> Callable[[], Awaitable[Reply]]:
    return lambda: bo.slash("/game do", action="b N4@F2")


async def _several_in_a_line(_: Harbour, bo: Persona) -> Callable[[], Awaitable[Reply]]:
    return lambda: bo.slash("/game do", action="b N4@F2 / s1 E0 S0")


async def _menu(harbour: Harbour, bo: Persona) -> Callable[[], Awaitable[Reply]]:
    page = (await harbour.told(await bo.press(harbour.newest, "Your choices"))).message
    return lambda: bo.choose(page, offered(page)[0].value, placeholder="A shark …")


async def _take_back(harbour: Harbour, bo: Persona) -> Callable[[], Awaitable[Reply]]:
    await harbour.told(await bo.slash("/game do", action="b N4@F2"))
    post = harbour.newest
    return lambda: bo.press(post, "Take back")


async def _resignation(harbour: Harbour, bo: Persona) -> Callable[[], Awaitable[Reply]]:
    page = (await harbour.told(await bo.slash("/game leave"))).message
    return lambda: bo.press(page, "Yes, resign")


@pytest.mark.parametrize("deed", [_command, _line, _several_in_a_line, _menu, _take_back, _resignation])
async def test_who_lost_the_seat_while_waiting_in_the_queue_does_nothing(
    harbour: Harbour, deed: Deed
) -> None:
    ann, bo = await harbour.race_of_two()
    (eve,) = harbour.people("Edda")
    act = await deed(harbour, bo)
    before = len(await harbour.journal())
    async with held_up(harbour) as queue:
        await queue.join(master(ann, "substitute", player="Bo", newcomer=eve.id, reason="a holiday"))
        reply = await queue.join(act())
    assert "You are not playing in this game" in reply.text
    assert [line.entry.kind for line in (await harbour.journal())[before:]] == ["substitute"]


async def test_who_lost_the_seat_right_after_acting_is_told_what_they_did(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two()
    (eve,) = harbour.people("Edda")
    async with held_up(harbour) as queue:
        line = await queue.join(bo.slash("/game do", action="b N4@F2"))
        command = await queue.join(bo.slash("/portflower move", piece="shark1", route="E0 S0"))
        await queue.join(master(ann, "substitute", player="Bo", newcomer=eve.id, reason="a holiday"))
    assert "F6" in line.text
    assert "You are not playing" not in command.text


async def test_a_press_whose_question_was_asked_again_while_it_waited_does_nothing(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two(repellent="coin")
    await harbour.force(0, 4, 0, 0)
    await harbour.told(await bo.slash("/game do", action="b N4@F2 / s1 E0 S0"))
    await harbour.told(await ann.slash("/game do", action="s1 E4"))
    post, page = harbour.newest, (await harbour.gm(ann, "undo", to="5")).message
    form = (await harbour.told(await ann.press(page, "Go back to this…"))).modal
    before = len(await harbour.journal())
    async with held_up(harbour) as queue:
        await queue.join(ann.submit(form, {"reason": "a slip"}))
        await queue.join(bo.slash("/game do", action="b N4@F2"))
        await queue.join(bo.slash("/game do", action="s1 E0 S0"))
        await queue.join(ann.slash("/game do", action="s1 E4"))
        reply = await queue.join(bo.press(post, "Let it come"))
    assert "earlier moment" in reply.text
    assert [line.entry.kind for line in (await harbour.journal())[before:]] == ["undo", *["act"] * 3]


# Game masters


async def test_who_answered_while_a_game_master_was_about_to_skip_is_not_skipped(harbour: Harbour) -> None:
    ann, bo = await harbour.race_of_two()
    before = len(await harbour.journal())
    async with held_up(harbour) as queue:
        await queue.join(bo.slash("/game do", action="b N4@F2"))
        reply = await queue.join(master(ann, "skip", reason="no signal"))
    assert "has answered meanwhile" in reply.text
    assert [line.entry.kind for line in (await harbour.journal())[before:]] == ["act"]


@pytest.mark.parametrize(
    ("task", "options"),
    [
        ("act", {"action": "b N4@F2"}),
        ("skip", {}),
        ("substitute", {"newcomer": "Finn"}),
    ],
)
async def test_what_was_meant_for_a_player_is_not_done_to_the_next_one_on_the_seat(
    harbour: Harbour, task: str, options: dict[str, str]
) -> None:
    ann, _ = await harbour.race_of_two()
    eve, finn = harbour.people("Edda", "Finn")
    before = len(await harbour.journal())
    filled = {name: finn.id if value == "Finn" else value for name, value in options.items()}
    async with held_up(harbour) as queue:
        await queue.join(master(ann, "substitute", player="Bo", newcomer=eve.id, reason="a holiday"))
        reply = await queue.join(master(ann, task, **{"player": "Bo", "reason": "no signal", **filled}))
    assert "has that seat by now" in reply.text
    assert [line.entry.kind for line in (await harbour.journal())[before:]] == ["substitute"]


# Lobbies


async def test_a_start_that_waited_for_somebody_to_leave_does_not_happen(harbour: Harbour) -> None:
    ann, bo = harbour.people("Ann", "Bo")
    await harbour.open_lobby(ann, bo)
    lobby = harbour.newest
    async with held_up(harbour) as queue:
        await queue.join(bo.slash("/game leave"))
        reply = await queue.join(use_lobby(ann, lobby, "start"))
    assert "needs 1 more player" in reply.text
    assert (await harbour.table()).row.status == "lobby"


@pytest.mark.parametrize(
    ("verb", "path"),
    [
        ("join", ()),
        ("leave", ()),
        ("preset", ("wild",)),
        ("close", ()),
        ("start", ()),
    ],
)
async def test_what_waited_for_the_start_comes_too_late(
    harbour: Harbour, verb: Verb, path: tuple[str, ...]
) -> None:
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    await harbour.open_lobby(ann, bo)
    lobby, who = harbour.newest, cato if verb == "join" else ann
    async with held_up(harbour) as queue:
        await queue.join(use_lobby(ann, lobby, "start"))
        reply = await queue.join(use_lobby(who, lobby, verb, *path))
    assert "begun" in reply.text
    assert len(await harbour.journal()) == 1
    assert (await harbour.table()).row.names() == {1: "Ann", 2: "Bo"}


async def test_a_game_that_ended_while_its_move_waited_stays_where_it_is(harbour: Harbour) -> None:
    ann, _ = await harbour.race_of_two()
    async with held_up(harbour) as queue:
        await queue.join(master(ann, "end", reason="a storm"))
        reply = await queue.join(master(ann, "move", to=harbour.discord.channel("south")))
    assert "stays where it is" in reply.text
    assert (await harbour.table()).row.channel == harbour.place.id
