"""Checks that the journals contain the typed lines that were reported as done.

When a line is entered, the rules complete it and drop what no longer matters: `attack B7 secondary fire` is
entered as `attack B7` once the Secondary Guns have fired. A shortcut is entered as the actions it means.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.store.rows import EntryRow, GameRow
from rules.engine.entry import Entry
from rules.engine.errors import HarbourmasterError
from rules.engine.game import State
from rules.engine.match import Match
from tests.faults.ledger import Deed

END_OF_TURN = "end_turn"
"""The action that ends a turn, in games that have one."""


@dataclass(frozen=True)
class Played:
    """An entry, and a match whose journal contains it."""

    match: Match
    entry: Entry

    @cached_property
    def before(self) -> State:
        """The state before the entry."""
        return self.match.at(self.entry.parent).shown

    def is_meant_by(self, line: str) -> bool:
        """Return whether the rules read the line as the entry's action."""
        game, entry = self.match.game, self.entry
        if entry.kind != "act":
            return False
        try:
            first = game.spelled(self.before, entry.seat, game.read(line))[0]
            return str(game.resolve(self.before, entry.seat, first)) == entry.what
        except HarbourmasterError:
            return False


def missing(deeds: Sequence[Deed], games: Sequence[tuple[GameRow, Match, Sequence[EntryRow]]]) -> list[str]:
    """Return sentences about typed lines that were reported as done, but have no entry of their own."""
    entries, typed = defaultdict[int, list[Played]](list), defaultdict[int, list[str]](list)
    for row, match, journal in games:
        for entry in (line.entry for line in journal):
            if (who := _whose(row, entry)) is not None:
                entries[who].append(Played(match, entry))
    for deed in deeds:
        typed[deed.person.id] += entered_of(deed)
    return [
        f"{line!r} of {who} is missing from the journal"
        for who, lines in typed.items()
        for line in without_entry(lines, entries[who])
    ]


def entered_of(deed: Deed) -> list[str]:
    """Return those actions of a line that were reported as done, so the journal must have them.

    A final end of the turn may be missing, because the turn may be over by then.
    """
    *before, last = deed.done or [""]
    return before if not last or (before and last == END_OF_TURN) else deed.done


def _whose(row: GameRow, entry: Entry) -> int | None:
    """Return the person who made an entry, or for whom it was made automatically."""
    if entry.actor.player:
        return row.user_of(entry.actor.player)
    if entry.actor.role == "system" and entry.seat:
        return row.seated(entry.number)[entry.seat].user
    return None


def without_entry(lines: Sequence[str], entries: Sequence[Played]) -> list[str]:
    """Return the lines that remain after as many lines as possible are paired with an entry."""
    return [*_Pairing(lines, entries).left()]


class _Pairing:
    """Pairs lines with entries. An entry that fits one line may be needed for another line."""

    def __init__(self, lines: Sequence[str], entries: Sequence[Played]) -> None:
        self._lines = lines
        self._entries = entries
        self._line_of: dict[int, int] = {}
        """The line of each entry, by their indexes."""

    def left(self) -> Iterator[str]:
        """Pair all lines, and yield the lines without an entry."""
        unlike = [number for number in range(len(self._lines)) if not self._reads_like_one(number)]
        for number in unlike:
            if not self._finds(number, set()):
                yield self._lines[number]

    def _reads_like_one(self, number: int) -> bool:
        line = self._lines[number]
        for place, one in enumerate(self._entries):
            if place not in self._line_of and one.entry.what == line:
                self._line_of[place] = number
                return True
        return False

    def _finds(self, number: int, tried: set[int]) -> bool:
        """Pair a line with an entry. If another line has the entry, that line may get a different entry."""
        for place, one in enumerate(self._entries):
            if place in tried or not one.is_meant_by(self._lines[number]):
                continue
            tried.add(place)
            if place not in self._line_of or self._finds(self._line_of[place], tried):
                self._line_of[place] = number
                return True
        return False
