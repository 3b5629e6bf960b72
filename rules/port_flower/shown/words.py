"""The board in words for blind people, and the standings."""

from rules.engine.seat import Names
from rules.engine.shown import alt_text
from rules.engine.wording import counted
from rules.port_flower.board import OUT, PORT, TOW, Place
from rules.port_flower.shown import caption
from rules.port_flower.shown.view import PortFlowerView, SeatView

NEAR = 5
"""The distance in squares within which a shark is mentioned: the longest straight leg."""


def describe(view: PortFlowerView, names: Names) -> str:
    """Return the board in words, at most 1,024 characters."""
    told = caption.called(view, names)
    lately = caption.newest_turn(view, told)
    sentences = [
        lately,
        f"Sailing Port Flower. {caption.aside(view)}. {caption.title(view, told)}.",
        "" if lately else caption.tale(view, told),
        _wind(view),
        "Boats: " + "; ".join(_boat(seat, view, told[seat.seat]) for seat in view.seats) + ".",
        "Sharks: " + ", ".join(f"{n} at {square}" for n, square in enumerate(view.sharks, 1)) + ".",
        *(_dangers(view.seats[seat - 1], view, told[seat]) for seat in view.awaited if not view.stopped),
    ]
    return alt_text(*sentences)


def reach(view: PortFlowerView) -> str:
    """Return the squares where the onlooker's boat could end, with their numbers in menus."""
    ends = ", ".join(f"{number} {square}" for number, square in enumerate(view.can_end, 1))
    return f"Where your boat can end, by the numbers of the menu: {ends}." if ends else ""


def standing(view: PortFlowerView, names: Names) -> str:
    """Return each boat with its number of buoys, the leading boat first."""
    seats = [seat for seat in view.seats if seat.active]
    told = caption.called(view, names)
    seats.sort(key=lambda seat: (-seat.reached, seat.to_go if seat.to_go is not None else view.columns))
    return " · ".join(f"{told[seat.seat]} {seat.reached}/{view.n_buoys}" for seat in seats)


def _wind(view: PortFlowerView) -> str:
    if not view.dice or view.phase != "racing":
        return ""
    rolled = " ".join(f"{die}{value}" for die, value in view.dice.items())
    left = " ".join(f"{die}{view.dice[die]}" for die in view.dice_left)
    return f"Wind {rolled}" + (f", left {left}." if view.moved else ".")


def _boat(seat: SeatView, view: PortFlowerView, name: str) -> str:
    if not seat.active:
        return f"{name} ({seat.letter}) has resigned"
    where = {PORT: "in port", TOW: "in tow"}.get(seat.position, f"at {seat.position}")
    told = f"{name} ({seat.letter}) {where}, {seat.reached} of {view.n_buoys} buoys"
    if seat.to_go is not None and view.phase == "racing":
        goal = f"buoy {seat.reached + 1}" if seat.reached < view.n_buoys else "port"
        told += f", cut off from {goal}" if seat.cut_off else f", {counted(seat.to_go, 'square')} to {goal}"
    if seat.repellents:
        told += f", {counted(seat.repellents, 'repellent')}"
    return told + ", misses a turn" * seat.skip


def _dangers(seat: SeatView, view: PortFlowerView, name: str) -> str:
    if seat.position in {PORT, TOW, OUT, *view.islands}:
        return ""
    boat = Place.read(seat.position)
    near = [
        f"shark {number}, {counted(away, 'square')} away"
        for number, square in enumerate(view.sharks, 1)
        if (away := boat.gap(Place.read(square))) <= NEAR
    ]
    return f"Near {name}: {'; '.join(near)}." if near else ""
