"""Checks every few seconds whether the bot is alive and ready, for other programs.

The bot is alive if its event loop runs. The bot is ready if all connections to Discord work, the database
responds, and all deadlines were handled in time.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import Final, Protocol

from bot import metrics
from bot.store.errors import StoreError
from bot.store.store import Store

log = logging.getLogger(__name__)

PERIOD: Final = 5.0
"""Seconds between two checks."""

STUCK: Final = 30.0
"""Seconds without progress after which the event loop counts as stuck."""

LATE: Final = 60
"""The seconds within which a passed deadline should be handled."""


class Link(Protocol):
    """The part of the client that `Health` uses."""

    def is_connected(self) -> bool:
        """Return whether all connections to Discord work."""
        ...

    def connections(self) -> Sequence[float]:
        """Return for each connection the seconds between the last heartbeat and its answer."""
        ...


class Health:
    """The latest result of the checks. Any thread may read, but only one task of the event loop writes."""

    def __init__(self) -> None:
        self._moved = time.monotonic()
        self._troubles: tuple[str, ...] = ("It is starting.",)

    def stuck(self) -> tuple[str, ...]:
        """Return the reasons why the bot is not alive; empty if it is alive."""
        still = time.monotonic() - self._moved
        return (f"The event loop has not moved for {still:.0f} s.",) if still > STUCK else ()

    def troubles(self) -> tuple[str, ...]:
        """Return the reasons why the bot is not ready; empty if it is ready."""
        return self.stuck() or self._troubles

    def waits(self, why: str) -> None:
        """Record that the bot is alive, and why it is not ready yet."""
        self._moved, self._troubles = time.monotonic(), (why,)

    async def watch(self, store: Store, link: Link, period: float = PERIOD) -> None:
        """Check regularly until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                self._troubles = (*_of_discord(link), *await _of_database(store))
            except Exception:  # the next check may succeed
                log.exception("the health of the bot could not be checked")
                self._troubles = ("The check failed; the log says why.",)
            wakes = loop.time() + period
            await asyncio.sleep(period)
            metrics.LOOP_LAG.set(max(0.0, loop.time() - wakes))
            self._moved = time.monotonic()


def _of_discord(link: Link) -> list[str]:
    connections = link.connections()
    metrics.CONNECTIONS.set(len(connections))
    metrics.GATEWAY_SECONDS.set(max(connections, default=0.0))
    return [] if link.is_connected() else ["Discord does not reach it on all connections."]


async def _of_database(store: Store) -> list[str]:
    began, now = time.perf_counter(), int(time.time())
    try:
        waiting = await store.backlog(now)
    except StoreError:
        return ["The database does not answer."]
    metrics.READING_SECONDS.set(time.perf_counter() - began)
    late = now - waiting.oldest if waiting.overdue else 0
    metrics.OVERDUE.set(waiting.overdue)
    metrics.OVERDUE_SECONDS.set(late)
    metrics.POSTS_WAITING.set(waiting.posts)
    metrics.LETTERS_WAITING.set(waiting.letters)
    return [f"A deadline passed {late} s ago, and nothing was done."] if late > LATE else []
