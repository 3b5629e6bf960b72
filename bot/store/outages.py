"""Outages of the bot or of Discord, during which no clock runs."""

from bisect import bisect_right, insort
from collections.abc import Iterable
from heapq import merge
from typing import NamedTuple

from rules.engine.time_control import LEAST


class Outage(NamedTuple):
    """The time of an outage, in seconds since 1970."""

    ended: int
    began: int


class Outages:
    """All known outages, which the store and all its games share."""

    def __init__(self, known: Iterable[Outage] = ()) -> None:
        self._known = sorted(known)

    def add(self, outage: Outage) -> None:
        """Add an outage, unless it is known already."""
        if outage not in self._known:
            insort(self._known, outage)

    @property
    def last_ended(self) -> int:
        """The time when the latest outage ended; 0 if there was none."""
        return self._known[-1].ended if self._known else 0

    def put_off(self, asked: int, until: int, *own: Iterable[Outage]) -> int:
        """Return the deadline `until` of a question asked at the time `asked`, moved by stops of the clock.

        The clock stops in outages and in `own`, the asked person's times off. Whenever the clock continues,
        at least `LEAST` seconds are left, or the question's full time if that is shorter. Overlapping times
        count once. Each iterable in `own` is sorted by time and may be endless.
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
        """Return the seconds of outages between the times `began` and `ended`."""
        seconds, counted = 0, began
        for outage in self._known[bisect_right(self._known, (began, began)) :]:
            first, last = max(outage.began, counted), min(outage.ended, ended)
            if first < last:
                seconds += last - first
                counted = last
        return seconds

    def running(self, began: int, ended: int, *own: Iterable[Outage]) -> int:
        """Return the seconds between two times, without outages and without `own`, a person's times off."""
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
