"""A write fails while a game continues automatically. Within a minute the game has continued nevertheless."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import groupby

import pytest

from bot import metrics
from bot.sessions.timekeeper import FORGETS_EVERY, PERIOD, Timekeeper
from bot.store.errors import NotSaved
from bot.store.rows import Pending
from rules.engine.entries import Undo
from rules.port_flower.events import SharkRepelled
from sandbox import Persona
from tests.bot.background import results_are_stored
from tests.bot.harbour import MASTER, Harbour
from tests.bot.store.writers import allow_writing, forbid_writing
from tests.bot.voyages import lay_out
from tests.faults.test_failed_writes import Fault, refused, strike, unheard
from tests.rules.port_flower.table import Table as Race

MINUTE = 60
DAY = 86_400

Arrange = Callable[[Harbour, pytest.MonkeyPatch], Awaitable[Callable[[], Awaitable[object]]]]


@dataclass(frozen=True)
class Case:
    """An entry after which a game continues automatically, and the entries that follow."""

    arrange: Arrange
    """Prepares the case, and returns the function that makes the entry."""
    done: str
    pending: Pending
    follow: tuple[str, ...]


async def says(harbour: Harbour, person: Persona, line: str, **options: str | int | bool) -> str:
    return (await harbour.told(await person.slash(line, options=options))).text


def clock(harbour: Harbour) -> Timekeeper:
    assert harbour.bot.timekeeper is not None
    return harbour.bot.timekeeper


async def time_is_up(harbour: Harbour, later: int) -> None:
    """Let the clock check the deadlines `later` seconds after the question."""
    since = (await harbour.table()).match.position.awaited[0].since
    await harbour.pass_time(since + later)
    await clock(harbour).look()
    await clock(harbour).carry_out_plans()
    await harbour.calm()


# Automatic entries


async def bots_seat(harbour: Harbour, _: pytest.MonkeyPatch) -> Callable[[], Awaitable[object]]:
    """Ann, who plays with a seat of the bot, moves."""
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    await harbour.start_race(ann, bo, cato, first_player="seat1")
    await harbour.gm(ann, "kick", player="Bo", reason="rude")
    return harbour.skip


async def undo_to_the_bots_seat(
    harbour: Harbour, patch: pytest.MonkeyPatch
) -> Callable[[], Awaitable[object]]:
    """A game master undoes the bot's move."""
    await (await bots_seat(harbour, patch))()
    moved = next(line.entry for line in await harbour.journal() if line.entry.seat == 2 and line.entry.moves)
    table, now = await harbour.table(), harbour.bot.now()
    return lambda: table.travel(lambda row, match, _: (row, match.enter(Undo(moved.parent), MASTER, now)), 0)


async def single_answer(harbour: Harbour, _: pytest.MonkeyPatch) -> Callable[[], Awaitable[object]]:
    """Ann's boat moves, so that only one movement of a shark remains for her."""
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    await harbour.start_race(ann, bo, cato, first_player="seat1")
    await lay_out(harbour, Race("3445", sharks="J2 J4", M="D3 5", C="K8 5").state)
    return lambda: says(harbour, ann, "/game do", action="b NE3")


async def standing_orders(harbour: Harbour, _: pytest.MonkeyPatch) -> Callable[[], Awaitable[object]]:
    """A game begins whose players have permanent answers."""
    ann, bo = people = harbour.people("Ann", "Bo")
    for person in people:
        page = (await harbour.told(await person.slash("/game orders"))).message
        await harbour.told(
            await person.choose(page, "repel_policy never", placeholder="Begin Sailing Port Flower with …")
        )
    await harbour.open_lobby(ann, bo, repellent="coin", first_player="seat1")
    return lambda: harbour.lobby_control(ann, "start")


async def stays_away(harbour: Harbour, _: pytest.MonkeyPatch) -> Callable[[], Awaitable[object]]:
    """The time is up for a player, who has then missed too many turns."""
    people = harbour.people("Ann", "Bo", "Cato")
    await harbour.start_race(*people, first_player="seat1", pace="day", missed="1")
    return lambda: time_is_up(harbour, DAY)


async def halted_plan(harbour: Harbour, patch: pytest.MonkeyPatch) -> Callable[[], Awaitable[object]]:
    """Bo's plan is carried out, with an unforeseeable result."""
    patch.setattr(SharkRepelled, "halts", True)
    ann, bo = await harbour.race_of_two(repellent="coin")
    await harbour.force(0, 4, 0, 1)
    await says(harbour, bo, "/game do", action="b N4@F2 / s1 E0 S0")
    for line in ("repel yes", "repel no"):
        await says(harbour, bo, "/game plan", action=line, wait=True)
    await says(harbour, ann, "/game do", action="s1 E4")
    return lambda: time_is_up(harbour, 2 * MINUTE)


async def moot_question(harbour: Harbour, _: pytest.MonkeyPatch) -> Callable[[], Awaitable[object]]:
    """The others are asked for a pause, but one of them leaves."""
    ann, bo, cato = harbour.people("Ann", "Bo", "Cato")
    await harbour.start_race(ann, bo, cato, first_player="seat1")
    await says(harbour, ann, "/game ask", what="pause", reason="dinner")
    return lambda: harbour.resign(cato)


