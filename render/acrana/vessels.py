"""The pirate vessels next to their waters, with plates of the ships that they engage."""

from collections.abc import Iterator

from PIL import Image

from render.acrana.layout import cell
from render.acrana.liveries import LIVERIES
from render.acrana.ships import PLATE_HEIGHT, called, plate
from render.drawings import sprite
from render.pieces import Spot, place
from rules.acrana.shown.view import AcranaView

_SPOTS = ((13.2, 8.0), (14.45, 8.0), (15.7, 8.0), (10.3, 4.85), (11.6, 4.85), (12.9, 4.85))
"""The positions of vessels in cells, where no badge of a ship hides them."""
VESSEL = "pirate"
VESSEL_HEIGHT = 56
_MOST_NAMED = 2


def paint_vessels(canvas: Image.Image, view: AcranaView) -> None:
    """Paint all pirate vessels, with plates of up to two ships that each vessel engages."""
    for vessel in view.vessels:
        place(canvas, sprite(VESSEL, VESSEL_HEIGHT), vessel_spot(vessel.number))
    for name, seat, spot in engaged(view):
        place(canvas, plate(name, LIVERIES[seat]), spot)


def engaged(view: AcranaView) -> Iterator[tuple[str, int, Spot]]:
    """Yield the text, the seat and the spot of each plate on a vessel."""
    for vessel in view.vessels:
        x, y = vessel_spot(vessel.number)
        for number, name in enumerate(vessel.engages[:_MOST_NAMED]):
            ship = view.ship(name)
            yield called(view, ship), ship.seat, (x, y + 4 - PLATE_HEIGHT * number)


def vessel_spot(number: int) -> Spot:
    """Return the middle of the pirate vessel with a number."""
    return cell(*_SPOTS[number - 1])
