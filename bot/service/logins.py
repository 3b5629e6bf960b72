"""Limits logins, since Discord resets the token of a bot that logs in a thousand times in a day.

Each new session of a shard counts as a login, but resumed sessions do not. The count is stored, so that it
includes logins before a crash.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from bot.store.clusters import WHOLE
from bot.store.errors import StoreError
from bot.store.store import Store

log = logging.getLogger(__name__)

DAY = 86_400

FREE = 500
"""The number of logins per day that need not wait."""

PAUSE = 180
"""Seconds before each further login, so that there are at most 980 logins in a day."""

BETWEEN = 5.0
"""Seconds between logins of shards whose ids have the same remainder modulo Discord's `max_concurrency`."""

REMARKABLE = 50
"""At each multiple of this number of logins per day, the log mentions a likely failure."""


class TooManyLogins(ConnectionError):
    """The bot may not log in yet. discord.py treats this error as a failed connection and retries later."""


def patience(earlier: Sequence[int], now: int) -> int:
    """Return the seconds until the next login, given the times of the last day's logins (oldest first)."""
    if len(earlier) < FREE:
        return 0
    # If the clock was set back, the bot still waits at most `PAUSE`.
    return min(PAUSE, max(0, earlier[-1] + PAUSE - now))


class Logins:
    """Counts logins. Call `turn` before you open a connection, and `enter` before you log in through it."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], int],
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`clock` returns the seconds since 1970."""
        self._store = store
        self._clock = clock
        self._pause = pause
        self._turn: asyncio.Task[None] | None = None
        """A task that keeps other processes from logging in for as long as Discord requires."""

    async def turn(self) -> None:
        """Wait until the bot may log in."""
        while seconds := patience(earlier := await self._of_today(), self._clock()):
            log.warning(
                "logged in %s times within a day, and at 1,000 Discord takes back the token: the next time in"
                " %s s. Something keeps breaking the connection or the bot; the log above shows it",
                len(earlier),
                seconds,
            )
            await self._pause(seconds)

    async def enter(self, remainder: int = 0) -> None:
        """Wait until no other process logs in with the same remainder, then count a login.

        Raises TooManyLogins if the bot must wait, or the login cannot be counted.
        """
        if self._turn is not None:
            await self._turn
        holding = asyncio.get_running_loop().create_future()
        self._turn = asyncio.create_task(self._hold(remainder, holding), name="login")
        await asyncio.wait({self._turn, holding}, return_when=asyncio.FIRST_COMPLETED)
        try:
            earlier = await self._of_today()
            if patience(earlier, self._clock()):
                raise TooManyLogins(f"logged in {len(earlier)} times within a day, so not again at once")
            await self._store.count_login(self._clock(), forget=self._clock() - DAY)
        except StoreError as error:
            raise TooManyLogins(f"the login could not be counted: {error.detail or error.message}") from error
        if (times := len(earlier) + 1) % REMARKABLE == 0:
            log.warning("logged in %s times within a day: something keeps breaking the connection", times)

    async def _hold(self, remainder: int, holding: "asyncio.Future[None]") -> None:
        try:
            async with self._store.alone("log in", remainder):
                holding.set_result(None)
                if self._store.cluster != WHOLE:
                    await asyncio.sleep(BETWEEN)
        except StoreError as error:
            # If another process logs in too early, Discord refuses that login, and it is retried.
            log.warning("other processes may log in at the same time: %s", error.detail or error.message)

    async def _of_today(self) -> list[int]:
        return await self._store.logins(self._clock() - DAY)
