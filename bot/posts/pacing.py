"""The bot's rate of requests to Discord, for all games together.

Discord allows a bot 50 requests a second, and blocks it for an hour or more after 10,000 invalid ones in ten
minutes: those answered by 401, 403 or 429.
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
"""Requests that need not wait after a quiet period."""

UNCOUNTED = frozenset({"interactions", "webhooks"})
"""Address prefixes of responses to interactions: they do not count, and people wait for them."""

INVALID = frozenset({401, 403, 429})

MANY_INVALID = 5_000
WINDOW = 600
"""The number of invalid requests in a window of seconds after which the slow rate applies."""

SLOW_RATE = 5
"""Requests a second: even if all were invalid, there would be fewer than 10,000 in a window.

The numbers above are for the whole bot; processes that share its servers divide them.
"""


class InvalidRequests:
    """Counts requests that Discord refused as invalid."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, processes: int = 1) -> None:
        self._clock = clock
        self._most = MANY_INVALID // processes
        self._made: deque[float] = deque(maxlen=self._most)

    @property
    def many(self) -> bool:
        """Whether the slow rate applies, after many recent refusals."""
        return len(self._made) == self._most and self._made[0] > self._clock() - WINDOW

    def note(self, status: int) -> None:
        """Note the status of a response."""
        if status in INVALID:
            self._made.append(self._clock())
            metrics.INVALID_REQUESTS.labels(str(status)).inc()


class Pace:
    """Spaces out requests to stay within Discord's rate."""

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
        """When the next request could pass without a burst."""

    async def turn(self) -> None:
        """Wait until the next request may be made."""
        between = self._processes / (SLOW_RATE if self._invalid.many else RATE)
        now = self._clock()
        burst = max(1, BURST // self._processes)
        self._next = max(self._next, now - burst * between) + between
        if self._next > now:
            await self._sleep(self._next - now)

    def kept(self) -> aiohttp.TraceConfig:
        """Return a trace config that makes a connection keep this pace and reports every response."""

        async def begins(
            _: aiohttp.ClientSession, __: SimpleNamespace, asked: aiohttp.TraceRequestStartParams
        ) -> None:
            if not any(part in UNCOUNTED for part in asked.url.parts):
                await self.turn()

        async def ended(
            _: aiohttp.ClientSession, __: SimpleNamespace, answered: aiohttp.TraceRequestEndParams
        ) -> None:
            # A shared limit does not count against the bot.
            if answered.response.headers.get("X-RateLimit-Scope") != "shared":
                self._invalid.note(answered.response.status)

        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(begins)
        trace.on_request_end.append(ended)
        return trace
