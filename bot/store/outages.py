"""When the bot or Discord was away, so that nobody could answer: no time of anybody's runs then."""

from bisect import bisect_right, insort
from collections.abc import Iterable
from typing import NamedTuple

from rules.engine.pace import LEAST


class Outage(NamedTuple):
    """From when to when, in seconds since 1970."""

    ended: int
    began: int


class Outages:
    """All of them. A store has one of these, and so have all the games that were read from it."""

    def __init__(self, known: Iterable[Outage] = ()) -> None:
        self._known = sorted(known)

    def add(self, outage: Outage) -> None:
        """There was one more."""
        if outage not in self._known:
            insort(self._known, outage)

    def put_off(self, asked: int, until: int) -> int:
        """When an answer is due that was asked for at that time, and would be due at `until` without outages.

        What was left of the time when an outage began is left when it ends: `LEAST` seconds at least, or all.
        """
        least = min(LEAST, until - asked)
        for ended, began in self._known[bisect_right(self._known, (asked, asked)) :]:
            if began < until and ended > asked:
                until = ended + max(least, until - max(began, asked))
        return until

    def between(self, began: int, ended: int) -> int:
        """How many of the seconds between two times the bot or Discord was away."""
        seconds, counted = 0, began
        for outage in self._known[bisect_right(self._known, (began, began)) :]:
            first, last = max(outage.began, counted), min(outage.ended, ended)
            if first < last:
                seconds += last - first
                counted = last
        return seconds
