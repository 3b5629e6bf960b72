"""Checks of whole journals in a thread, one at a time. Long checks are not repeated at once."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from bot.sessions import verify_context
from bot.sessions.table import Table
from bot.store.store import Store
from rules.engine.match import Match
from rules.engine.verify import Verification

BRIEF = 0.2
"""Seconds up to which a check is repeated at every request."""

REST = 10
"""A longer check is repeated after this many times its duration; until then its old result is returned."""


@dataclass(frozen=True)
class Checked:
    """The result of a check, and its time (seconds since 1970). `again` is when it may be repeated."""

    match: Match
    found: Verification
    at: int
    again: float


class Checks:
    """Checks games on request, without slowing down others."""

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
        """Return a new check of that game, the one in progress, or a recent long one.

        Raises NoGame while the game is in its lobby.
        """
        game = table.row.id
        made = self._made.get(game)
        if made is not None and self._clock() < made.again:
            return made
        if game not in self._under_way:
            self._under_way[game] = asyncio.create_task(self._check(table))
            self._under_way[game].add_done_callback(lambda _: self._under_way.pop(game))
        # One caller's cancellation must not stop it for others.
        return await asyncio.shield(self._under_way[game])

    async def _check(self, table: Table) -> Checked:
        async with self._turn:
            row, match = table.row, table.match
            # The game may continue in the meantime.
            entries = [
                stored
                for stored in await self._store.entries(row.id)
                if stored.entry.number <= match.position.last
            ]
            whole = match.with_journal([stored.entry for stored in entries])
            began = self._clock()
            found = await asyncio.to_thread(verify_context.verify, row, whole, entries)
            took = self._clock() - began
            again = self._clock() + (took * REST if took > BRIEF else 0)
            self._made = {game: made for game, made in self._made.items() if self._clock() < made.again}
            self._made[row.id] = checked = Checked(whole, found, self._now(), again)
            return checked
