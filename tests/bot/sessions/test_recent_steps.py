"""The steps that a picture's traces show, and the turns to which they belong."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

import pytest

from bot.sessions.recent_steps import MOST, steps_to, told_of, turns_in
from bot.store.rows import EntryRow
from rules.engine.entry import Actor, EntryKind
from rules.engine.event import Decided, Event, TurnBegan, dump_event
from rules.engine.seat import Seat
from tests.bot.harbour import Harbour
from tests.bot.store.samples import entry
from tests.toy_game import Nim, Taken


class Opened(Event):
    """The beginning of a turn."""

    kind, opens_turn = "opened", True
    seat: Seat


class Whispered(Event):
    """A private event."""

    kind, private = "whispered", True
    seat: Seat


class Opening(Nim):
    """The toy game, in which an event opens each turn."""

    events: ClassVar[tuple[type[Event], ...]] = (Taken, Opened, Whispered)  # type: ignore[assignment]


GAME = Opening()

NEXT = 2
"""Return the seat after the first."""


class Journal:
    """Entries by number, with the number of times that each was read."""

    def __init__(self, *rows: EntryRow) -> None:
        self.rows = rows
        self.reads = 0

    async def read(self, first: int, last: int) -> Sequence[EntryRow]:
        self.reads += 1
        return self.rows[first - 1 : last]

    async def steps_to(self, head: int, reader: int = 0) -> list[int]:
        return [row.entry.number for row in await steps_to(GAME, head, self.read, reader)]


def line(number: int, turn: str, parent: int = -1, role: str = "seat", kind: EntryKind = "act") -> EntryRow:
    """Return the row of an entry by an actor with this role. `turn` is the current turn after the entry."""
    changes = {
        "parent": parent if parent >= 0 else number - 1,
        "actor": Actor.model_validate({"role": role, "player": "Ann"}),
        "kind": kind,
    }
    return replace(entry(number), entry=entry(number).entry.model_copy(update=changes), turn=turn)


def taking(row: EntryRow, seat: int, opens: int = 0, *, secret: bool = False) -> EntryRow:
    """Return the row with events: `seat` took something, and a turn of the seat `opens` began (0: none)."""
    events = [Whispered(seat=seat) if secret else Taken(seat=seat, buoys=1, drifted=0)]
    told = [dump_event(event) for event in [*events, *([Opened(seat=opens)] if opens else [])]]
    changes = {"seat": seat, "secret": secret}
    return replace(row, entry=row.entry.model_copy(update=changes), events=tuple(told))


def round_of_three(rounds: int) -> list[EntryRow]:
    """Return successive turns of three seats, in which each step ends a turn and begins the next."""
    steps = range(1, 3 * rounds + 1)
    return [taking(line(n, str(n)), (n - 1) % 3 + 1, n % 3 + 1) for n in steps]


async def test_the_turn_that_is_over_is_seen_as_a_whole() -> None:
    journal = Journal(*(line(n, turn) for n, turn in enumerate(["1", "1", "2", "2", "2", "3"], 1)))
    assert await journal.steps_to(6) == [3, 4, 5, 6]


async def test_a_turn_under_way_is_seen_with_the_one_before_it() -> None:
    journal = Journal(*(line(n, turn) for n, turn in enumerate(["1", "1", "2", "2", "3", "3"], 1)))
    assert await journal.steps_to(6) == [3, 4, 5, 6]


async def test_what_was_undone_is_not_seen() -> None:
    undo = line(4, "1", parent=1, kind="undo")
    journal = Journal(line(1, "1"), line(2, "1"), line(3, "2"), undo, line(5, "2", parent=1))
    assert await journal.steps_to(5) == [1, 5]


async def test_what_happens_by_itself_is_seen_with_the_move_before_it() -> None:
    by_itself = [line(4, "3", role="system"), line(5, "4", role="system"), line(6, "5", role="system")]
    journal = Journal(line(1, "1"), line(2, "1"), line(3, "2"), *by_itself)
    assert await journal.steps_to(6) == [1, 2, 3, 4, 5, 6]


def test_the_events_of_what_somebody_decided_are_marked() -> None:
    told = dump_event(Taken(seat=1, buoys=2, drifted=0))
    steps = [replace(line(2, "1"), events=(told,)), replace(line(3, "2", role="system"), events=(told,))]
    assert [type(event) for event in told_of(GAME, steps, None)] == [Decided, Taken, Taken]


async def test_who_looks_on_sees_all_since_their_own_last_turn_began() -> None:
    journal = Journal(*round_of_three(3))
    # Step 6 belongs to the turn of seat 3, which step 5 had opened.
    assert await journal.steps_to(8, reader=3) == [5, 6, 7, 8]
    assert await journal.steps_to(8) == [7, 8]


async def test_their_last_turn_is_the_one_before_the_turn_under_way() -> None:
    rows = round_of_three(2)
    under_way = taking(line(7, "6"), 1)
    assert await Journal(*rows, under_way).steps_to(7, reader=1) == [3, 4, 5, 6, 7]


async def test_what_came_before_their_turn_was_opened_is_left_out() -> None:
    journal = Journal(*round_of_three(2))
    first = (await steps_to(GAME, 5, journal.read, 3))[0]
    assert first.entry.number == NEXT
    assert [one["event"] for one in first.events] == ["opened"]


async def test_who_had_no_turn_yet_sees_all_from_the_beginning() -> None:
    assert await Journal(*round_of_three(1)).steps_to(2, reader=3) == [1, 2]


def test_each_turn_begins_with_the_event_that_opens_it() -> None:
    turns = turns_in(GAME, round_of_three(1))
    assert [turn.owner for turn in turns] == [1, 2, 3, 1]
    assert [[part.row.entry.number for part in turn.parts] for turn in turns] == [[1], [1, 2], [2, 3], [3]]
    assert [turn.has_only_begun for turn in turns] == [False, False, False, True]


def test_turns_are_kept_apart_in_what_is_told_and_one_that_has_only_begun_is_none() -> None:
    told = [type(event) for event in told_of(GAME, round_of_three(1)[:2], None)]
    assert told == [Decided, Taken, TurnBegan, Opened, Decided, Taken, Opened]


def test_what_is_done_in_secret_leaves_no_mark_for_others() -> None:
    rows = [*round_of_three(1)[:1], taking(line(2, "1"), NEXT, secret=True)]
    assert told_of(GAME, rows, None) == told_of(GAME, rows[:1], None)
    assert Whispered(seat=NEXT) in told_of(GAME, rows, NEXT)


async def test_a_long_way_back_is_read_in_stretches() -> None:
    journal = Journal(line(1, "1"), *(line(n, "2") for n in range(2, 40)), line(40, "3"))
    assert await journal.steps_to(40) == [*range(2, 41)]
    assert journal.reads == 3


async def test_what_pictures_look_back_over_is_not_read_from_the_store(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.race_of_two(repellent="coin")
    table = await harbour.table()
    ann = Actor(role="seat", player=table.match.opening.players[0])
    for policy in ["always", "ask"] * (MOST // 2):
        order = table.game.read(f"repel_policy {policy}")
        await table.advance(lambda _, match, order=order: match.act(1, order, ann, 0), 0)  # type: ignore[misc]
    for _ in range(2):  # the second skip makes the table stop narrating the first turn
        await harbour.skip()
    await harbour.delivered()
    monkeypatch.setattr(harbour.bot.store, "entries_between", None)
    last = table.match.position.last
    found = [row.entry.number for row in await table.entries(last - MOST, last)]
    assert found == [*range(last - MOST, last + 1)]
