"""Limits the bot's rate of requests to Discord, for all games together.

Discord allows a bot 50 requests per second, and blocks it for an hour or more after 10,000 invalid requests
(responses 401, 403 and 429) in ten minutes.
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import aiohttp

from bot import metrics

RATE = 40
"""Requests per second."""

BURST = 8
"""The number of requests that need not wait after a quiet period."""

UNCOUNTED = frozenset({"interactions", "webhooks"})
"""Parts of the addresses of responses to interactions. These never wait: the limit does not count them."""

INVALID = frozenset({401, 403, 429})

MANY_INVALID = 5_000
WINDOW = 600
"""The slow rate applies after `MANY_INVALID` invalid requests within `WINDOW` seconds."""

SLOW_RATE = 5
"""Requests per second; even if all were invalid, fewer than 10,000 would fall into a window.

The numbers above are for the whole bot, whose processes share them equally.
"""


class InvalidRequests:
    """Counts requests that Discord refused as invalid."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, processes: int = 1) -> None:
        self._clock = clock
        self._most = MANY_INVALID // processes
        self._made: deque[float] = deque(maxlen=self._most)

    @property
    def many(self) -> bool:
        """Whether the slow rate applies, after many invalid requests."""
        return len(self._made) == self._most and self._made[0] > self._clock() - WINDOW

    def note(self, status: int) -> None:
        """Count a response if its HTTP `status` means that the request was invalid."""
        if status in INVALID:
            self._made.append(self._clock())
            metrics.INVALID_REQUESTS.labels(str(status)).inc()


class Pace:
    """Spaces out requests to stay within Discord's limits."""

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
        """The time of the next request at an even rate, without a burst."""

    async def turn(self) -> None:
        """Wait until the next request may be made."""
        between = self._processes / (SLOW_RATE if self._invalid.many else RATE)
        now = self._clock()
        burst = max(1, BURST // self._processes)
        self._next = max(self._next, now - burst * between) + between
        if self._next > now:
            await self._sleep(self._next - now)

    def kept(self) -> aiohttp.TraceConfig:
        """Return a trace config that applies this pace to a connection and counts its responses."""

        async def begins(
            _: aiohttp.ClientSession, __: SimpleNamespace, asked: aiohttp.TraceRequestStartParams
        ) -> None:
            if not any(part in UNCOUNTED for part in asked.url.parts):
                await self.turn()

        async def ended(
            _: aiohttp.ClientSession, __: SimpleNamespace, answered: aiohttp.TraceRequestEndParams
        ) -> None:
            # Discord does not count responses due to shared limits against the bot.
            if answered.response.headers.get("X-RateLimit-Scope") != "shared":
                self._invalid.note(answered.response.status)

        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(begins)
        trace.on_request_end.append(ended)
        return trace
