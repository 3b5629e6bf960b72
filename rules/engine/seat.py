"""Seats: the places at the table, numbered from 1 in the order of joining."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field


class SeatMark:
    """Marks an event's field as a seat, so that the narrator says a name instead of a number."""


Seat = Annotated[int, Field(ge=1), SeatMark()]
"""A seat number, 1..n."""

Names = Mapping[int, str]
"""Seat -> the display name of who plays it, as plain text (not yet escaped for any medium)."""
