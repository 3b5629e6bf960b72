"""Checks whole journals in another thread, one journal at a time."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from bot.sessions import vote_rules
from bot.sessions.lobby import agreed_by, options_of, table_options_of
from bot.sessions.table import Table
from bot.sessions.table_options import chosen_pace
from bot.store.rows import EntryRow, GameRow
from bot.store.store import Store
from rules.engine.errors import HarbourmasterError
from rules.engine.event import dump_event
from rules.engine.game import AnyGame
from rules.engine.match import Advance, Match, options_data
from rules.engine.registry import game as find_game
from rules.engine.time_control import TimeControl
from rules.engine.verify import Verification
from rules.engine.verify import verify as verify_match

BRIEF = 0.2
"""The seconds after which a check counts as long."""

REST = 10
"""The result of a long check is cached for this multiple of the check's duration."""


@dataclass(frozen=True)
class Checked:
    """The result of a check, made at the time `at` and cached until the monotonic clock shows `again`."""

    match: Match
    found: Verification
    at: int
    again: float


class Checks:
    """Checks games on request, without slowing down other requests."""

    def __init__(
        self, store: Store, now: Callable[[], int], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._now = now
        self._clock = clock
        self._turn = asyncio.Lock()
        self._under_way: dict[str, asyncio.Task[Checked]] = {}
        self._made: dict[str, Checked] = {}

    async def of(self, table: Table) -> Checked:
        """Return the result of a new, unfinished or cached check. Raises NoGame if the game has not begun."""
        game = table.row.id
        made = self._made.get(game)
        if made is not None and self._clock() < made.again:
            return made
        if game not in self._under_way:
            self._under_way[game] = asyncio.create_task(self._check(table))
            self._under_way[game].add_done_callback(lambda _: self._under_way.pop(game))
        # The cancellation of one caller must not stop the check for other callers.
        return await asyncio.shield(self._under_way[game])

    async def _check(self, table: Table) -> Checked:
        async with self._turn:
            row, match = table.row, table.match
            # The game may continue while the entries are read.
            entries = [
                stored
                for stored in await self._store.entries(row.id)
                if stored.entry.number <= match.position.last
            ]
            whole = match.with_journal([stored.entry for stored in entries])
            began = self._clock()
            found = await asyncio.to_thread(verify, row, whole, entries)
            took = self._clock() - began
            again = self._clock() + (took * REST if took > BRIEF else 0)
            self._made = {game: made for game, made in self._made.items() if self._clock() < made.again}
            self._made[row.id] = checked = Checked(whole, found, self._now(), again)
            return checked


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
