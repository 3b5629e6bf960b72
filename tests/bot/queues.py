"""A game's queue, held up: what is asked meanwhile waits, and was looked at before any of it happened."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager

from sandbox import Reply
from tests.bot.harbour import Harbour


class Queue(asyncio.Lock):
    """A table's lock that counts who waits for it."""

    waiting = 0

    async def acquire(self) -> bool:  # type: ignore[override]  # a plain lock says Literal[True]
        """Wait for one's turn."""
        self.waiting += 1
        try:
            return await super().acquire()
        finally:
            self.waiting -= 1


class HeldUp:
    """The queue of the game in #harbour while nothing in it goes on."""

    def __init__(self, harbour: Harbour, queue: Queue) -> None:
        self._harbour = harbour
        self._queue = queue

    async def join(self, deed: Awaitable[Reply]) -> Reply:
        """Somebody does something, which stands in the queue when this returns."""
        before = self._queue.waiting
        reply = await deed
        await self._harbour.until(lambda: self._queue.waiting > before)
        return reply


@asynccontextmanager
async def held_up(harbour: Harbour) -> AsyncIterator[HeldUp]:
    """Hold up the game in #harbour; at the end of the block all who wait have their turns."""
    table = await harbour.table()
    table._lock = queue = Queue()
    async with queue:
        yield HeldUp(harbour, queue)
    await harbour.calm()
