"""The latest steps, turn by turn, from which a picture's traces and a post's story are made.

Only steps on the line to the shown position count, so undone steps leave no trace.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from pydantic import JsonValue

from bot.store.rows import EntryRow
from rules.engine.event import Decided, Event, TurnBegan, told_to
from rules.engine.game import AnyGame
from rules.engine.match import Match

STRETCH = 16
"""The number of entries that are read together."""

MOST = 90
"""The maximum number of steps that are searched."""

TURNS = 2
"""The number of people's turns that are shown to an onlooker without a seat."""

Read = Callable[[int, int], Awaitable[Sequence[EntryRow]]]
"""Reads the entries from `first` to `last` of a journal."""


class TurnPart(NamedTuple):
    """The part of a step that belongs to one turn. A step may end a turn and begin the next turn.

    `begins` is true for a step's first part. `start` is the number of events in the step's earlier parts.
    """

    row: EntryRow
    events: tuple[dict[str, JsonValue], ...]
    begins: bool = True
    start: int = 0

    @property
    def decided(self) -> bool:
        """Whether a person decided the step in this turn."""
        return self.begins and not _by_itself(self.row)


class Turn(NamedTuple):
    """A turn of the seat `owner` (0: nobody). `parts` are the parts of steps in the turn, in order."""

    owner: int
    parts: tuple[TurnPart, ...]

    @property
    def last(self) -> int:
        """The number of the turn's last entry."""
        return self.parts[-1].row.entry.number

    @property
    def was_played(self) -> bool:
        """Whether a person acted in the turn."""
        return any(part.decided for part in self.parts)

    @property
    def has_only_begun(self) -> bool:
        """Whether no step has begun in the turn so far."""
        return not any(part.begins for part in self.parts)


def reader_of(match: Match) -> int:
    """Return the seat for which the public board is drawn: the awaited seat if there is only one, else 0."""
    awaited = match.position.awaited if match.position.status == "running" else ()
    return awaited[0].seat if len(awaited) == 1 else 0


async def steps_to(game: AnyGame, head: int, read: Read, reader: int = 0) -> list[EntryRow]:
    """Return the latest steps that lead to the position after entry `head`, oldest first.

    If `reader` is a seat, the steps begin with its last turn in which a person acted before the current turn.
    If `reader` is 0, the steps cover the last `TURNS` turns of people. Returns at most `MOST` steps.
    """
    found = _Way(read)
    if not reader:
        await found.back_over(head, TURNS)
        return found.steps
    while await found.back(head, STRETCH):
        turns = turns_in(game, found.steps)
        own = [turn for turn in turns[1:-1] if turn.owner == reader and turn.was_played]
        if own:
            opening = own[-1].parts[0]
            first = opening.row.entry.number
            later = [row for row in found.steps if row.entry.number > first]
            return [replace(opening.row, events=opening.row.events[opening.start :]), *later]
    return found.steps


class _Way:
    """Collects the steps of a line, newest first."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._rows: dict[int, EntryRow] = {}
        self._found: list[EntryRow] = []

    @property
    def steps(self) -> list[EntryRow]:
        """The steps found so far, oldest first."""
        return self._found[::-1]

    async def back(self, head: int, count: int) -> bool:
        """Collect up to `count` more steps. Returns whether any step was found."""
        number = self._found[-1].entry.parent if self._found else head
        before = len(self._found)
        while number and len(self._found) < min(before + count, MOST):
            self._found.append(await self._row(number))
            number = self._found[-1].entry.parent
        return len(self._found) > before

    async def back_over(self, head: int, count: int) -> None:
        """Collect the last `count` turns of people, and the automatic steps after these turns."""
        turns: list[str] = []
        number = head
        while number and len(self._found) < MOST:
            row = await self._row(number)
            if not _by_itself(row) and row.turn not in turns:
                if len(turns) == count:
                    return
                turns.append(row.turn)
            self._found.append(row)
            number = row.entry.parent

    async def _row(self, number: int) -> EntryRow:
        if number not in self._rows:
            read = await self._read(max(1, number - STRETCH), number)
            self._rows |= {row.entry.number: row for row in read}
        return self._rows[number]


def turns_in(
    game: AnyGame, steps: Sequence[EntryRow], seat: int | None = None, before: str | None = None
) -> list[Turn]:
    """Return the steps that `seat` or the public (`None`) knows, turn by turn, oldest first.

    `before` is the turn in progress when the first step was made, if known. A turn begins with the event that
    opens it or, without such an event, after the step that led to another turn. The last turn may be empty.
    """
    found: list[list[TurnPart]] = [[]]
    known = [row for row in steps if not row.entry.secret or row.entry.seat == seat]
    for at, row in enumerate(known):
        opened = [n for n, one in enumerate(row.events) if one["event"] in game.turn_openers]
        ends = [*opened, len(row.events)]
        found[-1].append(TurnPart(row, row.events[: ends[0]]))
        for start, end in zip(opened, ends[1:], strict=True):
            found.append([TurnPart(row, row.events[start:end], begins=False, start=start)])
        made_in = known[at - 1].turn if at else before
        if not opened and made_in is not None and row.turn != made_in:
            found.append([])
    return [Turn(_owner(game, parts), tuple(parts)) for parts in found]


def told_of(game: AnyGame, steps: Sequence[EntryRow], seat: int | None) -> tuple[Event, ...]:
    """Return the events of the steps that `seat` or the public (`None`) knows.

    `Decided` precedes the events of a decision. `TurnBegan` precedes the events of a turn in which a step
    began, unless there are no earlier events.
    """
    told: list[Event] = []
    for turn in turns_in(game, steps, seat):
        if any(part.begins and part.row.entry.kind == "amend" for part in turn.parts):
            # An amendment may have moved or removed pieces, so earlier events are dropped.
            told.clear()
        if told and not turn.has_only_begun:
            told.append(TurnBegan())
        told += told_in(game, turn, seat)
    return tuple(told)


def told_in(game: AnyGame, turn: Turn, seat: int | None) -> tuple[Event, ...]:
    """Return the events of the turn that `seat` or the public (`None`) knows."""
    told: list[Event] = []
    for part in turn.parts:
        if part.begins and part.row.entry.kind == "amend":
            told.clear()
        events = told_to(map(game.load_event, part.events), seat)
        told += [Decided(), *events] if part.decided and events else events
    return tuple(told)


def _owner(game: AnyGame, parts: Sequence[TurnPart]) -> int:
    """Return the seat in the event that opens the turn, else the first seat that acts in the turn, else 0."""
    opening = parts[0].events[0] if parts and parts[0].events else None
    if opening is not None and opening["event"] in game.turn_openers:
        return int(str(opening["seat"]))
    deciding = (part.row.entry.seat for part in parts if part.begins and part.row.entry.decides)
    return next(deciding, 0)


def _by_itself(row: EntryRow) -> bool:
    return row.entry.actor.role == "system" and row.entry.kind != "start"
