"""Whether the bot is alive, and whether it can do its work: looked at every few seconds, for other programs.

Alive is a bot whose event loop moves. Ready is one that Discord reaches on all its connections, whose
database answers, and that has acted on every deadline in time.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import Final, Protocol

from bot import metrics
from bot.store.store import Store, StoreError

log = logging.getLogger(__name__)

PERIOD: Final = 5.0
"""Seconds between two looks."""

STUCK: Final = 30.0
"""Seconds after which a loop that did not move counts as stuck."""

LATE: Final = 60
"""Seconds after which a deadline should have been acted on."""


class Link(Protocol):
    """The connection to Discord, as far as it is looked at here."""

    def is_connected(self) -> bool:
        """Whether Discord reaches the bot on all its connections."""
        ...

    def connections(self) -> Sequence[float]:
        """The connections that are there, each by the seconds that a beat takes there and back."""
        ...


class Health:
    """What was last seen. Any thread may ask; one task of the event loop looks."""

    def __init__(self) -> None:
        """Nothing was seen yet."""
        self._moved = time.monotonic()
        self._troubles: tuple[str, ...] = ("It is starting.",)

    def stuck(self) -> tuple[str, ...]:
        """Why the bot is not alive; nothing if it is."""
        still = time.monotonic() - self._moved
        return (f"The event loop has not moved for {still:.0f} s.",) if still > STUCK else ()

    def troubles(self) -> tuple[str, ...]:
        """Why the bot is not ready; nothing if it is."""
        return self.stuck() or self._troubles

    def waits(self, why: str) -> None:
        """It is alive, and cannot do its work yet."""
        self._moved, self._troubles = time.monotonic(), (why,)

    async def watch(self, store: Store, link: Link, period: float = PERIOD) -> None:
        """Look again and again, until this is cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                self._troubles = (*_of_discord(link), *await _of_database(store))
            except Exception:  # the next look may find it mended
                log.exception("how the bot is doing could not be looked at")
                self._troubles = ("It could not be looked at; the log says why.",)
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
