"""Whose names a picture of Privateer can show, and how long they may be."""

from render.lettering import readable
from rules.engine.seat import Names
from rules.engine.wording import shortened
from rules.privateer.view import PrivateerView


def shown_names(view: PrivateerView, names: Names) -> dict[int, str]:
    """Each player's name as the font can show it, else the letters of their fleets."""
    letters = {
        seat.seat: "".join(fleet.letter for fleet in view.fleets if fleet.seat == seat.seat)
        for seat in view.seats
    }
    return {seat: readable(names.get(seat, ""), letters[seat] or f"Seat {seat}") for seat in letters}


def short_names(names: Names, longest: int) -> dict[int, str]:
    """Names cut to so many characters."""
    return {seat: shortened(name, longest) for seat, name in names.items()}
