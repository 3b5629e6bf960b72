"""A player's card: gold, ships afloat, and the gambit; in The Duel with a line for each of two fleets."""

from PIL import Image, ImageDraw

from render import theme
from render.cards import NOTE, Standing, seat_card
from render.chart import Box
from render.drawings import sprite
from render.lettering import cap_height, fit, width, write
from render.pieces import Spot, arrow, faded, place, token
from render.privateer.liveries import LIVERIES, NOBODY
from render.privateer.ships import BRIGHT
from rules.privateer.fleets import LARGEST_FLEET
from rules.privateer.view import FleetView, PrivateerView, SeatView

_SHIP = 70
_COIN = 42
_MEDAL = 46
_TOKEN = 22
_PITCH = 27
_LINES = (0.2, 0.8)
"""Where the two lines under the name lie, in shares of the room for them."""
_LINES_OF_A_DUEL = (0.29, 0.8)
"""And where gold lies above them, beside the name."""
_PALE = theme.mix(theme.CARD, theme.INK, 0.55)
_ARROW = 34


def paint_seat(canvas: Image.Image, box: Box, view: PrivateerView, seat: SeatView, name: str) -> None:
    """Fill one card: name, then ships and gold, then the gambit."""
    fleets = [fleet for fleet in view.fleets if fleet.seat == seat.seat]
    lead = next((fleet for fleet in fleets if fleet.active), next(iter(fleets), None))
    standing = _standing(view, seat)
    # Beside a fleet's ships there is no room for both its gambit and the gold.
    above = _COIN + 8 if len(fleets) > 1 else 0
    room = seat_card(canvas, box, LIVERIES[lead.colour] if lead else NOBODY, name, standing, above, _SHIP)
    if standing is Standing.AT_TURN:
        place(canvas, arrow(_ARROW, BRIGHT, theme.INK, 0), (box.left + 4, box.centre[1]))
    if seat.rank is not None:
        metal = theme.GOLD if seat.rank == 1 else theme.mix(theme.CARD, theme.INK, 0.2)
        place(canvas, sprite("medal", _MEDAL, metal, str(seat.rank)), (box.left + 34, box.bottom - 30))
    shares = _LINES_OF_A_DUEL if above else _LINES
    upper, lower = (room.top + room.height * share for share in shares)
    if seat.resigned:
        write(canvas, (room.left, upper + cap_height(NOTE) / 2), "has left", NOTE, _PALE)
    elif len(fleets) == 1:
        end = _paint_ships(canvas, (room.left, upper), fleets[0])
        fate = "flag" if fleets[0].grudge else "skull" if seat.out and view.phase != "setup" else None
        if fate is not None:
            place(canvas, sprite(fate, 30), (end + 17, upper))
        _paint_gambit(canvas, (room.left, lower), room.right - _COIN, view, fleets[0])
    else:
        for fleet, y in zip(fleets, (upper, lower), strict=False):
            end = _paint_ships(canvas, (room.left, y), fleet)
            _paint_gambit(canvas, (end + 9, y), room.right, view, fleet)
    coin = sprite("coin", _COIN, theme.GOLD, str(seat.gold), theme.INK)
    place(canvas, coin, (room.right - _COIN / 2, box.top + _COIN / 2 + 8 if above else (upper + lower) / 2))


def _standing(view: PrivateerView, seat: SeatView) -> Standing:
    if seat.resigned or (seat.out and view.phase == "battle" and view.turn_seat != seat.seat):
        return Standing.GONE
    leads = view.turn_seat if view.turn_seat is not None else next(iter(view.awaited), None)
    at_turn = view.phase != "over" and not view.stopped and seat.seat == leads
    return Standing.AT_TURN if at_turn else Standing.WAITING


def _paint_ships(canvas: Image.Image, at: Spot, fleet: FleetView) -> float:
    """A token for each ship afloat, an empty one for each that could be. Returns where they end."""
    livery = LIVERIES[fleet.colour]
    mark, gap = token(livery, _TOKEN), faded(sprite(livery.token, _TOKEN, theme.CARD))
    for number in range(LARGEST_FLEET):
        spot = at[0] + _TOKEN / 2 + number * _PITCH, at[1]
        place(canvas, mark if number < fleet.afloat else gap, spot)
    return at[0] + LARGEST_FLEET * _PITCH


def _paint_gambit(canvas: Image.Image, at: Spot, right: int, view: PrivateerView, fleet: FleetView) -> None:
    """The gambit's name: on a bright plate while it works, struck out once it is used."""
    if view.options.get("gambits") == "off":
        return
    text = fit(fleet.gambit_title, NOTE, round(right - at[0]))
    end = at[0] + width(text, NOTE)
    draw = ImageDraw.Draw(canvas)
    if fleet.gambit_status in {"armed", "active"}:
        draw.rounded_rectangle((at[0] - 6, at[1] - 16, end + 6, at[1] + 16), 8, BRIGHT, theme.INK, 2)
    used = fleet.gambit_status == "used"
    write(canvas, (at[0], at[1] + cap_height(NOTE) / 2), text, NOTE, _PALE if used else theme.INK)
    if used:
        draw.line((at[0] - 2, at[1] + 1, end + 2, at[1] + 1), _PALE, 3)
