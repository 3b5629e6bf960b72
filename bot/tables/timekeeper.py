"""Gives standing answers of those who hold up others for too long, and drops what is outdated."""

import asyncio
import logging
from contextlib import suppress

from bot.store.errors import StoreError
from bot.tables.table import Tables
from rules.engine.errors import HarbourmasterError

log = logging.getLogger(__name__)

PERIOD = 15.0
"""Seconds between two looks at the deadlines."""


REMEMBERED = 86_400
"""Seconds for which interactions are known, so that none acts twice; Discord repeats them for minutes."""

FORGETS_EVERY = 3_600
"""Seconds between two times that older ones are dropped."""


class Timekeeper:
    """Looks at the stored deadlines once in a while, so those of before a restart count as well.

    It also drops what is kept for a while only.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._stopped = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self._forgot = 0

    def start(self) -> None:
        """Look now, and again and again until `stop`."""
        self._running = asyncio.create_task(self._run(), name="timekeeper")

    async def stop(self) -> None:
        """Look no more; a look that was begun is finished."""
        self._stopped.set()
        if self._running is not None:
            await self._running

    async def _run(self) -> None:
        while not self._stopped.is_set():
            await self.look()
            await self.forget()
            with suppress(TimeoutError):
                async with asyncio.timeout(PERIOD):
                    await self._stopped.wait()

    async def forget(self) -> None:
        """Once an hour, drop what need not be known any more."""
        now = self._tables.now()
        if now - self._forgot < FORGETS_EVERY:
            return
        try:
            await self._tables.store.forget_interactions(REMEMBERED)
            self._forgot = now
        except StoreError as error:
            log.warning("old interactions cannot be dropped at the moment: %s", error)

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
