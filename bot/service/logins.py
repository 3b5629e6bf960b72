"""How often the bot logs in: Discord takes back the token of one that does so a thousand times in a day.

Counted is what Discord counts: every new session, of every shard; taking up an old one again is none. The
count is stored, since it is a bot that breaks and is started again that logs in too often.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from bot.store.store import Store, StoreError

log = logging.getLogger(__name__)

DAY = 86_400

FREE = 500
"""Logins in a day for which nobody need wait."""

PAUSE = 180
"""Seconds before each one more: with them it can be 980 in a day, whatever breaks."""

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

    async def enter(self) -> None:
        """Count one. Raises TooManyLogins if it may not be now, or cannot be counted."""
        try:
            earlier = await self._of_today()
            if patience(earlier, self._clock()):
                raise TooManyLogins(f"logged in {len(earlier)} times within a day, so not again at once")
            await self._store.count_login(self._clock(), forget=self._clock() - DAY)
        except StoreError as error:
            raise TooManyLogins(f"the login could not be counted: {error.detail or error.message}") from error
        if (times := len(earlier) + 1) % REMARKABLE == 0:
            log.warning("logged in %s times within a day: something keeps breaking the connection", times)

    async def _of_today(self) -> list[int]:
        return await self._store.logins(self._clock() - DAY)
