"""The names on a picture of the ship race."""

from render.lettering import readable
from rules.acrana.shown.view import AcranaView
from rules.engine.seat import Names


def shown_names(view: AcranaView, names: Names) -> dict[int, str]:
    """Return each seat's name as the font can show it, else its home port."""
    return {seat.seat: readable(names.get(seat.seat, ""), seat.port) for seat in view.seats}
