"""How much each address may ask for: a crowd is served, a flood from one place is not."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address

BURST = 300
"""Requests that an address may make at once."""

REFILL = 5.0
"""Requests that it may make again for each second that passes."""

STREAMS = 50
"""Pages that one address may keep open: whole schools share one."""

ALL_STREAMS = 5_000
"""Pages that all may keep open."""

KEPT = 20_000
"""Addresses that are remembered."""

HOUSE = 64
"""Bits of an address of the newer kind that a household shares."""


class TooMany(Exception):
    """That address asked for too much; it may ask again in `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Rates:
    """Counts what addresses ask for. It forgets them as it goes, and writes none down."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """Address -> how many requests it had left, and when."""
        self._streams = Counter[str]()

    def ask(self, address: str) -> None:
        """Count a request. Raises TooMany."""
        who, now = _household(address), self._clock()
        left, then = self._left.pop(who, (BURST, now))
        left = min(BURST, left + (now - then) * REFILL)
        # What is refused costs nothing: who never stops asking gets as much as who waits.
        self._left[who] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > KEPT:
            self._left.popitem(last=False)
        if left < 1:
            raise TooMany(max(1, round((1 - left) / REFILL)))

    @contextmanager
    def stream(self, address: str) -> Iterator[None]:
        """Count a page that is kept open, as long as the block lasts. Raises TooMany."""
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
