"""The static layer of the battle: water, hexes with their names, circles, rose and frame."""

from collections.abc import Mapping
from functools import cache

from PIL import Image, ImageDraw

from render import chart, theme
from render.drawings import sprite
from render.lettering import Face, Style, write, write_centred
from render.pieces import Spot, place
from render.privateer.isles import GROUND, LETTERS
from render.privateer.layout import (
    BAND,
    BORDER,
    CHART,
    HEX_NAME,
    LEGEND,
    RAISED,
    ROSE,
    SEA,
    SIDE,
    WIDTH,
    beside,
    middle,
    name_spot,
    outline,
)
from rules.privateer.board import CENTRE, FILE, HEXES, LINES, STARTS, Direction, Hex, Terrain

_FINE = 3
_COORDINATE = Style(Face.BOLD, 25)
_TOLD = Style(Face.BOLD, 20)
_LEGEND: Mapping[Terrain, tuple[str, ...]] = {
    "reef": ("reef: 1 sinks",),
    "desert": ("desert: wrecks",),
    "volcano": ("volcano: wrecks,", "stops shots"),
}
_LEGEND_LINE, _LEGEND_GAP = 24, 9
_EDGE = 0.5
"""Half a step: from the middle of a hex to its edge."""
_AWAY = 0.28
"""From there to the middle of a coordinate, in steps."""
_WHALE: Spot = (SEA.width - 108, 60)
"""It fills the north-eastern corner while no wind blows."""
_ROSE_REACH = 62
_SHORE = 4
_BALLS = 25
_BERTH = 18
"""How far circles and diamond reach, above the names of their hexes."""

DEEP = theme.mix(theme.SEA_DEEP, theme.INK, 0.1)
OPEN = theme.mix(theme.SEA_SHALLOW, theme.SEA_DEEP, 0.42)
GRID = theme.mix(OPEN, theme.INK, 0.3)
NAME_INK = theme.mix(OPEN, theme.INK, 0.62)
CIRCLE = theme.mix(OPEN, theme.INK, 0.5)
_FOAM = theme.mix(theme.SEA_DEEP, theme.SEA_SHALLOW, 0.35)


@cache
def chart_sheet() -> Image.Image:
    """The chart with its frame on paper, an RGB image as large as `CHART`. It is kept: copy it."""
    canvas = Image.new("RGB", (CHART.width, CHART.height), theme.PAPER)
    across = 2 * FILE.radius + 1
    chart.rim(canvas, SEA, BORDER, across, across)
    canvas.paste(_engrave(), SEA[:2])
    for name in HEXES:
        write_centred(canvas, name_spot(middle(name)), name, HEX_NAME, NAME_INK)
    _name_lines(canvas)
    _paint_legend(canvas)
    _string_balls(canvas)
    return canvas


def _engrave() -> Image.Image:
    """Open water round the map with the compass rose, and the hexes."""
    sea = Image.new("RGB", (SEA.width, SEA.height), DEEP)
    dark = theme.mix(theme.SEA_DEEP, theme.INK, 0.4)
    place(sea, sprite("whale", 80), _WHALE)
    place(sea, chart.star(_ROSE_REACH, _FOAM, dark), (ROSE[0] - SEA.left, ROSE[1] - SEA.top))
    chart.draw_finely(sea, _FINE, _draw_hexes)
    return sea


def _draw_hexes(draw: ImageDraw.ImageDraw, up: int) -> None:
    """The map three times as large, so many fine pixels further up."""
    for grown, colour in ((_SHORE, theme.INK), (0, GRID), (-0.8, OPEN)):
        for name in HEXES:
            corners = outline(_fine(middle(name)), (SIDE + grown) * _FINE)
            draw.polygon([chart.higher(corner, up) for corner in corners], colour)
    for name in STARTS:
        draw.circle(chart.higher(_fine(_berth(name)), up), _BERTH * _FINE, None, CIRCLE, round(2.5 * _FINE))
    draw.polygon([chart.higher(corner, up) for corner in _diamond()], None, CIRCLE, 3 * _FINE)


def _fine(at: Spot) -> Spot:
    return (at[0] - SEA.left) * _FINE, (at[1] - SEA.top) * _FINE


def _berth(name: Hex) -> Spot:
    x, y = middle(name)
    return x, y - RAISED


def _diamond() -> list[Spot]:
    x, y = _fine(_berth(CENTRE))
    reach = _BERTH * _FINE
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
    rows: tuple[Direction, ...] = ("NW", "SE")
    columns: tuple[tuple[Direction, Direction], ...] = (("N", "NW"), ("S", "SE"))
    for direction in rows:
        if not LINES[name][direction]:
            labels[direction] = name[1:]
    for direction, other in columns:
        if not LINES[name][direction] and (LINES[name][other] or name[0] == CENTRE[0]):
            labels[direction] = name[0]
    return labels


def _paint_legend(canvas: Image.Image) -> None:
    """What the letters of the terrain mean for ships."""
    draw = ImageDraw.Draw(canvas)
    x, y = LEGEND.left + 14, LEGEND.top + 14
    for terrain, told in _LEGEND.items():
        draw.rectangle((x - 13, y - 13, x + 13, y + 13), GROUND[terrain], theme.INK, 2)
        write_centred(canvas, (x, y), LETTERS[terrain], _TOLD, theme.INK)
        for line in told:
            write(canvas, (x + 22, y + 7), line, _TOLD, theme.INK)
            y += _LEGEND_LINE
        y += _LEGEND_GAP


def _string_balls(canvas: Image.Image) -> None:
    """Cannonballs and powder smoke in turn along the lower edge of the title band."""
    for number in range(WIDTH // _BALLS):
        name, tall = ("puff", 20) if number % 4 == 3 else ("ball", 11)
        place(canvas, sprite(name, tall), ((number + 0.5) * _BALLS, BAND.bottom + 10))
