"""A whole game played again, to be looked at step by step."""

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
    """A journal that was played again, as far as this program's rules go back."""

    def __init__(self, game: AnyGame, opening: Opening, seed: bytes, journal: Journal) -> None:
        """Play it; costs about what playing it for the first time cost. Raises JournalDiffers."""
        self._game = game
        self._journal = journal
        self.advances: dict[int, Advance] = {}
        """Entry -> what came of it."""
        self.found: Verification = verify_journal(game, opening, seed, journal, self._keep)
        if self.found.problems:
            raise JournalDiffers(f"This game cannot be played again. {self.found.problems[0]}")

    @property
    def match(self) -> Match:
        """How it stands. Raises JournalDiffers where nothing of it can be played again."""
        if not self.advances:
            raise JournalDiffers("This game was played under other rules than this program's.")
        return self.advances[max(self.advances)].match

    def steps(self) -> list[int]:
        """The steps on the line that counts which everybody knows of, oldest first."""
        counts = line(self._journal, self.match.position.head)
        return [one for one in counts if one in self.advances and not self._journal[one - 1].secret]

    def turn_of(self, entry: int) -> str:
        """The turn in which a game stands after that entry."""
        match = self.advances[entry].match
        return match.game.turn(match.shown)

    def round_of(self, entry: int) -> str:
        """The round in which it stands then; empty where there are none."""
        match = self.advances[entry].match
        return match.game.round(match.shown)

    def rows(self) -> list[EntryRow]:
        """The whole journal as the store would have it; what older entries told is not known."""
        return [self._row(entry) for entry in self._journal]

    async def view(self, entry: int) -> View:
        """What everybody saw after that entry, with the moves that led there."""
        match = self.advances[entry].match
        steps = await steps_to(self._game, match.position.head, self._rows)
        return match.view(None, told_of(self._game, steps, None))

    def _keep(self, advance: Advance) -> str:
        self.advances[advance.entry.number] = advance
        return ""

    async def _rows(self, first: int, last: int) -> Sequence[EntryRow]:
        """The entries as the store would have them; what older ones told is not known."""
        return [self._row(entry) for entry in self._journal[first - 1 : last]]

    def _row(self, entry: Entry) -> EntryRow:
        if entry.number not in self.advances:
            return EntryRow(entry, ())
        events = self.advances[entry.number].events
        return EntryRow(entry, tuple(map(dump_event, events)), self.turn_of(entry.number))
