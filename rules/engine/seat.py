"""Seats: the places at the table, numbered from 1 in the order of joining."""

import unicodedata
from collections.abc import Mapping
from typing import Annotated

from pydantic import Field


class SeatMark:
    """Marks an event's field as a seat, so that the narrator says a name instead of a number."""


Seat = Annotated[int, Field(ge=1), SeatMark()]
"""A seat number, 1..n."""

Names = Mapping[int, str]
"""Seat -> the display name of who plays it, as plain text (not yet escaped for any medium)."""


def initials(names: Names) -> dict[int, str]:
    """The first letters of all names, if they differ from each other; else empty.

    Accents and signs before the first letter or digit do not count.

    >>> initials({1: "Ann", 2: "Şahin"})
    {1: 'A', 2: 'S'}
    >>> initials({1: "Ann", 2: "Abe"})
    {}
    """
    found = {seat: _initial(name) for seat, name in names.items()}
    told_apart = all(found.values()) and len({*found.values()}) == len(found)
    return found if told_apart else {}


def called(names: Names, own: Names) -> dict[int, str]:
    """What seats that bear letters are called: as their players, or else also by names of their own.

    >>> called({1: "Ann", 2: "Bo"}, {1: "Moon", 2: "Crown"})
    {1: 'Ann', 2: 'Bo'}
    >>> called({1: "Ann", 2: "Abe"}, {1: "Moon", 2: "Crown"})
    {1: 'Moon (Ann)', 2: 'Crown (Abe)'}
    """
    return dict(names) if initials(names) else with_own(names, own)


def with_own(names: Names, own: Names) -> dict[int, str]:
    """Names of players behind those of their seats."""
    return {
        seat: own[seat] if name in {"", own[seat]} else f"{own[seat]} ({name})"
        for seat, name in names.items()
    }


def _initial(name: str) -> str:
    return next((one.upper() for one in unicodedata.normalize("NFKD", name) if one.isalnum()), "")
