"""Fleets and their ships: `red1` is a ship, `red` a fleet, “Red 1” what people read (section 2)."""

from collections.abc import Mapping
from typing import TypeAlias

from rules.privateer.board import FILE, Colour, Fleet, Gambit

Ship: TypeAlias = str
"""`red1` .. `black3`, or `merchant`."""

MERCHANT: Ship = FILE.merchant.id
LARGEST_FLEET = 3
"""The most ships of one colour afloat."""

FLEETS: Mapping[Colour, Fleet] = {fleet.id: fleet for fleet in FILE.fleets}
BY_NUMBER: Mapping[int, Colour] = {fleet.number: fleet.id for fleet in FILE.fleets}
"""The colour of each commodore card."""

COLOUR_OF: Mapping[Ship, Colour] = {
    f"{colour}{number}": colour for colour in FLEETS for number in range(1, LARGEST_FLEET + 1)
}
"""The fleet of every ship there can be; the merchant is in none."""


def ship(colour: Colour, number: int) -> Ship:
    """A fleet's ship of that number, 1 to 3."""
    return f"{colour}{number}"


def number_of(vessel: Ship) -> int:
    """The number of a ship within its fleet."""
    return int(vessel[-1])


def gambit_of(colour: Colour) -> Gambit:
    """The gambit of a fleet's commodore."""
    return FLEETS[colour].gambit


def fleet_name(colour: Colour) -> str:
    """A fleet in words: `Red`."""
    return colour.title()


def ship_name(vessel: Ship) -> str:
    """A ship in words: `Red 1`; never with a letter before the number, because `G2` is a hex."""
    if vessel == MERCHANT:
        return "the merchant"
    return f"{vessel[:-1].title()} {vessel[-1]}"
