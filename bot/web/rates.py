"""Rate limits per address: many people are served, but not a flood of requests from one address."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address

from bot.bounded import BoundedDict

BURST = 300
"""The maximum number of requests per address in one burst."""

REFILL = 5.0
"""The number of requests per second that an address regains."""

STREAMS = 50
"""The maximum number of open pages per address; a whole school may share an address."""

ALL_STREAMS = 5_000
"""The maximum number of open pages of all addresses together."""

KEPT = 20_000
"""The number of remembered addresses."""

HOUSE = 64
"""The number of bits of an IPv6 address that a household shares."""


class TooMany(Exception):
    """The address made too many requests; it may continue in `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Rates:
    """Counts requests per address, in memory only."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._left: BoundedDict[str, tuple[float, float]] = BoundedDict(KEPT)
        """The remaining requests of each address, and the time at which they were counted."""
        self._streams = Counter[str]()

    def ask(self, address: str) -> None:
        """Count a request. Raises TooMany."""
        who, now = _household(address), self._clock()
        left, then = self._left.pop(who, (BURST, now))
        left = min(BURST, left + (now - then) * REFILL)
        # Refused requests do not count, so impatient clients get as much as patient clients.
        self._left[who] = (left - 1 if left >= 1 else left, now)
        if left < 1:
            raise TooMany(max(1, round((1 - left) / REFILL)))

    @contextmanager
    def stream(self, address: str) -> Iterator[None]:
        """Count an open page for the duration of the block. Raises TooMany."""
        who = _household(address)
        if self._streams[who] >= STREAMS or self._streams.total() >= ALL_STREAMS:
            raise TooMany(60)
        self._streams[who] += 1
        try:
            yield
        finally:
            self._streams[who] -= 1
            if not self._streams[who]:
                del self._streams[who]


def _household(address: str) -> str:
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    if isinstance(found, IPv6Address):
        return found.exploded[: HOUSE // 16 * 5]
    return str(found)
