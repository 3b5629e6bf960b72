"""The part of the journal that a post narrates, with earlier turns and the post's own turn so far."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.sessions.outbox_planner import CALLS_AGAIN
from bot.sessions.recent_steps import STRETCH, Read, Turn, TurnPart, steps_to, turns_in
from bot.sessions.undo_path import Journeys, chapter_of
from bot.store.rows import EntryRow, GameRow, PostRow
from rules.engine.game import AnyGame


@dataclass(frozen=True)
class Passage:
    """The part of the journal that a post narrates.

    `rows` are the narrated entries, from the previous turn and the post's own turn. `begun` is the number of
    the entry that began the post's own turn or has news. `turns` are the turns since the last turn of the
    seat `reader`; the newest is the post's own. `reader` is 0 unless the post mentions only one person.
    """

    rows: Sequence[EntryRow]
    begun: int
    turns: Sequence[Turn]
    reader: int
    journeys: Journeys

    @property
    def first(self) -> int:
        """The number of the first narrated entry."""
        return self.rows[0].entry.number if self.rows else self.begun + 1

    @property
    def last(self) -> int:
        """The number of the last narrated entry."""
        return self.rows[-1].entry.number if self.rows else self.begun

    @property
    def earliest(self) -> int:
        """The number of the earliest entry in `rows` and `turns`."""
        return min([self.first, *(part.row.entry.number for turn in self.turns for part in turn.parts[:1])])


async def passage_of(game: AnyGame, row: GameRow, post: PostRow, read: Read, machine: int) -> Passage:
    """Return the passage of a post. `machine` is the bot's user id. The bot never counts as a reader."""
    rows = await _since_last_boundary(post, read)
    numbers = {row.entry.number: row for row in rows}
    bounds = [number for number in numbers if number >= post.first and _is_boundary(numbers, number)]
    begun = bounds[-1] if bounds else min(numbers)
    # An earlier post narrates the first row, which began the previous turn.
    told = rows if post.first in {1, min(numbers)} else rows[1:]
    chapter = await chapter_of(told, read)
    reader = _reader(numbers, post, begun)
    if reader and row.seated(begun)[reader].user == machine:
        reader = 0
    steps = await _steps(game, numbers.get(begun), read, reader, told)
    parent = steps[0].entry.parent if steps else 0
    before = (await read(parent, parent))[0].turn if parent else None
    turns = await _with_whole_steps(turns_in(game, steps, None, before), read)
    return Passage(told, begun, turns, reader, chapter.journeys)


async def _since_last_boundary(post: PostRow, read: Read) -> list[EntryRow]:
    """Return the post's entries and earlier entries, back to the last boundary (`_is_boundary`)."""
    first, rows = post.first, list[EntryRow]()
    while first > 1:
        first, last = max(1, first - STRETCH), (rows[0].entry.number - 1 if rows else post.last)
        rows = [*await read(first, last), *rows]
        numbers = {row.entry.number: row for row in rows}
        before = [number for number in numbers if number < post.first and _is_boundary(numbers, number)]
        if before:
            return [row for row in rows if row.entry.number >= before[-1]]
    return rows or [*await read(1, post.last)]


def _is_boundary(rows: dict[int, EntryRow], number: int) -> bool:
    """Return whether the entry began another turn or is news; false if `rows` lacks the previous entry."""
    if number == 1 or rows[number].entry.kind in CALLS_AGAIN:
        return True
    return number - 1 in rows and rows[number].turn != rows[number - 1].turn


def _reader(rows: dict[int, EntryRow], post: PostRow, begun: int) -> int:
    """Return the only seat that the post mentions at the beginning of a turn; 0 if there is no such seat."""
    begins = begun >= post.first and begun - 1 in rows and rows[begun].turn != rows[begun - 1].turn
    return post.called[0] if begins and len(post.called) == 1 else 0


async def _with_whole_steps(turns: Sequence[Turn], read: Read) -> Sequence[Turn]:
    """Return the turns, whose first step gets back the events that `steps_to` may have cut.

    The wording of a story depends on earlier stories of the same step.
    """
    first = next((part.row for turn in turns for part in turn.parts), None)
    if first is None:
        return turns
    (whole,) = await read(first.entry.number, first.entry.number)
    cut = len(whole.events) - len(first.events)

    def mended(part: TurnPart) -> TurnPart:
        return part._replace(row=whole, start=part.start + cut) if part.row is first else part

    return [turn._replace(parts=tuple(map(mended, turn.parts))) for turn in turns]


async def _steps(
    game: AnyGame, begun: EntryRow | None, read: Read, reader: int, told: Sequence[EntryRow]
) -> list[EntryRow]:
    """Return the steps that lead to the position after entry `begun`, including all narrated steps."""
    if begun is None:
        return []
    entry = begun.entry
    steps = await steps_to(game, entry.number if entry.moves else entry.parent, read, reader)
    whole = {row.entry.number: row for row in told}
    steps = [whole.get(row.entry.number, row) for row in steps]
    while steps and steps[0].entry.parent in whole:
        steps.insert(0, whole[steps[0].entry.parent])
    return steps
