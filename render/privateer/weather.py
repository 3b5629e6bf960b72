"""Paints the storm, the wind, and notices about the round."""

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from render import theme
from render.chart import Box, star
from render.drawings import HARD, OVERSIZE, reduce, sprite
from render.lettering import BOLD_8, TEXT_8, cap_height, width, write
from render.pieces import Spot, place
from render.privateer.layout import LOG, SEA, SIDE, WIND, beside, middle, outline
from rules.privateer.board import CENTRE, HEXES, LINES, RING, Direction
from rules.privateer.shown.caption import notices
from rules.privateer.shown.view import PrivateerView

_FINE = 2
_GAP, _STROKE = 8, 3
GLOOM = theme.mix(theme.SEA_DEEP, theme.INK, 0.52)
HATCH = theme.mix(theme.SEA_DEEP, theme.INK, 0.85)
_SHORE = 5
_CLOSED = 0.6
"""The pixels added to the sides of hexes in masks, so that there are no gaps between hexes."""
_COIN = 64
_CORNER: Direction = "SW"
"""The corner of the storm's edge with the coin, where no column or row has its name."""
_ROSE = 44
_PLATE = 44
TURNS: Mapping[Direction, float] = {"N": 270, "NE": 330, "SE": 30, "S": 90, "SW": 150, "NW": 210}
"""The angle of each direction on the picture, in degrees clockwise from east."""


def paint_storm(canvas: Image.Image, view: PrivateerView) -> None:
    """Hatch the lost hexes, draw the storm's edge, and paint the coin at a corner of the edge."""
    if not view.storm_on:
        return
    canvas.paste(*_storm(view.edge))
    corner = (CENTRE, *LINES[CENTRE][_CORNER])[view.edge]
    place(canvas, sprite("coin", _COIN, theme.GOLD, str(view.edge), theme.INK), beside(corner, _CORNER, 0.66))


@lru_cache(maxsize=3)
def _storm(edge: int) -> tuple[Image.Image, tuple[int, int], Image.Image]:
    """Return an image of the lost hexes outside ring `edge`, its upper left corner, and its mask.

    Hard edges of the mask save time and are hardly visible.
    """
    inner = [name for name in HEXES if RING[name] <= edge]
    beyond = [name for name in HEXES if RING[name] > edge]
    within = _hexes(inner, _CLOSED)
    lost = ImageChops.subtract(_hexes(beyond, _CLOSED), within)
    shore = ImageChops.subtract(_hexes(inner, _SHORE), within)
    sheet = Image.new("RGB", lost.size, GLOOM)
    sheet.paste(HATCH, (0, 0), _hatching(lost.size))
    sheet.paste(theme.ALARM, (0, 0), shore)
    mask = ImageChops.lighter(lost, shore).point(HARD, "1")
    part = mask.getbbox() or (0, 0, *mask.size)
    return sheet.crop(part), (SEA.left + part[0], SEA.top + part[1]), mask.crop(part)


def _hexes(names: Iterable[str], grown: float) -> Image.Image:
    """Return a mask of hexes, with sides `grown` pixels longer than on the map."""
    large = Image.new("L", (SEA.width * _FINE, SEA.height * _FINE))
    draw = ImageDraw.Draw(large)
    for name in names:
        x, y = middle(name)
        at = (x - SEA.left) * _FINE, (y - SEA.top) * _FINE
        draw.polygon(outline(at, (SIDE + grown) * _FINE), 255)
    return large.reduce(_FINE)


def _hatching(size: tuple[int, int]) -> Image.Image:
    """Return a mask of diagonal strokes with hard edges."""
    lines = Image.new("1", size)
    draw = ImageDraw.Draw(lines)
    for start in range(-size[1], size[0], _GAP):
        draw.line([(start, size[1]), (start + size[1], 0)], 1, _STROKE)
    return lines


def paint_notices(canvas: Image.Image, view: PrivateerView) -> None:
    """Paint the notices about the round, and the wind if there is any."""
    left, top = LOG
    # Longer lines come first, because lower lines have less room next to the map.
    for line in sorted(notices(view), key=len, reverse=True):
        plate = Box(left, top, left + 20 + width(line, TEXT_8), top + _PLATE)
        _panel(canvas, plate)
        write(canvas, (left + 10, plate.centre[1] + cap_height(TEXT_8) / 2), line, TEXT_8, theme.INK)
        top += _PLATE + 3
    if view.wind_from and view.drift:
        _paint_wind(canvas, view.wind_from, view.drift)


def _panel(canvas: Image.Image, box: Box) -> None:
    ImageDraw.Draw(canvas).rounded_rectangle(box.edges, 9, theme.CARD, theme.INK, 3)


def _paint_wind(canvas: Image.Image, wind_from: Direction, drift: Direction) -> None:
    """Paint a rose with an arrow in the direction `drift`, and the name of the wind."""
    _panel(canvas, WIND)
    middle_of_rose = WIND.left + 8 + _ROSE, WIND.centre[1]
    rose = star(_ROSE, theme.WHITE, theme.mix(theme.CARD, theme.COAST, 0.38))
    place(canvas, rose, middle_of_rose)
    place(canvas, wind_arrow(drift, 2 * _ROSE), middle_of_rose)
    x = (WIND.left + 2 * _ROSE + 8 + WIND.right) / 2
    for number, (line, style) in enumerate((("wind", TEXT_8), (wind_from, BOLD_8))):
        y = WIND.centre[1] + 42 * (number - 0.5) + cap_height(style) / 2
        write(canvas, (x, y), line, style, theme.INK, "middle")


@lru_cache(maxsize=16)
def wind_arrow(drift: Direction, size: int) -> Image.Image:
    """Return a long arrow towards `drift` in a square of `size` pixels."""
    turn = math.radians(TURNS[drift])
    half = size * OVERSIZE / 2
    large = Image.new("RGBA", (size * OVERSIZE, size * OVERSIZE))
    draw = ImageDraw.Draw(large)
    shape = ((0.94, 0), (0.34, 0.4), (0.4, 0.14), (-0.86, 0.14), (-0.86, -0.14), (0.4, -0.14), (0.34, -0.4))
    corners: list[Spot] = [
        (
            half + half * (along * math.cos(turn) - across * math.sin(turn)),
            half + half * (along * math.sin(turn) + across * math.cos(turn)),
        )
        for along, across in shape
    ]
    draw.polygon(corners, theme.ALARM)
    draw.line([*corners, corners[0], corners[1]], theme.INK, 3 * OVERSIZE, joint="curve")
    return reduce(large)
