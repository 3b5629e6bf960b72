"""Storm and wind: hexes that are no longer sea, the coin on the ring, where ships drift, what is to come."""

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from render import theme
from render.chart import Box, star
from render.drawings import OVERSIZE, reduce, sprite
from render.lettering import Face, Style, cap_height, width, write
from render.pieces import Spot, place
from render.privateer.layout import LOG, SEA, SIDE, WIND, beside, middle, outline
from rules.privateer.board import CENTRE, HEXES, LINES, RING, Direction
from rules.privateer.view import PrivateerView

_FINE = 2
_HATCH, _STROKE = 8, 3
_DARK, _DARKER = 120, 200
_SHORE = 5
_CLOSED = 0.6
"""Hexes as masks are so much larger that no gap is left between them."""
_COIN = 44
_CORNER: Direction = "NE"
"""The corner of the ring that carries the coin: no name of a column or row stands there."""
_NOTE = Style(Face.BOLD, 28)
_ASIDE = Style(Face.TEXT, 26)
_ROSE = 55
TURNS: Mapping[Direction, float] = {"N": 270, "NE": 330, "SE": 30, "S": 90, "SW": 150, "NW": 210}
"""Where a direction points on the picture, in degrees clockwise from east."""


def paint_storm(canvas: Image.Image, view: PrivateerView) -> None:
    """Hatch the lost hexes, draw the new shore, and lay the coin on its ring."""
    if not view.storm_on:
        return
    lost, shore = _storm(view.edge)
    canvas.paste(theme.INK, SEA[:2], lost)
    canvas.paste(theme.ALARM, SEA[:2], shore)
    corner = (CENTRE, *LINES[CENTRE][_CORNER])[view.edge]
    place(canvas, sprite("coin", _COIN, theme.GOLD, str(view.edge), theme.INK), beside(corner, _CORNER, 0.5))


@lru_cache(maxsize=7)
def _storm(edge: int) -> tuple[Image.Image, Image.Image]:
    """Two masks as large as the sea: the hexes beyond the edge, hatched, and the line round those within."""
    within = _hexes((name for name in HEXES if RING[name] <= edge), _CLOSED)
    beyond = ImageChops.subtract(_hexes((name for name in HEXES if RING[name] > edge), _CLOSED), within)
    hatched = ImageChops.multiply(beyond, _hatching(beyond.size))
    shore = ImageChops.subtract(_hexes((name for name in HEXES if RING[name] <= edge), _SHORE), within)
    return hatched, shore


def _hexes(names: Iterable[str], grown: float) -> Image.Image:
    """Those hexes as a mask."""
    large = Image.new("L", (SEA.width * _FINE, SEA.height * _FINE))
    draw = ImageDraw.Draw(large)
    for name in names:
        x, y = middle(name)
        at = (x - SEA.left) * _FINE, (y - SEA.top) * _FINE
        draw.polygon(outline(at, (SIDE + grown) * _FINE), 255)
    return large.reduce(_FINE)


def _hatching(size: tuple[int, int]) -> Image.Image:
    """Diagonal strokes on a dark ground; without soft edges, so that the file stays small."""
    lines = Image.new("L", size, _DARK)
    draw = ImageDraw.Draw(lines)
    for start in range(-size[1], size[0], _HATCH):
        draw.line([(start, size[1]), (start + size[1], 0)], _DARKER, _STROKE)
    return lines


def paint_notices(canvas: Image.Image, view: PrivateerView) -> None:
    """What is special about this round, and the wind, in the northern corners of the sea."""
    told = notices(view)
    if told:
        left, top = LOG
        wide = max(width(line, _NOTE) for line in told)
        _panel(canvas, Box(left, top, left + 36 + wide, top + 22 + 36 * len(told)))
        for number, line in enumerate(told):
            write(canvas, (left + 18, top + 38 + 36 * number), line, _NOTE, theme.INK)
    if view.wind_from and view.drift:
        _paint_wind(canvas, view.wind_from, view.drift)


def notices(view: PrivateerView) -> list[str]:
    """Truce and storm in a few words each."""
    told = ["Opening truce"] if view.truce and view.phase == "battle" else []
    if view.storm_on:
        told.append(f"Storm takes ring {view.edge} next")
    elif view.storm_in:
        told.append(f"Storm in {view.storm_in} round{'s' * (view.storm_in != 1)}")
    return told


def _panel(canvas: Image.Image, box: Box) -> None:
    corners = (box.left, box.top, box.right - 1, box.bottom - 1)
    ImageDraw.Draw(canvas).rounded_rectangle(corners, 9, theme.CARD, theme.INK, 3)


def _paint_wind(canvas: Image.Image, wind_from: Direction, drift: Direction) -> None:
    """A rose with an arrow that points where ships drift."""
    _panel(canvas, WIND)
    middle_of_rose = WIND.left + 12 + _ROSE, WIND.centre[1]
    place(canvas, _star(), middle_of_rose)
    place(canvas, wind_arrow(drift, 2 * _ROSE), middle_of_rose)
    x = (WIND.left + 2 * _ROSE + 12 + WIND.right) / 2
    for number, (line, style) in enumerate((("Wind", _NOTE), (f"from {wind_from}", _ASIDE))):
        y = WIND.centre[1] + 36 * (number - 0.5) + cap_height(style) / 2
        write(canvas, (x, y), line, style, theme.INK, "middle")


@lru_cache(maxsize=1)
def _star() -> Image.Image:
    return star(_ROSE, theme.WHITE, theme.mix(theme.CARD, theme.COAST, 0.38))


@lru_cache(maxsize=16)
def wind_arrow(drift: Direction, size: int) -> Image.Image:
    """A long arrow towards that direction, in a square of that size."""
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
