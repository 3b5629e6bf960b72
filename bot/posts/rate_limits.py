"""Discord's limits per kind of request: a number per window of time."""

from discord.http import Ratelimit

REST = 10
"""Seconds without a request after which an expired limit can be forgotten."""


class RateLimit(Ratelimit):
    """Like discord.py's limit, but it never refuses a request that its window still allows.

    The library refuses one if the window is longer than its patience, even though no wait is needed: for
    example, a second thread within five minutes of the first.
    """

    __slots__ = ()

    async def acquire(self) -> None:
        """Take a request; wait for the next window if none is left. Raises discord.RateLimited."""
        if self.remaining > 0 and not self.is_expired():
            self.remaining -= 1
            self.outgoing += 1
        else:
            await super().acquire()

    def is_inactive(self) -> bool:
        """Return whether the library may forget it: a new one would let the next request pass, too.

        The library keeps each for five minutes, and every channel has its own: more than a kilobyte each.
        """
        idle = not self.outgoing and not self._pending_requests
        rested = self._loop.time() - self._last_request >= max(REST, self.reset_after)
        return idle and rested and (self.expires is None or self.is_expired())
