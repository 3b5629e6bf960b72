"""The names of empty hexes and of players."""

from collections.abc import Container

from PIL import Image

from render import theme
from render.lettering import Face, Style, readable, write_centred
from render.privateer.layout import middle, name_spot
from render.privateer.sheet import OPEN
from rules.engine.seat import Names
from rules.privateer.board import HEXES, RING, Hex
from rules.privateer.shown.view import PrivateerView

HEX_NAME = Style(Face.TEXT, 18)
"""The style of hexes' names, which are too small for phones. There, people read the names on the edges."""
INK = theme.mix(OPEN, theme.INK, 0.5)


def paint_names(canvas: Image.Image, view: PrivateerView, busy: Container[Hex]) -> None:
    """Paint the names of hexes that are empty, not `busy`, and not lost to the storm."""
    taken = {view.merchant, *view.terrain, *(ship.hex for ship in view.ships)}
    if view.asked == "deploy":
        taken.update(circle.hex for circle in view.circles)
    for name in HEXES:
        if name not in taken and name not in busy and (not view.storm_on or RING[name] <= view.edge):
            write_centred(canvas, name_spot(middle(name)), name, HEX_NAME, INK)


def shown_names(view: PrivateerView, names: Names) -> dict[int, str]:
    """Return the name of each seat's player, or its fleets' letters if the font cannot show the name."""
    letters = {
        seat.seat: "".join(fleet.letter for fleet in view.fleets if fleet.seat == seat.seat)
        for seat in view.seats
    }
    return {seat: readable(names.get(seat, ""), letters[seat] or f"Seat {seat}") for seat in letters}
