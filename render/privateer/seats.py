"""A player's card: gold, ships afloat, and the gambit; in The Duel with a line for each of two fleets."""

from PIL import Image, ImageDraw

from render import theme
from render.cards import BADGE_GAP, NOTE, Standing, paste_badges, seat_card
from render.chart import Box
from render.drawings import sprite
from render.lettering import Face, Style, cap_height, fit, width, write
from render.pieces import arrow, place, token
from render.privateer.liveries import LIVERIES
from render.privateer.ships import BRIGHT
from rules.privateer.fleets import LARGEST_FLEET
from rules.privateer.view import FleetView, PrivateerView, SeatView

_SHIP = 74
_COIN = 40
_TOKEN = 24
_LIVE = Style(Face.BOLD, 26)
_PALE = theme.mix(theme.CARD, theme.INK, 0.55)
_ARROW = 30
_USING = {"armed": "armed", "active": "active"}


def paint_seat(canvas: Image.Image, box: Box, view: PrivateerView, seat: SeatView, name: str) -> None:
    """Fill one card: name, rank and gold, then a line for ships and one for the gambit."""
    fleets = [fleet for fleet in view.fleets if fleet.seat == seat.seat]
    badges = _badges(seat)
    taken = sum(badge.width + BADGE_GAP for badge in badges)
    lead = next((fleet for fleet in fleets if fleet.active), fleets[0]) if fleets else None
    if lead is None:
        return
    standing = _standing(view, seat)
    room = seat_card(canvas, box, LIVERIES[lead.colour], name, standing, taken, _SHIP)
    paste_badges(canvas, badges, room.right, room.top - cap_height(NOTE) + 2)
    if standing is Standing.AT_TURN:
        place(canvas, arrow(_ARROW, BRIGHT, theme.INK, 0), (box.left + 6, box.centre[1]))
    if seat.resigned:
        write(canvas, (room.left, room.bottom - 24), "has left", NOTE, _PALE)
        return
    gambits = view.options.get("gambits") != "off"
    if len(fleets) == 1:
        middle = room.top + room.height * 0.27
        _paint_ships(canvas, (room.left, middle), lead)
        if seat.out and view.phase != "setup":
            place(canvas, sprite("skull", 32), (room.left + 3 * _TOKEN + 34, middle))
        if gambits:
            _paint_gambit(canvas, (room.left, room.top + room.height * 0.77), room.right, lead)
        return
    for number, fleet in enumerate(fleets):
        middle = room.top + room.height * (0.27 + 0.5 * number)
        _paint_ships(canvas, (room.left, middle), fleet)
        if gambits:
            _paint_gambit(canvas, (room.left + 3 * _TOKEN + 32, middle), room.right, fleet)


def _standing(view: PrivateerView, seat: SeatView) -> Standing:
    if seat.resigned or (seat.out and view.phase == "battle" and view.turn_seat != seat.seat):
        return Standing.GONE
    leads = view.turn_seat if view.turn_seat is not None else next(iter(view.awaited), None)
    return Standing.AT_TURN if view.phase != "over" and seat.seat == leads else Standing.WAITING


def _badges(seat: SeatView) -> list[Image.Image]:
    """The gold, and the place at the end."""
    badges = [sprite("coin", _COIN, theme.GOLD, str(seat.gold), theme.INK)]
    if seat.rank is not None:
        metal = theme.GOLD if seat.rank == 1 else theme.mix(theme.CARD, theme.INK, 0.2)
        badges.append(sprite("medal", _COIN + 4, metal, str(seat.rank)))
    return badges


def _paint_ships(canvas: Image.Image, at: tuple[float, float], fleet: FleetView) -> None:
    """A token for each ship afloat, an empty place for each that could be."""
    mark = token(LIVERIES[fleet.colour], _TOKEN)
    for number in range(LARGEST_FLEET):
        spot = at[0] + _TOKEN / 2 + number * (_TOKEN + 5), at[1]
        if number < fleet.afloat:
            place(canvas, mark, spot)
        else:
            place(canvas, sprite("blank", 16), spot)
    if fleet.grudge:
        place(canvas, sprite("flag", _TOKEN + 2), (at[0] + LARGEST_FLEET * (_TOKEN + 5) + 14, at[1]))


def _paint_gambit(canvas: Image.Image, at: tuple[float, float], right: int, fleet: FleetView) -> None:
    """The gambit's name: bold while it works, struck out once it is used."""
    text, style, ink = fleet.gambit_title, NOTE, theme.INK
    if fleet.gambit_status in _USING:
        text, style, ink = f"{text}: {_USING[fleet.gambit_status]}", _LIVE, theme.ALARM
    elif fleet.gambit_status == "used":
        ink = _PALE
    text = fit(text, style, round(right - at[0]))
    write(canvas, (at[0], at[1] + cap_height(style) / 2), text, style, ink)
    if fleet.gambit_status == "used":
        ends = (at[0] - 2, at[1] + 1, at[0] + width(text, style) + 2, at[1] + 1)
        ImageDraw.Draw(canvas).line(ends, _PALE, 3)
