"""The fixed layer of the picture: water, hexes, names of columns and rows, legend and frame."""

from collections.abc import Container, Mapping, Sequence

from PIL import Image, ImageDraw

from render import chart, theme
from render.drawings import sprite
from render.lettering import BOLD_8, SHEET, TEXT_8, Face, Style, cap_height, width, write, write_centred
from render.pieces import Spot, place
from render.privateer.layout import (
    BORDER,
    EAVES,
    LEGEND,
    SEA,
    SIDE,
    WIND,
    berth_spot,
    column_spot,
    middle,
    name_spot,
    outline,
    row_spot,
)
from render.privateer.liveries import MERCHANT
from rules.privateer.board import CENTRE, FILE, HEXES, LINES, RING, STARTS, Hex
from rules.privateer.shown.view import PrivateerView

_FINE = 3
_LEGEND: Sequence[Mapping[str, str]] = (
    {"V": "volcano"},
    {"D": "desert"},
    {"F": "reef", MERCHANT.letter: "merchant"},
)
"""The lines of the legend: letters that no card explains, with their meanings."""
_LEGEND_LINE, _LEGEND_WORD, _LEGEND_GAP, _LEGEND_COIN = 42, 44, 16, 36
_ROSE_REACH = 52
_SHORE = 4
_BALLS = 25
_BERTH = 19
"""The radius of the circles on start hexes, and of the diamond on the middle hex."""

DEEP = theme.mix(theme.SEA_DEEP, theme.INK, 0.1)
OPEN = theme.mix(theme.SEA_SHALLOW, theme.SEA_DEEP, 0.42)
GRID = theme.mix(OPEN, theme.INK, 0.3)
CIRCLE = theme.mix(OPEN, theme.INK, 0.5)
_FOAM = theme.mix(theme.SEA_DEEP, theme.SEA_SHALLOW, 0.35)
HEX_NAME = Style(Face.TEXT, 18)
"""The style of hexes' names, which are too small for phones, where people read the names on the edges."""


def paint_chart() -> Image.Image:
    """Return the chart with frame, names and legend on paper."""
    canvas = Image.new("RGB", (SHEET, SEA.bottom + BORDER), theme.PAPER)
    across = 2 * FILE.radius + 1
    chart.rim(canvas, SEA, BORDER, across, across)
    canvas.paste(paint_map().crop(SEA), SEA[:2])
    _name_lines(canvas)
    _paint_legend(canvas)
    dark = theme.mix(theme.SEA_DEEP, theme.INK, 0.4)
    rose = WIND.right - _ROSE_REACH, WIND.bottom - _ROSE_REACH
    place(canvas, chart.star(_ROSE_REACH, _FOAM, dark), rose)
    for number in range(SHEET // _BALLS):
        name, tall = ("puff", 18) if number % 4 == 3 else ("ball", 10)
        place(canvas, sprite(name, tall), ((number + 0.5) * _BALLS, EAVES))
    return canvas


def paint_map() -> Image.Image:
    """Return only the water and the hexes."""
    canvas = Image.new("RGB", (SEA.right, SEA.bottom), DEEP)
    chart.draw_finely(canvas, _FINE, _draw_hexes)
    return canvas


def _draw_hexes(draw: ImageDraw.ImageDraw, up: int) -> None:
    """Draw the map, `_FINE` times as large and moved up by `up` pixels."""
    for grown, colour in ((_SHORE, theme.INK), (0, GRID), (-0.8, OPEN)):
        for name in HEXES:
            corners = outline(_fine(middle(name)), (SIDE + grown) * _FINE)
            draw.polygon([chart.higher(corner, up) for corner in corners], colour)
    for name in STARTS:
        berth = chart.higher(_fine(berth_spot(name)), up)
        draw.circle(berth, _BERTH * _FINE, None, CIRCLE, round(2.5 * _FINE))
    (x, y), reach = _fine(berth_spot(CENTRE)), _BERTH * _FINE
    diamond = [(x, y - reach), (x + reach * 1.5, y), (x, y + reach), (x - reach * 1.5, y)]
    draw.polygon([chart.higher(corner, up) for corner in diamond], None, CIRCLE, 3 * _FINE)


def _fine(at: Spot) -> Spot:
    return at[0] * _FINE, at[1] * _FINE


def _name_lines(canvas: Image.Image) -> None:
    """Paint the letters of columns at their northern ends, and the numbers of rows at their eastern ends."""
    for name in HEXES:
        if not LINES[name]["N"]:
            write_centred(canvas, column_spot(name), name[0], BOLD_8, theme.INK)
        if not LINES[name]["SE"]:
            write_centred(canvas, row_spot(name), name[1:], BOLD_8, theme.INK)


def _paint_legend(canvas: Image.Image) -> None:
    """Paint the meanings of letters and of the coin."""
    x, y = LEGEND
    for number, line in enumerate(reversed(_LEGEND)):
        left, baseline = x, y - 6 - _LEGEND_LINE * number
        for letter, word in line.items():
            write(canvas, (left + _LEGEND_WORD / 2 - 4, baseline), letter, BOLD_8, theme.INK, "middle")
            write(canvas, (left + _LEGEND_WORD, baseline), word, TEXT_8, theme.INK)
            left += _LEGEND_WORD + width(word, TEXT_8) + _LEGEND_GAP
    baseline = y - 6 - _LEGEND_LINE * len(_LEGEND)
    coin = sprite("coin", _LEGEND_COIN, theme.GOLD)
    place(canvas, coin, (x + _LEGEND_WORD / 2 - 4, baseline - cap_height(TEXT_8) / 2))
    write(canvas, (x + _LEGEND_WORD, baseline), "gold", TEXT_8, theme.INK)


def paint_names(canvas: Image.Image, view: PrivateerView, busy: Container[Hex]) -> None:
    """Paint the names of hexes that are empty, not `busy`, and not lost to the storm."""
    taken = {view.merchant, *view.terrain, *(ship.hex for ship in view.ships)}
    if view.asked == "deploy":
        taken.update(circle.hex for circle in view.circles)
    for name in HEXES:
        if name not in taken and name not in busy and (not view.storm_on or RING[name] <= view.edge):
            write_centred(canvas, name_spot(middle(name)), name, HEX_NAME, CIRCLE)
