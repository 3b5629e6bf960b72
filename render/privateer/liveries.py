"""The look of each fleet: colour, shape and letter (section 13), a man of war whose sail is that shape."""

from collections.abc import Mapping

from render import theme
from render.pieces import Livery
from render.theme import rgb, writing_on
from rules.privateer.board import FILE, Fleet
from rules.privateer.board import Colour as FleetColour
from rules.privateer.shown.pieces import COLOUR_OF, FLEETS, Ship


def _livery(fleet: Fleet) -> Livery:
    hue = rgb(fleet.hex_colour)
    return Livery(fleet.letter, hue, writing_on(hue), f"man_of_war_{fleet.shape}", fleet.shape)


LIVERIES: Mapping[FleetColour, Livery] = {colour: _livery(fleet) for colour, fleet in FLEETS.items()}
"""Fleet -> livery."""

MERCHANT = Livery(FILE.merchant.letter, rgb(FILE.merchant.hex_colour), theme.INK, "merchantman", "circle")
"""The merchant's."""

NOBODY = Livery("", theme.mix(theme.PAPER, theme.INK, 0.3), theme.INK, "man_of_war_circle", "circle")
"""The look of a player who left before there was a fleet to command."""


def livery_of(ship: Ship) -> Livery:
    """The livery of any ship, the merchant included."""
    return LIVERIES[COLOUR_OF[ship]] if ship in COLOUR_OF else MERCHANT
