"""Quiet hours follow the local clock, vacations follow the table's option, and both stop the time."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.store.availability import QuietHours, Vacation, granted, read_clock, read_day
from bot.store.outages import Outage, Outages
from rules.engine.time_control import LEAST

BERLIN = "Europe/Berlin"
HOUR, DAY = 3_600, 86_400


def wall(text: str) -> int:
    """Return the seconds since 1970 of a local time in Berlin."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(BERLIN)).timestamp())


@pytest.mark.parametrize(
    ("night", "hours"),
    [("2026-06-10", 8), ("2026-03-28", 7), ("2026-10-24", 9)],
    ids=["an ordinary one", "summer time begins", "it ends"],
)
def test_a_night_lasts_as_long_as_the_clocks_on_the_wall_say(night: str, hours: int) -> None:
    quiet = QuietHours(BERLIN, 23 * 60, 7 * 60)
    began = wall(f"{night} 23:00")
    assert quiet.over(began - 1) == began - 1
    assert quiet.over(began) == quiet.over(began + hours * HOUR - 1) == began + hours * HOUR
    assert quiet.over(began + hours * HOUR) == began + hours * HOUR


def test_what_is_no_time_on_that_day_or_comes_twice_is_no_trap() -> None:
    # In spring, 2:30 is skipped. In autumn, 2:30 comes twice, and quiet hours begin at the first 2:30.
    assert QuietHours(BERLIN, 150, 300).over(wall("2026-03-29 03:40")) == wall("2026-03-29 05:00")
    first = wall("2026-10-25 02:30")
    assert QuietHours(BERLIN, 150, 300).over(first) == wall("2026-10-25 05:00")
    assert QuietHours(BERLIN, 0, 150).over(first) == first + HOUR


def test_no_time_runs_in_quiet_hours_nor_twice_in_what_falls_together() -> None:
    quiet = QuietHours(BERLIN, 22 * 60, 8 * 60)
    asked = wall("2026-06-10 20:00")

    def due(hours: int, *outages: Outage, away: tuple[Vacation, ...] = ()) -> int:
        own = (quiet.nights(asked), granted(away, 0, 7 * DAY))
        return Outages(outages).put_off(asked, asked + hours * HOUR, *own)

    assert due(2) == wall("2026-06-10 22:00")
    assert due(3) == wall("2026-06-11 09:00")
    assert due(24) == wall("2026-06-12 16:00")
    # An outage at night costs no time. An outage from the evening on costs the rest of the evening.
    night = Outage(wall("2026-06-11 06:00"), wall("2026-06-10 23:00"))
    assert due(3, night) == wall("2026-06-11 09:00")
    evening = Outage(wall("2026-06-11 10:00"), wall("2026-06-10 21:00"))
    assert due(3, evening) == wall("2026-06-11 12:00")
    # A vacation of three days with their nights counts as three days.
    away = Vacation(wall("2026-06-10 21:00"), wall("2026-06-13 21:00"))
    assert due(3, away=(away,)) == wall("2026-06-14 09:00")
    # If little time was left, a quarter of an hour remains in the morning.
    assert Outages().put_off(asked, wall("2026-06-10 22:00") + 1, quiet.nights(asked)) == (
        wall("2026-06-11 08:00") + LEAST
    )


def test_of_vacations_as_many_days_count_as_the_table_allows() -> None:
    away = (Vacation(10 * DAY, 12 * DAY), Vacation(100 * DAY, 110 * DAY))
    assert list(granted(away, 11 * DAY, 3 * DAY)) == [
        Outage(12 * DAY, 11 * DAY),
        Outage(102 * DAY, 100 * DAY),
    ]
    assert list(granted(away, 0, 0)) == []


def test_times_and_days_are_read_as_people_type_them() -> None:
    assert [read_clock(text) for text in ("22:30", "7", "07:05", " 0:00 ")] == [1_350, 420, 425, 0]
    assert [read_clock(text) for text in ("24:00", "7:5", "noon", "", "22:60", "-1")] == [None] * 6
    assert read_day("2026-10-25", BERLIN, later=1) == wall("2026-10-26 00:00")
    assert [read_day(text, "") for text in ("25.10.2026", "soon", "2026-02-30", "")] == [None] * 4
