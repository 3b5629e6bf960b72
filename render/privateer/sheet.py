"""The static layer of the battle: water, hexes with their names, circles, rose and frame; nothing that moves."""

from functools import cache

from PIL import Image, ImageDraw

from render import chart, theme
from render.lettering import Face, Style, write_centred
from render.pieces import Spot, place
from render.privateer.layout import BORDER, CHART, DOWN, ROSE, SEA, SIDE, beside, middle, outline
from rules.privateer.board import CENTRE, FILE, HEXES, LINES, STARTS, Direction, Hex

_FINE = 3
_NAME = Style(Face.TEXT, 17)
_COORDINATE = Style(Face.BOLD, 30)
_EDGE = 0.5
"""Half a step: from the middle of a hex to its edge."""
_AWAY = 0.26
"""From there to the middle of a coordinate, in steps."""
_ROSE_REACH = 92

DEEP = theme.mix(theme.SEA_DEEP, theme.INK, 0.1)
OPEN = theme.mix(theme.SEA_SHALLOW, theme.SEA_DEEP, 0.42)
INNER = theme.mix(theme.SEA_SHALLOW, theme.SEA_DEEP, 0.3)
GRID = theme.mix(OPEN, theme.INK, 0.3)
NAME_INK = theme.mix(OPEN, theme.INK, 0.62)
CIRCLE = theme.mix(OPEN, theme.INK, 0.5)
_FOAM = theme.mix(theme.SEA_DEEP, theme.SEA_SHALLOW, 0.35)


@cache
def chart_sheet() -> Image.Image:
    """The chart with its frame on paper, an RGB image as large as `CHART`. It is kept: copy it."""
    canvas = Image.new("RGB", (CHART.width, CHART.height), theme.PAPER)
    chart.rim(canvas, SEA, BORDER, len(FILE.columns), len(FILE.columns))
    canvas.paste(_engrave(), SEA[:2])
    for name in HEXES:
        x, y = middle(name)
        write_centred(canvas, (x, y + DOWN / 2 - 12), name, _NAME, NAME_INK)
    _name_lines(canvas)
    return canvas


def _engrave() -> Image.Image:
    """Open water round the map with the compass rose, and the hexes, three times as large and reduced."""
    sea = Image.new("RGB", (SEA.width, SEA.height), DEEP)
    chart.rhumb_lines(sea, (ROSE[0] - SEA.left, ROSE[1] - SEA.top), Image.new("L", sea.size))
    dark = theme.mix(theme.SEA_DEEP, theme.INK, 0.4)
    place(sea, chart.star(_ROSE_REACH, _FOAM, dark), (ROSE[0] - SEA.left, ROSE[1] - SEA.top))
    large = sea.resize((sea.width * _FINE, sea.height * _FINE), Image.Resampling.NEAREST)
    draw = ImageDraw.Draw(large)
    for grown, colour in ((9, theme.mix(DEEP, theme.WHITE, 0.25)), (4, theme.INK)):
        for name in HEXES:
            draw.polygon(_large(name, SIDE + grown), colour)
    for name in HEXES:
        draw.polygon(_large(name, SIDE), GRID)
    for ring in FILE.rings:
        tint = OPEN if ring.ring % 2 else INNER
        for name in ring.hexes:
            draw.polygon(_large(name, SIDE - 0.8), tint)
    for name in STARTS:
        _circle(draw, name)
    draw.polygon(_diamond(), None, CIRCLE, 3 * _FINE)
    return large.reduce(_FINE)


def _fine(at: Spot) -> Spot:
    return (at[0] - SEA.left) * _FINE, (at[1] - SEA.top) * _FINE


def _large(name: Hex, side: float) -> list[Spot]:
    return outline(_fine(middle(name)), side * _FINE)


def _circle(draw: ImageDraw.ImageDraw, name: Hex) -> None:
    """A start circle: faint, since it matters only before the battle."""
    draw.circle(_fine(middle(name)), 38 * _FINE, None, CIRCLE, round(2.5 * _FINE))


def _diamond() -> list[Spot]:
    x, y = _fine(middle(CENTRE))
    reach = 38 * _FINE
    return [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]


def _name_lines(canvas: Image.Image) -> None:
    """Letters at the ends of columns, numbers at both ends of the lines that fall to the south-east.

    A column has its letter at one end only, since at the other a number stands in the way.
    """
    for name in HEXES:
        for direction, told in _labels(name).items():
            spot = beside(name, direction, _EDGE + _AWAY)
            write_centred(canvas, spot, told, _COORDINATE, theme.INK)


def _labels(name: Hex) -> dict[Direction, str]:
    labels: dict[Direction, str] = {}
    for direction in ("NW", "SE"):
        if not LINES[name][direction]:
            labels[direction] = name[1:]
    for direction, other in (("N", "NW"), ("S", "SE")):
        if not LINES[name][direction] and (LINES[name][other] or name[0] == CENTRE[0]):
            labels[direction] = name[0]
    return labels
