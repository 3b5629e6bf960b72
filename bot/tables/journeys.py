"""Where an undo or a redo led: which steps it took back, and which it brought back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.store.rows import EntryRow
from bot.tables.lately import STRETCH, Read
from rules.engine.entry import Entry

TRAVELS = frozenset({"undo", "redo"})
"""The entries that lead to another position."""


@dataclass(frozen=True)
class Journey:
    """What lies between two positions: the steps taken back and those brought back, each oldest first.

    `left` and `reached` are the turns of the two.
    """

    back: tuple[EntryRow, ...]
    forth: tuple[EntryRow, ...]
    left: str
    reached: str


Journeys = Mapping[int, Journey]
"""Entry -> where it led."""


class Chapter(NamedTuple):
    """Some entries that are told together, and where the undos and redos among them led."""

    entries: Sequence[EntryRow]
    journeys: Journeys


def journeys_in(journal: Sequence[EntryRow]) -> Journeys:
    """Where all undos and redos of a whole journal led."""
    rows = {row.entry.number: row for row in journal}
    return {row.entry.number: _journey(row.entry, rows) for row in journal if row.entry.kind in TRAVELS}


async def chapter_of(entries: Sequence[EntryRow], read: Read) -> Chapter:
    """These entries, with what must be known to tell them."""
    travels = [row.entry for row in entries if row.entry.kind in TRAVELS]
    return Chapter(entries, {entry.number: await journey_of(entry, read) for entry in travels})


async def journey_of(entry: Entry, read: Read) -> Journey:
    """Where that undo or redo led; little more of the journal is read than what lies between."""
    rows: dict[int, EntryRow] = {}
    first = max(entry.left, entry.parent) + 1
    while True:
        first, last = max(1, first - STRETCH), first - 1
        rows |= {row.entry.number: row for row in await read(first, last)}
        try:
            return _journey(entry, rows)
        except KeyError:
            if first == 1:
                raise


def _journey(entry: Entry, rows: Mapping[int, EntryRow]) -> Journey:
    """Where it led. Raises KeyError where a row is missing."""
    back, forth = [], []
    one, other = entry.left, entry.parent
    # A step continues one that is older, so the younger of two cannot lie on the other's line.
    while one != other:
        if one > other:
            back.append(rows[one])
            one = rows[one].entry.parent
        else:
            forth.append(rows[other])
            other = rows[other].entry.parent
    left, reached = rows[entry.left].turn, rows[entry.parent].turn
    return Journey(tuple(reversed(back)), tuple(reversed(forth)), left, reached)
