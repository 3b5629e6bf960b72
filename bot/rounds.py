"""Work that the bot repeats every few seconds."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

log = logging.getLogger(__name__)


class Rounds:
    """Does a round of work every `seconds` seconds and whenever `wake` is called. Failures are logged."""

    def __init__(self, name: str, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        self._name = name
        self._seconds = seconds
        self._work = work
        self._woken = asyncio.Event()
        self._stopping = False
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin the first round."""
        self._running = asyncio.create_task(self._run(), name=self._name)

    def wake(self) -> None:
        """Begin the next round now, or right after the round in progress."""
        self._woken.set()

    async def stop(self) -> None:
        """Begin no more rounds, and wait for the round in progress."""
        self._stopping = True
        self.wake()
        if self._running is not None:
            await self._running

    async def _run(self) -> None:
        while not self._stopping:
            self._woken.clear()
            try:
                await self._work()
            except Exception:
                log.exception("a round of %s broke unexpectedly", self._name)
            with suppress(TimeoutError):
                async with asyncio.timeout(self._seconds):
                    await self._woken.wait()
