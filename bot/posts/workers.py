"""Workers: one task per game with work to do, so that games do not wait for each other."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot import metrics

log = logging.getLogger(__name__)


class Workers:
    """One kind of work for games. If a game is woken while it is worked on, the work is repeated."""

    def __init__(
        self, name: str, work: Callable[[str], Awaitable[None]], failed: Callable[[str], None]
    ) -> None:
        """`work` is called with each woken game, and `failed` with a game after an unexpected error."""
        self._name = name
        self._work = work
        self._failed = failed
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def __len__(self) -> int:
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
        """Wait until a task has finished, if any task is running."""
        if self._tasks:
            await asyncio.wait(self._tasks.values(), return_when=asyncio.FIRST_COMPLETED)

    async def finished(self, game: str) -> None:
        """Wait until all work on the game is done."""
        while task := self._tasks.get(game):
            await asyncio.wait({task})

    async def stop(self) -> int:
        """Cancel all work. Return the number of games whose work was cancelled."""
        tasks = list(self._tasks.values())
        self._again.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return len(tasks)

    async def _done(self, game: str) -> None:
        try:
            await self._work(game)
        except Exception:  # an unexpected error must not affect other games
            log.exception("%s for game %s failed unexpectedly", self._name, game)
            self._failed(game)

    def _finished(self, game: str) -> None:
        del self._tasks[game]
        metrics.DELIVERING.dec()
        if game in self._again:
            self._again.discard(game)
            self.wake(game)
