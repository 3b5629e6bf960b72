"""The board in words for blind people."""

from collections.abc import Iterator

from rules.engine.seat import Names
from rules.engine.shown import alt_text, with_name
from rules.engine.wording import counted, listed
from rules.privateer.dice import tokens
from rules.privateer.fleets import fleet_name, ship_name
from rules.privateer.shown.caption import aside, notices, tale, title
from rules.privateer.shown.view import PrivateerView, SeatView, ShipView, TrayView

LONGEST_NAME = 20
_MOST_HEXES = 60
"""The maximum number of hexes that are named. More hexes are only counted."""
_GAMBITS = {"armed": "at work", "active": "at work", "used": "used"}


def describe(view: PrivateerView, names: Names) -> str:
    """Return the board in words, at most 1,024 characters."""
    called = {seat.seat: _name(seat, names) for seat in view.seats}
    heading = ("Privateer", *notices(view), aside(view), title(view, called))
    sentences = [
        *(f"{line}." for line in heading if line),
        *_under_way(view),
        tale(view, called),
        *(_player(seat, view, names) for seat in view.seats),
        f"Merchant at {view.merchant}." if view.merchant else "",
        *_terrain(view),
        f"Wind from {view.wind_from}, ships drift {view.drift}." if view.wind_from else "",
    ]
    return alt_text(*sentences)


def reach(view: PrivateerView) -> str:
    """Return the hexes to choose from, in words."""
    if not view.reach:
        return ""
    named = ", ".join(view.reach) if len(view.reach) <= _MOST_HEXES else f"{len(view.reach)} hexes"
    return f"You can choose {named}."


def _name(seat: SeatView, names: Names) -> str:
    colours = listed(map(fleet_name, seat.fleets))
    return with_name(colours, names.get(seat.seat, ""), LONGEST_NAME)


def _under_way(view: PrivateerView) -> Iterator[str]:
    """Yield the drawn tile and the dice of the turn in words, unless the game is over or was ended."""
    if view.stopped or view.phase == "over":
        return
    if view.tile is not None:
        yield f"A {view.tile} is to be placed."
    if view.tray is not None:
        yield _tray(view.tray)


def _tray(tray: TrayView) -> str:
    if tray.to_roll:
        return f"{tray.to_roll} dice to roll."
    left = " ".join(tokens(tray.sail, tray.cannon)) or "none"
    return f"Dice left: {left}."


def _player(seat: SeatView, view: PrivateerView, names: Names) -> str:
    told = f"{_name(seat, names)}: {counted(seat.gold, 'doubloon')}"
    if seat.resigned:
        return f"{told}, resigned."
    ships = [_ship(ship, seat) for ship in view.ships if ship.seat == seat.seat]
    gambits = [
        f"{fleet.gambit_title} {_GAMBITS[fleet.gambit_status]}"
        for fleet in view.fleets
        if fleet.seat == seat.seat and fleet.gambit_status in _GAMBITS
    ]
    return f"{', '.join([told, *(ships or ['no ships']), *gambits])}."


def _ship(ship: ShipView, seat: SeatView) -> str:
    called = str(ship.number) if len(seat.fleets) == 1 else ship_name(ship.id)
    grudge = " with a grudge" if ship.grudge else ""
    return f"{called} at {ship.hex}{grudge}"


def _terrain(view: PrivateerView) -> Iterator[str]:
    for tile, plural in (("volcano", "Volcanoes"), ("desert", "Deserts"), ("reef", "Reefs")):
        hexes = [name for name, laid in view.terrain.items() if laid == tile]
        if hexes:
            yield f"{plural} {' '.join(hexes)}."
