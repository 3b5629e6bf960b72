"""Checks of whole journals in another thread, one at a time. Results of long checks are cached."""

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
"""The longest duration in seconds of a check that is repeated at every request."""

REST = 10
"""The result of a longer check is cached for this multiple of the check's duration."""


@dataclass(frozen=True)
class Checked:
    """The result of a check, and its time (seconds since 1970).

    `again` is the time on the monotonic clock until which the result is cached.
    """

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
        """Check the game; a check in progress is shared, and the result of a long check is cached.

        Raises NoGame while the game is in its lobby.
        """
        game = table.row.id
        made = self._made.get(game)
        if made is not None and self._clock() < made.again:
            return made
        if game not in self._under_way:
            self._under_way[game] = asyncio.create_task(self._check(table))
            self._under_way[game].add_done_callback(lambda _: self._under_way.pop(game))
        # The cancellation of one caller must not stop the check for others.
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
