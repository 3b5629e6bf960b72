"""Whose names a Port Flower picture can show, and how long they may be."""

from render.lettering import readable, shorten
from rules.engine.seat import Names, initials
from rules.port_flower.view import PortFlowerView

_LONGEST = 18


def shown_names(view: PortFlowerView, names: Names) -> dict[int, str]:
    """Each seat's name as the font can show it, else its suit."""
    return {seat.seat: readable(names.get(seat.seat, ""), seat.suit.title()) for seat in view.seats}


def lettered(view: PortFlowerView, names: Names) -> PortFlowerView:
    """The view with players' initials in place of the letters of suits, where they differ from each other."""
    found = initials(shown_names(view, names))
    if not found:
        return view
    seats = [seat.model_copy(update={"letter": found[seat.seat]}) for seat in view.seats]
    return view.model_copy(update={"seats": seats})


def short_names(names: Names) -> dict[int, str]:
    """Names cut to what a sentence can carry."""
    return {seat: shorten(name, _LONGEST) for seat, name in names.items()}
