"""Discord's limits for requests of one kind: so many in a window of time."""

from discord.http import Ratelimit

REST = 10
"""Seconds without a request after which a limit whose window is over need not be known any more."""


class RateLimit(Ratelimit):
    """As Discord's library counts, but as long as requests are left one is made.

    The library refuses it where the window is longer than its patience, though nothing has to be waited for:
    a second thread within five minutes of the first, say.
    """

    __slots__ = ()

    async def acquire(self) -> None:
        """Take a request; wait for the next window where none is left. Raises discord.RateLimited."""
        if self.remaining > 0 and not self.is_expired():
            self.remaining -= 1
            self.outgoing += 1
        else:
            await super().acquire()

    def is_inactive(self) -> bool:
        """Whether the library may forget it: a new one would let the next request pass, too.

        The library keeps each for five minutes, and every channel has its own: more than a kilobyte for each.
        """
        idle = not self.outgoing and not self._pending_requests
        rested = self._loop.time() - self._last_request >= max(REST, self.reset_after)
        return idle and rested and (self.expires is None or self.is_expired())
