"""Checks of whole journals in another thread, one at a time."""

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
        """Check a game; requests share a check in progress and the cached result of a long check.

        Raises NoGame if the game has not begun.
        """
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
            # The game may continue meanwhile.
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
