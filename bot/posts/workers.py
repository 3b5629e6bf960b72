"""Workers: at most one task per game, and games do not wait for each other."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot import metrics

log = logging.getLogger(__name__)


class Workers:
    """One kind of work for games. A game woken meanwhile is worked on once more."""

    def __init__(
        self, name: str, work: Callable[[str], Awaitable[None]], failed: Callable[[str], None]
    ) -> None:
        """`work` is done on each woken game; `failed` hears of unexpected errors."""
        self._name = name
        self._work = work
        self._failed = failed
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def __len__(self) -> int:
        """Return how many games are being worked on."""
        return len(self._tasks)

    def wake(self, game: str) -> None:
        """Start work on the game."""
        if game in self._tasks:
            self._again.add(game)
            return
        task = asyncio.create_task(self._done(game), name=f"{self._name}-{game}")
        self._tasks[game] = task
        metrics.DELIVERING.inc()
        task.add_done_callback(lambda _: self._finished(game))

    async def some_finished(self) -> None:
        """Wait until a task has finished, if there is any."""
        if self._tasks:
            await asyncio.wait(self._tasks.values(), return_when=asyncio.FIRST_COMPLETED)

    async def finished(self, game: str) -> None:
        """Wait until that game is not being worked on."""
        while task := self._tasks.get(game):
            await asyncio.wait({task})

    async def stop(self) -> int:
        """Cancel all work. Returns how many games were being worked on."""
        tasks = list(self._tasks.values())
        self._again.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return len(tasks)

    async def _done(self, game: str) -> None:
        try:
            await self._work(game)
        except Exception:  # the one place where the unexpected ends: other games go on
            log.exception("%s for game %s failed unexpectedly", self._name, game)
            self._failed(game)

    def _finished(self, game: str) -> None:
        del self._tasks[game]
        metrics.DELIVERING.dec()
        if game in self._again:
            self._again.discard(game)
            self.wake(game)
