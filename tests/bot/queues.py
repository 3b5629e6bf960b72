"""A game's queue that a test blocks, so that all requests are checked before any of them is carried out."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager

from sandbox import Reply
from tests.bot.harbour import Harbour


class Queue(asyncio.Lock):
    """A table's lock that counts the requests that wait for it."""

    waiting = 0

    async def acquire(self) -> bool:  # type: ignore[override]  # a plain lock says Literal[True]
        """Wait for the lock."""
        self.waiting += 1
        try:
            return await super().acquire()
        finally:
            self.waiting -= 1


class HeldUp:
    """The queue of the game in #harbour while it is blocked."""

    def __init__(self, harbour: Harbour, queue: Queue) -> None:
        self._harbour = harbour
        self._queue = queue

    async def join(self, deed: Awaitable[Reply]) -> Reply:
        """Start a person's request, and return once it waits in the queue."""
        before = self._queue.waiting
        reply = await deed
        await self._harbour.until(lambda: self._queue.waiting > before)
        return reply


@asynccontextmanager
async def held_up(harbour: Harbour) -> AsyncIterator[HeldUp]:
    """Block the game in #harbour inside the context, and carry out all waiting requests at its end."""
    table = await harbour.table()
    table._lock = queue = Queue()
    async with queue:
        yield HeldUp(harbour, queue)
    await harbour.calm()
