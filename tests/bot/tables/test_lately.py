"""Which steps a picture's traces are made of."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.store.rows import EntryRow
from bot.tables.lately import MOST, steps_to, told_of
from rules.engine.entry import Actor, EntryKind
from rules.engine.event import Decided, dump_event
from tests.bot.harbour import Harbour
from tests.bot.store.samples import entry
from tests.toy_game import Nim, Taken


class Journal:
    """Entries by number, and how often they were read."""

    def __init__(self, *rows: EntryRow) -> None:
        self.rows = rows
        self.reads = 0

    async def read(self, first: int, last: int) -> Sequence[EntryRow]:
        self.reads += 1
        return self.rows[first - 1 : last]

    async def steps_to(self, head: int) -> list[int]:
        return [row.entry.number for row in await steps_to(head, self.read)]


def line(number: int, turn: str, parent: int = -1, role: str = "seat", kind: EntryKind = "act") -> EntryRow:
    """A line made by that role, after which it is that turn."""
    changes = {
        "parent": parent if parent >= 0 else number - 1,
        "actor": Actor.model_validate({"role": role, "player": "Ann"}),
        "kind": kind,
    }
    return replace(entry(number), entry=entry(number).entry.model_copy(update=changes), turn=turn)


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
    assert [type(event) for event in told_of(Nim(), steps, None)] == [Decided, Taken, Taken]


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
    for _ in range(2):  # the first turn is told as long as there is none but the one after it
        await harbour.skip()
    await harbour.delivered()
    monkeypatch.setattr(harbour.bot.store, "entries_between", None)
    last = table.match.position.last
    found = [row.entry.number for row in await table.entries(last - MOST, last)]
    assert found == [*range(last - MOST, last + 1)]
