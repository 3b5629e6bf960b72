"""Trails of pieces: dots, thin lines, and curved dashes."""

from collections.abc import Sequence
from itertools import pairwise

from PIL import Image, ImageDraw

from render import theme
from render.pieces import Spot, along, arrow, bow, dash, heading, place, shorten, spot_of
from render.theme import Colour

_ARROW = 28
_DASH = 22
_FAINT = 4


def dotted(canvas: Image.Image, way: Sequence[Spot], hue: Colour, size: int, spacing: float) -> None:
    """Draw spots of `size` pixels along a route, `spacing` pixels apart, and an arrow head at its end."""
    dot = spot_of(size, hue)
    for spot in along(way, spacing):
        place(canvas, dot, spot)
    _point(canvas, way, hue)


def faint(canvas: Image.Image, way: Sequence[Spot], hue: Colour, parts: int = 1) -> None:
    """Draw a thin pale line with an arrow head. Each step of the route consists of `parts` straight lines."""
    if len(way) < 2:
        return
    pale, draw = theme.mix(theme.SEA_DEEP, hue, 0.4), ImageDraw.Draw(canvas)
    for first in range(0, len(way) - 1, parts):
        draw.line(way[first : first + parts + 1], pale, _FAINT)
    place(canvas, arrow(5 * _FAINT, pale, pale, heading(way[-2], way[-1])), way[-1])


def dashed(
    canvas: Image.Image, start: Spot, end: Spot, towards: Spot, short_by: float, hue: Colour = theme.ALARM
) -> None:
    """Draw a dashed curve from `start`, bent towards `towards`, that stops `short_by` pixels before `end`."""
    way = shorten(bow(start, end, towards), short_by)
    for spot, following in pairwise(list(along(way, _DASH + 1))):
        place(canvas, dash(_DASH, hue, theme.CARD, heading(spot, following)), spot)
    _point(canvas, way, hue)


def _point(canvas: Image.Image, way: Sequence[Spot], hue: Colour) -> None:
    if len(way) > 1:
        place(canvas, arrow(_ARROW, hue, theme.CARD, heading(way[-2], way[-1])), way[-1])
