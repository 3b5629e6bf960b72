"""A whole game, replayed so that it can be shown step by step."""

from collections.abc import Sequence

from bot.sessions.recent_steps import steps_to, told_of
from bot.store.rows import EntryRow
from rules.engine.entry import Entry, Opening
from rules.engine.errors import JournalDiffers
from rules.engine.event import dump_event
from rules.engine.game import AnyGame, View
from rules.engine.journal import Journal, line
from rules.engine.match import Advance, Match
from rules.engine.verify import Verification, verify_journal


class Played:
    """A replayed journal; entries made under older rules are not replayed."""

    def __init__(self, game: AnyGame, opening: Opening, seed: bytes, journal: Journal) -> None:
        """Replay the journal, which runs the rules for every entry. Raises JournalDiffers."""
        self._game = game
        self._journal = journal
        self.advances: dict[int, Advance] = {}
        """The result of each replayed entry."""
        self.found: Verification = verify_journal(game, opening, seed, journal, self._keep)
        if self.found.problems:
            raise JournalDiffers(f"This game cannot be played again. {self.found.problems[0]}")

    @property
    def match(self) -> Match:
        """The final match. Raises JournalDiffers if nothing can be replayed."""
        if not self.advances:
            raise JournalDiffers("This game was played under other rules than this program's.")
        return self.advances[max(self.advances)].match

    def steps(self) -> list[int]:
        """Return the public steps on the current line, oldest first."""
        counts = line(self._journal, self.match.position.head)
        return [one for one in counts if one in self.advances and not self._journal[one - 1].secret]

    def turn_of(self, entry: int) -> str:
        """Return the key of the turn after `entry`."""
        match = self.advances[entry].match
        return match.game.turn(match.shown)

    def round_of(self, entry: int) -> str:
        """Return the key of the round after `entry`; empty if the game has no rounds."""
        match = self.advances[entry].match
        return match.game.round(match.shown)

    def rows(self) -> list[EntryRow]:
        """Return the whole journal as stored rows; entries that were not replayed have no events."""
        return [self._row(entry) for entry in self._journal]

    async def view(self, entry: int) -> View:
        """Return the public view after `entry`, with the moves of the last steps."""
        match = self.advances[entry].match
        steps = await steps_to(self._game, match.position.head, self._rows)
        return match.view(None, told_of(self._game, steps, None))

    def _keep(self, advance: Advance) -> str:
        self.advances[advance.entry.number] = advance
        return ""

    async def _rows(self, first: int, last: int) -> Sequence[EntryRow]:
        return [self._row(entry) for entry in self._journal[first - 1 : last]]

    def _row(self, entry: Entry) -> EntryRow:
        if entry.number not in self.advances:
            return EntryRow(entry, ())
        events = self.advances[entry.number].events
        return EntryRow(entry, tuple(map(dump_event, events)), self.turn_of(entry.number))
