"""Quiet hours and vacations of people, in their own time zones."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from bot.store.outages import Outage

CLOCK = re.compile(r"([01]?\d|2[0-3])(?::([0-5]\d))?")


class QuietHours(NamedTuple):
    """Daily quiet hours in a time zone, in minutes since midnight. `end` may be on the next day."""

    zone: str
    begin: int
    end: int

    def nights(self, after: int) -> Iterator[Outage]:
        """Yield the quiet hours that end later than `after` (seconds since 1970), night by night, endlessly.

        Quiet hours follow the local clock, so changes of summer time make a night shorter or longer.
        """
        zone = ZoneInfo(self.zone)
        day = datetime.fromtimestamp(after, zone).date() - timedelta(days=2)
        while True:
            day += timedelta(days=1)
            last = day + timedelta(days=self.end <= self.begin)
            # If a local time occurs twice, quiet hours begin at the first occurrence and end at the second.
            began = datetime(day.year, day.month, day.day, *divmod(self.begin, 60), tzinfo=zone)
            ended = datetime(last.year, last.month, last.day, *divmod(self.end, 60), tzinfo=zone, fold=1)
            if (until := int(ended.timestamp())) > after:
                yield Outage(until, int(began.timestamp()))

    def over(self, at: int) -> int:
        """Return the end of the quiet hours that contain the time `at` (seconds since 1970), or else `at`."""
        night = next(self.nights(at))
        return night.ended if night.began <= at else at

    def __str__(self) -> str:
        """Return the quiet hours in words."""
        return f"{_on_the_wall(self.begin)} to {_on_the_wall(self.end)}, {self.zone}"


class Vacation(NamedTuple):
    """The times of a person's vacation, in seconds since 1970. `cut` is true if the person returned early."""

    began: int
    ended: int
    cut: bool = False


def granted(away: Iterable[Vacation], since: int, allowed: int) -> Iterator[Outage]:
    """Yield the vacation times after `since` in which a clock stops, up to `allowed` seconds in total."""
    for began, ended, _ in sorted(away):
        first = max(began, since)
        last = min(ended, first + allowed)
        if first < last:
            allowed -= last - first
            yield Outage(last, first)


def read_clock(text: str) -> int | None:
    """Return a typed time such as `22:30` or `7` as minutes since midnight; `None` for other text."""
    found = CLOCK.fullmatch(text.strip())
    return int(found[1]) * 60 + int(found[2] or 0) if found else None


def read_day(text: str, zone: str, later: int = 0) -> int | None:
    """Return the start of the day that is `later` days after a typed day such as `2026-12-24`.

    The result is in seconds since 1970, or `None` if the text is not a valid day. An empty `zone` means UTC.
    """
    try:
        day = datetime.strptime(text.strip(), "%Y-%m-%d").replace(tzinfo=ZoneInfo(zone) if zone else UTC)
        return int((day + timedelta(days=later)).timestamp())
    except (ValueError, OverflowError):
        return None


def _on_the_wall(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"
