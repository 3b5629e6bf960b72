"""A captain's card: stones, sailors, stores and what the ship carries too much of."""

from PIL import Image

from render import theme
from render.cards import NOTE, Standing, seat_card
from render.chart import Box
from render.dangerous_sea.isles import DRINK
from render.dangerous_sea.liveries import FRESH, LIVERIES, STONE
from render.drawings import sprite
from render.lettering import Face, Style, cap_height, write
from render.pieces import Spot, arrow, faded, place
from rules.dangerous_sea.view import SeaView, ShipView

_SHIP = 66
_PIP = 24
_PITCH = 27
_COIN = 42
_COUNT = Style(Face.BOLD, 24)
_SMALL = Style(Face.TEXT, 22)
_PALE = theme.mix(theme.CARD, theme.INK, 0.55)
_MOST_SAILORS = 5
_LINES = (58, 83, 108)
"""Where stones, sailors and stores stand, in pixels below the card's upper edge."""


def paint_seat(canvas: Image.Image, box: Box, view: SeaView, ship: ShipView, name: str) -> None:
    """Fill one card."""
    at_turn = ship.active and not view.stopped and view.phase != "over"
    standing = Standing.GONE if ship.resigned else Standing.AT_TURN if at_turn else Standing.WAITING
    room = seat_card(canvas, box, LIVERIES[ship.captain], name, standing, _COIN, _SHIP)
    stones, sailors, stores = (box.top + line for line in _LINES)
    if at_turn:
        place(canvas, arrow(32, FRESH, theme.INK, 0), (box.left + 3, box.centre[1]))
        points = sprite("coin", _COIN, theme.GOLD, str(ship.points), theme.INK)
        place(canvas, points, (box.right - 8 - _COIN / 2, box.top + 8 + _COIN / 2))
    if ship.rank is not None:
        metal = theme.GOLD if ship.rank == 1 else theme.mix(theme.CARD, theme.INK, 0.2)
        place(canvas, sprite("medal", 44, metal, str(ship.rank)), (box.left + 36, box.bottom - 28))
    if ship.resigned:
        write(canvas, (room.left, sailors), "has left", NOTE, _PALE)
        return
    _paint_pips(canvas, (room.left, stones), "rune", STONE, ship.stones, view.stones_to_win)
    hue = LIVERIES[ship.captain].hue
    _paint_pips(canvas, (room.left, sailors), "figure", hue, ship.sailors, _MOST_SAILORS)
    x = float(room.left)
    for sign, hue, amount in (("barley", theme.INK, ship.food), ("drop", DRINK, ship.water)):
        place(canvas, sprite(sign, _PIP, hue), (x + _PIP / 2, stores))
        write(canvas, (x + _PIP + 3, stores + cap_height(_COUNT) / 2), str(amount), _COUNT, theme.INK)
        x += 76
    weight = f"{ship.cargo}" + (f" (-{ship.penalty})" if ship.penalty else "")
    hue = theme.ALARM if ship.penalty else _PALE
    write(canvas, (room.right, sailors + cap_height(_SMALL) / 2), weight, _SMALL, hue, "right")


def _paint_pips(canvas: Image.Image, at: Spot, sign: str, hue: theme.Colour, count: int, most: int) -> None:
    """So many pips of a few; the rest pale."""
    pip, pale = sprite(sign, _PIP, hue), faded(sprite(sign, _PIP, hue))
    for number in range(most):
        place(canvas, pip if number < count else pale, (at[0] + _PIP / 2 + number * _PITCH, at[1]))
