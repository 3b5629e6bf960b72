"""Whose names a picture of the ship race can show, and how long they may be."""

from render.lettering import readable
from rules.acrana.view import AcranaView
from rules.engine.seat import Names
from rules.engine.wording import shortened

_LONGEST = 18


def shown_names(view: AcranaView, names: Names) -> dict[int, str]:
    """Each seat's name as the font can show it, else its home port."""
    return {seat.seat: readable(names.get(seat.seat, ""), seat.port) for seat in view.seats}


def short_names(names: Names) -> dict[int, str]:
    """Names cut to what a sentence can carry."""
    return {seat: shortened(name, _LONGEST) for seat, name in names.items()}
