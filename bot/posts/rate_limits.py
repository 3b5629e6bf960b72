"""Discord's limits of requests, per kind of request and window of time."""

from discord.http import Ratelimit

REST = 10
"""Seconds without a request after which an expired limit can be dropped."""


class RateLimit(Ratelimit):
    """A limit like discord.py's, but it never refuses a request that the current window still allows.

    If the window is longer than `max_ratelimit_timeout`, the library refuses even allowed requests: for
    example, a second thread within five minutes.
    """

    __slots__ = ()

    async def acquire(self) -> None:
        """Count a request; if the window is full, wait for the next window. Raises discord.RateLimited."""
        if self.remaining > 0 and not self.is_expired():
            self.remaining -= 1
            self.outgoing += 1
        else:
            await super().acquire()

    def is_inactive(self) -> bool:
        """Return whether a new limit would allow the same requests, so that the library may drop this limit.

        Every channel has its own limit object of over a kilobyte, which the library would keep for five
        minutes.
        """
        idle = not self.outgoing and not self._pending_requests
        rested = self._loop.time() - self._last_request >= max(REST, self.reset_after)
        return idle and rested and (self.expires is None or self.is_expired())
