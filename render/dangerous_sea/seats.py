"""A captain's card: the rune stones and the rank next to the name, the crew and the stores below it."""

from collections.abc import Sequence

from PIL import Image

from render import theme
from render.cards import Figure, Standing, paint_card
from render.chart import Box
from render.dangerous_sea.isles import DRINK
from render.dangerous_sea.liveries import LIVERIES, STONE
from render.drawings import sprite
from render.lettering import BOLD_11, width, write
from render.pieces import place
from rules.dangerous_sea.shown.view import SeaView, ShipView
from rules.engine.wording import ordinal

_SIGN = 44
_GAP = 6


def paint_seat(canvas: Image.Image, box: Box, view: SeaView, ship: ShipView, name: str) -> None:
    """Paint one captain's card."""
    at_turn = ship.active and not view.stopped and view.phase != "over"
    standing = Standing.GONE if ship.resigned else Standing.AT_TURN if at_turn else Standing.WAITING
    livery = LIVERIES[ship.captain]
    weight = (Figure("anchor", theme.INK, f"-{ship.penalty}"),) if ship.penalty and ship.rank is None else ()
    stones = Figure("rune", STONE, f"{ship.stones}/{view.stones_to_win}")
    rank = () if ship.rank is None else (Figure("", theme.INK, ordinal(ship.rank)),)
    above = (*weight, stones, *rank)
    line = paint_card(canvas, box, livery, name, standing, _width(above))
    if ship.resigned:
        write(canvas, (line.left, line.bottom), "has left", BOLD_11, theme.PALE_INK)
        return
    _paint(
        canvas,
        (line.right, box.top + line.bottom - line.top + (box.bottom - line.bottom)),
        above,
        line.height,
    )
    below = (
        Figure("figure", livery.hue, str(ship.sailors)),
        Figure("barley", theme.INK, str(ship.food)),
        Figure("drop", DRINK, str(ship.water)),
    )
    _paint(canvas, (line.left + _width(below), line.bottom), below, line.height)


def _width(signs: Sequence[Figure]) -> int:
    return sum(bool(sign.name) * (_SIGN + _GAP) + width(sign.text, BOLD_11) + 3 * _GAP for sign in signs)


def _paint(canvas: Image.Image, end: tuple[int, int], signs: Sequence[Figure], high: int) -> None:
    """Paint signs, each with its number, in a row that ends at `end`."""
    right, bottom = end
    for sign in reversed(signs):
        ink = theme.ALARM if sign.text.startswith("-") else theme.INK
        write(canvas, (right, bottom), sign.text, BOLD_11, ink, "right")
        if sign.name:
            left = right - width(sign.text, BOLD_11) - _GAP
            place(canvas, sprite(sign.name, _SIGN, sign.hue), (left - _SIGN / 2, bottom - high / 2))
        right -= _width([sign])
