"""The times when undelivered posts are retried."""

import asyncio
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from math import inf
from typing import Protocol

from bot import metrics

FIRST_WAIT: float = 2
LONGEST_WAIT: float = 900
"""The first and the longest delay in seconds before a retry; the delay doubles after each failure."""

HURRY_EVERY = 60
"""Seconds between two early retries of a game."""


class Alarm(Protocol):
    """A scheduled callback."""

    def cancel(self) -> None:
        """Cancel the callback."""
        ...


Later = Callable[[float, Callable[[], None]], Alarm]
"""Schedules a callback after a delay in seconds."""


def wait_after(attempts: int) -> float:
    """Return the seconds until the next retry, after `attempts` earlier failures."""
    return min(FIRST_WAIT * (1 << min(attempts, 32)), LONGEST_WAIT)


def in_the_loop(seconds: float, callback: Callable[[], None]) -> Alarm:
    """Schedule the callback in the running event loop."""
    return asyncio.get_running_loop().call_later(seconds, callback)


@dataclass
class Retry:
    """A scheduled retry: its server and channel, the reason, and its time.

    The time is `inf` for a parked retry, which waits for a change. The server and the channel are 0 if the
    reason lies elsewhere.
    """

    guild: int
    channel: int
    why: str
    at: float = 0.0
    alarm: Alarm | None = None


class Retries:
    """The scheduled retries of each game, by a post's id, or by the game's id if all posts are retried."""

    def __init__(
        self,
        wake: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
        later: Later = in_the_loop,
    ) -> None:
        """`wake` is called with a game whose retry is due."""
        self._wake = wake
        self._clock = clock
        self.later = later
        self._waiting: dict[str, dict[int | str, Retry]] = {}
        self._hurried: dict[str, float] = {}
        """The time of each game's last early retry."""

    def put(self, game: str, what: int | str, retry: Retry, seconds: float = inf) -> None:
        """Schedule a retry after `seconds`; `inf` means after a change of its channel or server."""
        self.forget(game, what)
        self._waiting.setdefault(game, {})[what] = retry
        self._set(game, what, retry, seconds)

    def waits(self, game: str, what: int | str) -> bool:
        """Return whether a retry is scheduled for later; until then, nothing should be tried."""
        return what in self._waiting.get(game, {})

    def why(self, game: str, channel: int) -> str:
        """Return why the game's posts do not reach the channel; empty if they do."""
        waiting = self._waiting.get(game, {}).values()
        return next((retry.why for retry in waiting if retry.channel in {0, channel} and retry.why), "")

    def hurry(self, guild: int, touches: Callable[[int], bool]) -> None:
        """Retry early in those channels of a server for which `touches` returns true.

        A game is retried early at most once a minute.
        """
        now = self._clock()
        self._hurried = {game: at for game, at in self._hurried.items() if at > now - HURRY_EVERY}
        for game, waiting in list(self._waiting.items()):
            found = [
                what for what, retry in waiting.items() if retry.guild == guild and touches(retry.channel)
            ]
            if found:
                self._bring_forward(game, found, now)

    def unpark(self, game: str, what: int | str) -> None:
        """Drop a parked retry, but keep a retry that has a time."""
        retry = self._waiting.get(game, {}).get(what)
        if retry is not None and retry.at == inf:
            self.forget(game, what)

    def forget(self, game: str, what: int | str) -> None:
        """Drop a retry that is due now or no longer needed."""
        waiting = self._waiting.get(game, {})
        retry = waiting.pop(what, None)
        if retry is None:
            return
        self._unset(retry)
        if not waiting:
            del self._waiting[game]

    def forget_all_but(self, game: str, due: Collection[int]) -> None:
        """Drop the retries of all posts of the game except `due`."""
        for what in set(self._waiting.get(game, {})) - {game, *due}:
            self.forget(game, what)

    def clear(self) -> None:
        """Drop all retries."""
        for game, waiting in list(self._waiting.items()):
            for what in list(waiting):
                self.forget(game, what)

    def _bring_forward(self, game: str, found: list[int | str], now: float) -> None:
        at = max(now, self._hurried.get(game, -inf) + HURRY_EVERY)
        sooner = [what for what in found if at < self._waiting[game][what].at]
        for what in sooner:
            if at > now:
                self._set(game, what, self._waiting[game][what], at - now)
            else:
                self._due(game, what)
        if sooner:
            self._hurried[game] = at

    def _set(self, game: str, what: int | str, retry: Retry, seconds: float) -> None:
        self._unset(retry)
        retry.at = self._clock() + seconds
        if seconds == inf:
            metrics.PARKED.inc()
        else:
            metrics.WAITING.inc()
            retry.alarm = self.later(seconds, lambda: self._due(game, what))

    @staticmethod
    def _unset(retry: Retry) -> None:
        if retry.alarm is not None:
            retry.alarm.cancel()
            retry.alarm = None
            metrics.WAITING.dec()
        elif retry.at == inf:
            metrics.PARKED.dec()
        retry.at = 0.0

    def _due(self, game: str, what: int | str) -> None:
        self.forget(game, what)
        self._wake(game)
