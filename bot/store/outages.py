"""When the bot or Discord was away, so that nobody could answer: no time of anybody's runs then."""

from bisect import bisect_right, insort
from collections.abc import Iterable
from heapq import merge
from typing import NamedTuple

from rules.engine.time_control import LEAST


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

    @property
    def last_ended(self) -> int:
        """When the latest ended; 0 where there was none."""
        return self._known[-1].ended if self._known else 0

    def put_off(self, asked: int, until: int, *own: Iterable[Outage]) -> int:
        """When an answer is due that was asked for at that time, and would be due at `until` without outages.

        What was left of the time when an outage began is left when it ends: `LEAST` seconds at least, or all.
        So it is with times of their `own` at which whoever is asked need not answer: each the earliest first,
        perhaps without end. What falls together counts once.
        """
        least = min(LEAST, until - asked)
        known = sorted(self._known[bisect_right(self._known, (asked, asked)) :], key=_beginning)
        free = merge(*own, key=_beginning)
        last = last_own = asked
        for began, ended, is_own in merge(
            ((one.began, one.ended, False) for one in known), ((one.began, one.ended, True) for one in free)
        ):
            if began >= until:
                break
            counted = last if is_own else last_own
            if ended > counted:
                until = ended + max(least, until - max(began, counted))
                last, last_own = max(last, ended), ended if is_own else last_own
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

    def running(self, began: int, ended: int, *own: Iterable[Outage]) -> int:
        """How many of the seconds between two times ran for somebody with such times of their `own`."""
        counted, stood = began, 0
        for outage in merge(sorted(self._known, key=_beginning), *own, key=_beginning):
            if outage.began >= ended:
                break
            first, last = max(outage.began, counted), min(outage.ended, ended)
            if first < last:
                stood, counted = stood + last - first, last
        return max(0, ended - began - stood)


def _beginning(outage: Outage) -> int:
    return outage.began
