"""The clock: gives the standing answer of whoever holds up somebody else's turn for too long."""

import asyncio
import logging
from contextlib import suppress

from bot.store.errors import StoreError
from bot.tables import Tables
from rules.engine.errors import HarbourmasterError

log = logging.getLogger(__name__)

PERIOD = 15.0
"""Seconds between two looks at the deadlines."""


class Clock:
    """Looks at the stored deadlines once in a while, so those of before a restart count as well."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._stopped = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look now, and again and again until `stop`."""
        self._running = asyncio.create_task(self._run(), name="clock")

    async def stop(self) -> None:
        """Look no more; a look that was begun is finished."""
        self._stopped.set()
        if self._running is not None:
            await self._running

    async def _run(self) -> None:
        while not self._stopped.is_set():
            await self.look()
            with suppress(TimeoutError):
                async with asyncio.timeout(PERIOD):
                    await self._stopped.wait()

    async def look(self) -> None:
        """Give the answers that are due now."""
        try:
            overdue = await self._tables.store.overdue(self._tables.now())
        except StoreError as error:
            log.warning("the deadlines cannot be read at the moment: %s", error)
            return
        for seat in overdue:
            try:
                table = await self._tables.table(seat.game)
                await table.strike(seat.seat, seat.since)
            except HarbourmasterError as refusal:
                log.info("no standing answer for game %s: %s", seat.game, refusal.message)
            except Exception:
                # The games of others must not wait for one that is out of order.
                log.exception("no standing answer for game %s", seat.game)
