"""Dates in files, in the language that a server has chosen. Messages contain Discord's timestamps instead."""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache

from pydantic import Field

from rules.engine.data import Data, data_file


class Calendar(Data):
    """The date format of a language, with its words for the months."""

    name: str
    pattern: str
    months: tuple[str, ...] = Field(min_length=12, max_length=12)


NUMBERS = Calendar(
    name="Numbers",
    pattern="{year}-{month}-{day:02} {time} UTC",
    months=tuple(f"{month:02}" for month in range(1, 13)),
)


@cache
def languages() -> Mapping[str, Calendar]:
    """Return each language's date format; a key is Discord's code, or empty for dates in numbers."""
    return {"": NUMBERS, **data_file("bot.narration", "dates.toml", dict[str, Calendar])}


def day_and_time(at: int, language: str = "") -> str:
    """Return the UTC date and time `at` (seconds since 1970), in numbers if the language is unknown.

    >>> day_and_time(1_790_000_000)
    '2026-09-21 14:13 UTC'
    >>> day_and_time(1_790_000_000, "de")
    '21. September 2026, 14:13 UTC'
    """
    calendar, when = languages().get(language, NUMBERS), datetime.fromtimestamp(at, UTC)
    month = calendar.months[when.month - 1]
    return calendar.pattern.format(day=when.day, month=month, year=when.year, time=f"{when:%H:%M}")
