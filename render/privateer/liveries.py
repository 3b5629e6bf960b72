"""The appearance of each fleet: its colour, letter and shape of sail (section 13)."""

from collections.abc import Mapping

from render import theme
from render.pieces import Livery, man_of_war
from render.theme import rgb
from rules.privateer.board import FILE
from rules.privateer.board import Colour as FleetColour
from rules.privateer.shown.pieces import COLOUR_OF, FLEETS, Ship

LIVERIES: Mapping[FleetColour, Livery] = {
    colour: man_of_war(fleet.letter, fleet.hex_colour, fleet.shape) for colour, fleet in FLEETS.items()
}

MERCHANT = Livery(FILE.merchant.letter, rgb(FILE.merchant.hex_colour), theme.INK, "merchantman", "circle")


def livery_of(ship: Ship) -> Livery:
    """Return the livery of a ship, including the merchant."""
    return LIVERIES[COLOUR_OF[ship]] if ship in COLOUR_OF else MERCHANT
