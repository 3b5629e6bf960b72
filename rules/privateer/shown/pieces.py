"""The game's parts that pictures draw: fleets, ships and dice."""

from rules.privateer.dice import CANNON, FACES, SAIL, DieKind
from rules.privateer.fleets import COLOUR_OF, FLEETS, LARGEST_FLEET, Ship, number_of

__all__ = ["CANNON", "COLOUR_OF", "FACES", "FLEETS", "LARGEST_FLEET", "SAIL", "DieKind", "Ship", "number_of"]
