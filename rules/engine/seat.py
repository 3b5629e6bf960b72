"""Seats: the places at the table, numbered from 1 in the order of joining."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated

from pydantic import Field


class SeatMark:
    """Marks an event's field as a seat, so that the narrator uses a name instead of a number."""


Seat = Annotated[int, Field(ge=1), SeatMark()]
"""A seat number, 1..n."""

Names = Mapping[int, str]
"""The display name of each seat's player, as plain text that is not yet escaped for any medium."""


def told_apart(names: Names, marks: Names) -> dict[int, str]:
    """Return the players' names by seat. Names that several players share end with the mark of the seat.

    >>> told_apart({1: "Ann", 2: "Bo", 3: "Ann"}, {1: "A", 2: "B", 3: "C"})
    {1: 'Ann (A)', 2: 'Bo', 3: 'Ann (C)'}
    """
    alike = Counter(names.values())
    return {seat: name if alike[name] == 1 else f"{name} ({marks[seat]})" for seat, name in names.items()}
