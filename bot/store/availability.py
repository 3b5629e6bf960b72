"""When somebody is not to be called, by the clocks on their own walls; and for which time they are away."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from bot.store.outages import Outage

CLOCK = re.compile(r"([01]?\d|2[0-3])(?::([0-5]\d))?")


class QuietHours(NamedTuple):
    """From when to when of every day, in minutes since midnight, in that time zone; over midnight or not."""

    zone: str
    begin: int
    end: int

    def nights(self, after: int) -> Iterator[Outage]:
        """Those that end after that time, the earliest first, without end; in seconds since 1970.

        They last as long as the walls' clocks say: where summer time begins an hour less, where it ends more.
        """
        zone = ZoneInfo(self.zone)
        day = datetime.fromtimestamp(after, zone).date() - timedelta(days=2)
        while True:
            day += timedelta(days=1)
            last = day + timedelta(days=self.end <= self.begin)
            # A time that comes twice counts from its first to its second coming.
            began = datetime(day.year, day.month, day.day, *divmod(self.begin, 60), tzinfo=zone)
            ended = datetime(last.year, last.month, last.day, *divmod(self.end, 60), tzinfo=zone, fold=1)
            if (until := int(ended.timestamp())) > after:
                yield Outage(until, int(began.timestamp()))

    def over(self, at: int) -> int:
        """When somebody may be called that time calls for: at once, or when the night is over."""
        night = next(self.nights(at))
        return night.ended if night.began <= at else at

    def __str__(self) -> str:
        """In words."""
        return f"{_on_the_wall(self.begin)} to {_on_the_wall(self.end)}, {self.zone}"


class Vacation(NamedTuple):
    """Somebody's vacation, in seconds since 1970; `cut` short when they were back before."""

    began: int
    ended: int
    cut: bool = False


def granted(away: Iterable[Vacation], since: int, allowed: int) -> Iterator[Outage]:
    """Those of the vacations' times that stop a clock: after `since`, the first `allowed` seconds of them."""
    for began, ended, _ in sorted(away):
        first = max(began, since)
        last = min(ended, first + allowed)
        if first < last:
            allowed -= last - first
            yield Outage(last, first)


def read_clock(text: str) -> int | None:
    """The minutes since midnight of a time as people type it, as `22:30` or `7`; `None` for anything else."""
    found = CLOCK.fullmatch(text.strip())
    return int(found[1]) * 60 + int(found[2] or 0) if found else None


def read_day(text: str, zone: str, later: int = 0) -> int | None:
    """When the day typed as `2026-12-24` begins in that zone (or `UTC`), or that many days later.

    `None` for anything else.
    """
    try:
        day = datetime.strptime(text.strip(), "%Y-%m-%d").replace(tzinfo=ZoneInfo(zone) if zone else UTC)
        return int((day + timedelta(days=later)).timestamp())
    except (ValueError, OverflowError):
        return None


def _on_the_wall(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"
