"""The names on a picture of Port Flower."""

from render.lettering import readable
from rules.engine.seat import Names
from rules.port_flower.shown.view import PortFlowerView


def shown_names(view: PortFlowerView, names: Names) -> dict[int, str]:
    """Return each seat's name as the font can show it, else the name of its boat."""
    return {seat.seat: readable(names.get(seat.seat, ""), f"Boat {seat.letter}") for seat in view.seats}
