"""Fleets and their ships (section 2)."""

from collections.abc import Mapping
from typing import TypeAlias

from rules.privateer.board import FILE, Colour, Fleet, Gambit

Ship: TypeAlias = str
"""A ship: `red1` to `black3`, or `merchant`."""

MERCHANT: Ship = FILE.merchant.id
LARGEST_FLEET = 3
"""The maximum number of ships that a fleet has afloat."""
NUMBERS = range(1, LARGEST_FLEET + 1)

FLEETS: Mapping[Colour, Fleet] = {fleet.id: fleet for fleet in FILE.fleets}
BY_NUMBER: Mapping[int, Colour] = {fleet.number: fleet.id for fleet in FILE.fleets}
"""The colour of each commodore card."""

COLOUR_OF: Mapping[Ship, Colour] = {f"{colour}{number}": colour for colour in FLEETS for number in NUMBERS}
"""The fleet of each possible ship except the merchant."""


def ship(colour: Colour, number: int) -> Ship:
    """Return the fleet's ship with this number, 1 to 3."""
    return f"{colour}{number}"


def number_of(vessel: Ship) -> int:
    """Return the number of a ship in its fleet."""
    return int(vessel[-1])


def gambit_of(colour: Colour) -> Gambit:
    """Return the gambit of a fleet's commodore."""
    return FLEETS[colour].gambit


def fleet_name(colour: Colour) -> str:
    """Return a fleet in words: `Red`."""
    return colour.title()


def ship_name(vessel: Ship) -> str:
    """Return a ship in words: `Green 2`. The short form `G2` would look like a hex."""
    if vessel == MERCHANT:
        return "the merchant"
    return f"{vessel[:-1].title()} {vessel[-1]}"