CASES = {
    "the bot's seat": Case(bots_seat, "timeout 1", "play", ("act 2",)),
    "back to the bot's seat": Case(undo_to_the_bots_seat, "undo 0", "play", ("act 2",)),
    "a single answer": Case(single_answer, "act 1", "play", ("act 1",)),
    "standing orders": Case(standing_orders, "start 0", "orders", ("act 1", "act 2")),
    "who stays away": Case(stays_away, "timeout 1", "absent", ("absent 1",)),
    "a halted plan": Case(halted_plan, "act 2", "halted", ("unplan 2",)),
    "a moot question": Case(moot_question, "act 3", "moot", ("refuse 0",)),
}


async def entered(harbour: Harbour, after: int) -> tuple[str, ...]:
    """Return the entries after entry `after`. Consecutive entries of one kind and seat count as one."""
    told = [f"{line.entry.kind} {line.entry.seat}" for line in (await harbour.journal())[after:]]
    return tuple(one for one, _ in groupby(told))


async def length(harbour: Harbour) -> int:
    """Return the number of entries."""
    position = (await harbour.table()).row.position
    return position.last if position else 0


async def pending(harbour: Harbour) -> str:
    """Return what the bot must still do automatically, as stored."""
    row = await harbour.bot.store.game((await harbour.table()).row.id)
    assert row is not None
    return row.pending


def waiting() -> float:
    """Return the value of the host's metric."""
    (metric,) = metrics.GAMES_WAITING.collect()
    return metric.samples[0].value


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
async def test_what_plays_itself_is_made_up_for_when_the_disk_takes_it_again(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, case: Case
) -> None:
    do = await case.arrange(harbour, monkeypatch)
    before = await length(harbour)
    strike(harbour, refused, monkeypatch, passing=1)
    await do()
    await harbour.calm()
    assert await entered(harbour, before) == (case.done,)
    assert await pending(harbour) == case.pending

    await clock(harbour).wake()
    await harbour.calm()
    assert await entered(harbour, before + 1) == case.follow
    assert await pending(harbour) == ""
    await clock(harbour).wake()
    assert await entered(harbour, before + 1) == case.follow


async def test_while_the_disk_takes_nothing_the_host_sees_how_many_games_wait(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    do, store = await bots_seat(harbour, monkeypatch), harbour.bot.store
    strike(harbour, refused, monkeypatch, passing=1)
    await do()
    await forbid_writing(store)
    await clock(harbour).wake()
    assert waiting() == 1
    cato = harbour.crew[2]
    assert "could not be saved" in await says(harbour, cato, "/game do", action="s1 stay")
    await allow_writing(store)
    await clock(harbour).wake()
    assert waiting() == 0
    assert await harbour.awaited() is cato


async def test_whoever_acts_before_the_clock_looks_finds_the_game_gone_on(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    do = await bots_seat(harbour, monkeypatch)
    before = await length(harbour)
    strike(harbour, refused, monkeypatch, passing=1)
    await do()
    await harbour.gm(harbour.crew[2], "pause", reason="dinner")
    await harbour.gm(harbour.crew[0], "pause", reason="dinner")
    assert await entered(harbour, before) == ("timeout 1", "act 2", "pause 0")


@pytest.mark.parametrize("fault", [refused, unheard])
async def test_a_bot_that_dies_before_its_own_move_makes_it_once_when_it_is_back(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    do = await bots_seat(harbour, monkeypatch)
    before = await length(harbour)
    strike(harbour, fault, monkeypatch, passing=1)
    await do()
    await harbour.restart()
    await clock(harbour).wake()
    await harbour.calm()
    assert await entered(harbour, before) == ("timeout 1", "act 2")
    assert await harbour.awaited() is harbour.crew[2]
    assert "❌" not in await says(harbour, harbour.crew[0], "/game check")


@pytest.mark.parametrize("fault", [refused, unheard])
async def test_a_plan_that_could_not_be_stored_is_carried_out_once(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    do = await halted_plan(harbour, monkeypatch)
    before = await length(harbour)
    strike(harbour, fault, monkeypatch)
    for _ in range(3):
        await do()
        await clock(harbour).wake()
    assert await entered(harbour, before) == ("act 2", "unplan 2")


@pytest.mark.parametrize("fault", [refused, unheard])
async def test_an_answer_of_the_rules_that_could_not_be_stored_is_given_once(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, fault: Fault
) -> None:
    do = await stays_away(harbour, monkeypatch)
    before = await length(harbour)
    strike(harbour, fault, monkeypatch)
    await do()
    await clock(harbour).look()
    await clock(harbour).wake()
    assert await entered(harbour, before) == ("timeout 1", "absent 1")


async def test_what_a_game_came_to_is_written_down_within_an_hour(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bo = await harbour.race_of_two()
    store = harbour.bot.store
    with monkeypatch.context() as patched:
        patched.setattr(store, "record", _not_saved)
        await harbour.resign(bo)
    game = (await harbour.table()).row.id
    assert await store.unrecorded() == [game]
    later = max(harbour.bot.now(), harbour.bot.tables.now()) + FORGETS_EVERY
    harbour.bot.tables.now = lambda: later
    await clock(harbour).forget()
    await results_are_stored()
    assert await store.unrecorded() == []
    assert len(await store.results_of(bo.id)) == 1


async def _not_saved(*_: object) -> None:
    raise NotSaved("the disk is full")


def test_no_game_waits_for_the_bot_for_more_than_a_minute() -> None:
    assert 2 * PERIOD < MINUTE
