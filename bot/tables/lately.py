"""What happened lately: the steps of the last two turns, from which a picture's traces are made.

They are the steps on the line that leads to the position shown, so what was undone leaves no trace. What the
system did by itself belongs to the turn of whoever acted before it: people look on after it.
"""

from collections.abc import Awaitable, Callable, Sequence

from bot.store.rows import EntryRow
from rules.engine.event import Decided, Event, told_to
from rules.engine.game import AnyGame

STRETCH = 16
"""Entries that are read at once on the way back."""

MOST = 60
"""The most steps that are looked at."""

TURNS = 2

Read = Callable[[int, int], Awaitable[Sequence[EntryRow]]]
"""Reads the entries `first..last` of a journal."""


async def steps_to(head: int, read: Read) -> list[EntryRow]:
    """The latest steps that lead to the position after entry `head`, oldest first."""
    rows: dict[int, EntryRow] = {}
    steps: list[EntryRow] = []
    turns: list[str] = []
    number = head
    while number and len(steps) < MOST:
        if number not in rows:
            rows |= {row.entry.number: row for row in await read(max(1, number - STRETCH), number)}
        row = rows[number]
        if not _by_itself(row) and row.turn not in turns:
            if len(turns) == TURNS:
                break
            turns.append(row.turn)
        steps.append(row)
        number = row.entry.parent
    return steps[::-1]


def told_of(game: AnyGame, steps: Sequence[EntryRow], seat: int | None) -> tuple[Event, ...]:
    """What that seat was told of these steps, or with `None` everybody, marked where somebody decided."""
    told: list[Event] = []
    for row in steps:
        if row.entry.kind == "amend":
            # What was told before may not be where it is any more.
            told.clear()
        if not _by_itself(row):
            told.append(Decided())
        told += map(game.load_event, row.events)
    return told_to(told, seat)


def _by_itself(row: EntryRow) -> bool:
    return row.entry.actor.role == "system" and row.entry.kind != "start"
