"""Posts that could not be delivered: when each is tried again, and what makes that sooner."""

import asyncio
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from math import inf
from typing import Protocol

from bot import metrics

FIRST_WAIT: float = 2
LONGEST_WAIT: float = 900
"""Seconds until the next try: doubled after each failure, up to the longest."""

HURRY_EVERY = 60
"""Seconds between two tries of a game that are made before their time."""


class Alarm(Protocol):
    """Something that happens later, unless it is called off."""

    def cancel(self) -> None:
        """Call it off."""
        ...


Later = Callable[[float, Callable[[], None]], Alarm]
"""Has something called after so many seconds."""


def wait_after(attempts: int) -> float:
    """Seconds until the next try, after that many failures before this one."""
    return min(FIRST_WAIT * (1 << min(attempts, 32)), LONGEST_WAIT)


def in_the_loop(seconds: float, callback: Callable[[], None]) -> Alarm:
    """Have the running event loop call it."""
    return asyncio.get_running_loop().call_later(seconds, callback)


@dataclass
class Retry:
    """What waits: where it is to be shown, why it is not yet, and when it is tried again (`inf`: parked).

    Server and channel are 0 where the reason does not lie there.
    """

    guild: int
    channel: int
    why: str
    at: float = 0.0
    alarm: Alarm | None = None


class Retries:
    """What waits for another try, by game: a post by its id, or all of a game by the game's."""

    def __init__(
        self,
        wake: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
        later: Later = in_the_loop,
    ) -> None:
        """Use `wake` to have a game's posts tried."""
        self._wake = wake
        self._clock = clock
        self.later = later
        self._waiting: dict[str, dict[int | str, Retry]] = {}
        self._hurried: dict[str, float] = {}
        """Game -> when it was last tried before its time."""

    def put(self, game: str, what: int | str, retry: Retry, seconds: float = inf) -> None:
        """Try it again after so many seconds; without any, when something has changed where it belongs."""
        self.forget(game, what)
        self._waiting.setdefault(game, {})[what] = retry
        self._set(game, what, retry, seconds)

    def waits(self, game: str, what: int | str) -> bool:
        """Whether it is not to be tried yet."""
        return what in self._waiting.get(game, {})

    def why(self, game: str, channel: int) -> str:
        """Why the game's posts do not reach that channel at the moment; empty when all is well."""
        waiting = self._waiting.get(game, {}).values()
        return next((retry.why for retry in waiting if retry.channel in {0, channel} and retry.why), "")

    def hurry(self, guild: int, touches: Callable[[int], bool]) -> None:
        """Something has changed on that server, in the channels that `touches` tells: try what waits there.

        Nothing is tried before its time more than once a minute.
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
        """It waits for no change any more; where it waits for a time, it goes on to."""
        retry = self._waiting.get(game, {}).get(what)
        if retry is not None and retry.at == inf:
            self.forget(game, what)

    def forget(self, game: str, what: int | str) -> None:
        """It is tried now, or need not be tried."""
        waiting = self._waiting.get(game, {})
        retry = waiting.pop(what, None)
        if retry is None:
            return
        self._unset(retry)
        if not waiting:
            del self._waiting[game]

    def forget_all_but(self, game: str, due: Collection[int]) -> None:
        """Of the game's posts only these are still to be shown."""
        for what in set(self._waiting.get(game, {})) - {game, *due}:
            self.forget(game, what)

    def clear(self) -> None:
        """Try nothing again."""
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
