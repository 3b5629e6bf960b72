"""How quickly the bot may ask Discord for something, all games together.

Discord lets one bot make 50 requests a second, and shuts out for an hour or more whoever makes 10,000 invalid
ones in ten minutes: those that are answered by 401, 403 or 429.
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import aiohttp

from bot import metrics

RATE = 40
"""Requests a second."""

BURST = 8
"""Requests that need not wait for each other after a quiet while."""

UNCOUNTED = frozenset({"interactions", "webhooks"})
"""Parts of the addresses by which interactions are answered: not counted, and people wait for them."""

INVALID = frozenset({401, 403, 429})

MANY_INVALID = 5_000
WINDOW = 600
"""From that many invalid requests in so many seconds on, requests are made at the slow rate."""

SLOW_RATE = 5
"""All these are of the whole bot; where several processes share its servers, each has its part.

Requests a second: were all of them invalid, there would still be fewer than 10,000 in a window."""


class InvalidRequests:
    """Counts the requests that Discord refused in a way that it holds against the bot."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, processes: int = 1) -> None:
        self._clock = clock
        self._most = MANY_INVALID // processes
        self._made: deque[float] = deque(maxlen=self._most)

    @property
    def many(self) -> bool:
        """Whether there were so many of late that the bot had better be careful."""
        return len(self._made) == self._most and self._made[0] > self._clock() - WINDOW

    def note(self, status: int) -> None:
        """A request was answered with that status."""
        if status in INVALID:
            self._made.append(self._clock())
            metrics.INVALID_REQUESTS.labels(str(status)).inc()


class Pace:
    """Lets requests pass one after the other, no more of them than Discord takes."""

    def __init__(
        self,
        invalid: InvalidRequests,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        processes: int = 1,
    ) -> None:
        self._processes = processes
        self._invalid = invalid
        self._clock = clock
        self._sleep = sleep
        self._next = 0.0
        """When the next request would pass if none came together."""

    async def turn(self) -> None:
        """Wait until it is one's turn to make a request."""
        between = self._processes / (SLOW_RATE if self._invalid.many else RATE)
        now = self._clock()
        burst = max(1, BURST // self._processes)
        self._next = max(self._next, now - burst * between) + between
        if self._next > now:
            await self._sleep(self._next - now)

    def kept(self) -> aiohttp.TraceConfig:
        """What lets a connection keep this pace, whatever it asks for, and tell of every answer."""

        async def begins(
            _: aiohttp.ClientSession, __: SimpleNamespace, asked: aiohttp.TraceRequestStartParams
        ) -> None:
            if not any(part in UNCOUNTED for part in asked.url.parts):
                await self.turn()

        async def ended(
            _: aiohttp.ClientSession, __: SimpleNamespace, answered: aiohttp.TraceRequestEndParams
        ) -> None:
            # A limit that is shared with others is not held against the bot.
            if answered.response.headers.get("X-RateLimit-Scope") != "shared":
                self._invalid.note(answered.response.status)

        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(begins)
        trace.on_request_end.append(ended)
        return trace
