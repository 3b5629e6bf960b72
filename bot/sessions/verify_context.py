"""Comparison of a replay with the data outside the journal, for `/game check`."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import JsonValue

from bot.sessions import vote_rules
from bot.sessions.lobby import agreed_by, options_of, table_options_of
from bot.sessions.table_options import chosen_pace
from bot.store.rows import EntryRow, GameRow
from rules.engine.errors import HarbourmasterError
from rules.engine.event import dump_event
from rules.engine.game import AnyGame
from rules.engine.match import Advance, Match, options_data
from rules.engine.registry import game as find_game
from rules.engine.time_control import TimeControl
from rules.engine.verify import Verification
from rules.engine.verify import verify as verify_match


def verify(row: GameRow, match: Match, entries: Sequence[EntryRow]) -> Verification:
    """Replay the whole journal, and compare the result with the data that is stored outside the journal."""
    found = verify_match(match, _VerifyContext(row, match.game, entries))
    if found.problems:
        return found
    if row.vote is None and vote_rules.question(row, entries):
        return replace(found, problems=("The journal contains an open vote that the game does not have.",))
    begun = match.opening.options, match.opening.pace, match.opening.table
    if found.replayed_from != 1 or (_options(row), *_table(row)) == begun:
        return found
    return replace(found, problems=("The options that are shown are not those the game began with.",))


def _options(row: GameRow) -> dict[str, JsonValue] | None:
    try:
        return options_data(find_game(row.slug), options_of(row))
    except HarbourmasterError:
        return None


def _table(row: GameRow) -> tuple[TimeControl | None, dict[str, str] | None]:
    try:
        return chosen_pace(table_options_of(row)), agreed_by(row)
    except HarbourmasterError:
        return None, None


class _VerifyContext:
    """Compares replayed entries with stored data that the journal's hashes do not cover."""

    def __init__(self, row: GameRow, game: AnyGame, entries: Sequence[EntryRow]) -> None:
        self._row = row
        self._game = game
        self._entries = entries

    def __call__(self, advance: Advance) -> str:
        """Return a sentence about stored data that contradicts a replayed entry; empty if all data fits."""
        number = advance.entry.number
        stored = self._entries[number - 1]
        if not self._tells(stored, advance):
            return f"Entry {number}: its stored events are not those of the replay."
        if stored.turn != self._game.turn(self._game.load_state(advance.match.position.state)):
            return f"Entry {number}: its stored turn is not the turn in which it was made."
        players = self._row.seated(number).items()
        seated = {seat: self._row.player_of(member.user) for seat, member in players}
        if seated != dict(enumerate(advance.match.position.players, 1)):
            return f"Entry {number}: it names other players than those who had the seats then."
        return ""

    def _tells(self, stored: EntryRow, advance: Advance) -> bool:
        try:
            told = [dump_event(self._game.load_event(event)) for event in stored.events]
        except ValueError:
            return False
        # Events are compared as data, because different events may have the same words.
        return told == [*map(dump_event, advance.events)]
