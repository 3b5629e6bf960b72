"""How often the bot logs in: Discord takes back the token of one that does so a thousand times in a day.

Counted is what Discord counts: every new session, of every shard; taking up an old one again is none. The
count is stored, since it is a bot that breaks and is started again that logs in too often.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from bot.store.clusters import WHOLE
from bot.store.store import Store, StoreError

log = logging.getLogger(__name__)

DAY = 86_400

FREE = 500
"""Logins in a day for which nobody need wait."""

PAUSE = 180
"""Seconds before each one more: with them it can be 980 in a day, whatever breaks."""

BETWEEN = 5.0
"""Seconds between two logins of shards with the same remainder."""

REMARKABLE = 50
"""So many in a day are a sign that something keeps breaking; every further so many are told again."""


class TooManyLogins(ConnectionError):
    """The bot may not log in yet: to Discord's library a connection that failed, to be tried again later."""


def patience(earlier: Sequence[int], now: int) -> int:
    """Seconds until the next login, after these of the last day (oldest first)."""
    if len(earlier) < FREE:
        return 0
    # A clock that was put back does not make anybody wait longer.
    return min(PAUSE, max(0, earlier[-1] + PAUSE - now))


class Logins:
    """The count. Ask for your turn before a connection is opened, and enter before you log in on it."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], int],
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`clock` tells the seconds since 1970."""
        self._store = store
        self._clock = clock
        self._pause = pause
        self._turn: asyncio.Task[None] | None = None
        """Keeps other processes from logging in for as long as Discord wants."""

    async def turn(self) -> None:
        """Wait until the bot may log in."""
        while seconds := patience(earlier := await self._of_today(), self._clock()):
            log.warning(
                "logged in %s times within a day, and at 1,000 Discord takes back the token: the next time in"
                " %s s. Something keeps breaking the connection or the bot; what, is told above",
                len(earlier),
                seconds,
            )
            await self._pause(seconds)

    async def enter(self, remainder: int = 0) -> None:
        """Count one, when no other process has just logged in with that remainder of its shard.

        Raises TooManyLogins if it may not be now, or cannot be counted.
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
            # Discord refuses a login that comes too early, and it is tried again.
            log.warning("other processes may log in at the same time: %s", error.detail or error.message)

    async def _of_today(self) -> list[int]:
        return await self._store.logins(self._clock() - DAY)
