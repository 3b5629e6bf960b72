"""The paths of undos and redos, which are the steps that were taken back or restored."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.sessions.recent_steps import STRETCH, Read
from bot.store.rows import EntryRow
from rules.engine.entries import kind_of
from rules.engine.entry import Entry


def _ends(entry: Entry) -> tuple[int, int] | None:
    """Return the start and the goal of an undo, a redo or a vote on either; `None` for other entries."""
    if kind_of(entry).travels:
        return entry.left, entry.parent
    return (entry.parent, entry.left) if entry.kind == "propose" and entry.left else None


@dataclass(frozen=True)
class UndoPath:
    """The path between two positions, whose turns are `left` and `reached`.

    `back` are the steps that were taken back, and `forth` are the restored steps, oldest first.
    """

    back: tuple[EntryRow, ...]
    forth: tuple[EntryRow, ...]
    left: str
    reached: str

    def with_turns(self, name: Callable[[str], str]) -> "UndoPath":
        """Return the same path with the game's names for its turns."""
        return replace(self, left=self.left and name(self.left), reached=self.reached and name(self.reached))


Journeys = Mapping[int, UndoPath]
"""The path of each undo and redo, and of each vote on one, by the number of the entry."""


def steps_between(journal: Sequence[EntryRow], goal: int, head: int) -> list[EntryRow]:
    """Return the steps in a whole journal that lead from entry `goal` to the later entry `head`."""
    steps = []
    while head > goal:
        steps.append(journal[head - 1])
        head = steps[-1].entry.parent
    return steps[::-1]


class Chapter(NamedTuple):
    """Entries that are narrated together, and the paths of the undos and redos among them."""

    entries: Sequence[EntryRow]
    journeys: Journeys


def undo_paths_in(journal: Sequence[EntryRow]) -> Journeys:
    """Return the paths of all undos and redos in a whole journal."""
    rows = {row.entry.number: row for row in journal}
    led = ((row.entry.number, _ends(row.entry)) for row in journal)
    return {number: _journey(*ends, rows) for number, ends in led if ends}


async def chapter_of(entries: Sequence[EntryRow], read: Read) -> Chapter:
    """Return the entries with the paths that their narration needs."""
    travels = [row.entry for row in entries if _ends(row.entry)]
    return Chapter(entries, {entry.number: await undo_path_of(entry, read) for entry in travels})


async def undo_path_of(entry: Entry, read: Read) -> UndoPath:
    """Return the path of an undo, a redo or a vote on either."""
    rows: dict[int, EntryRow] = {}
    left, reached = _ends(entry) or (entry.parent, entry.parent)
    first = max(left, reached) + 1
    while True:
        first, last = max(1, first - STRETCH), first - 1
        rows |= {row.entry.number: row for row in await read(first, last)}
        try:
            return _journey(left, reached, rows)
        except KeyError:
            if first == 1:
                raise


def _journey(start: int, goal: int, rows: Mapping[int, EntryRow]) -> UndoPath:
    """Return the path between two positions. Raises KeyError if a row is missing."""
    back, forth = [], []
    one, other = start, goal
    # A step continues an older step, so the newer of two steps cannot be on the line of the older step.
    while one != other:
        if one > other:
            back.append(rows[one])
            one = rows[one].entry.parent
        else:
            forth.append(rows[other])
            other = rows[other].entry.parent
    return UndoPath(tuple(reversed(back)), tuple(reversed(forth)), rows[start].turn, rows[goal].turn)
