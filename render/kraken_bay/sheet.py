"""The static layer of the bay: lanes that darken inwards, red water, mouth, hours, piers and frame."""

import math
from functools import cache

from PIL import Image, ImageDraw

from render import chart, theme
from render.drawings import sprite
from render.kraken_bay.layout import (
    BAND,
    BORDER,
    CENTRE,
    CHART,
    HOUR_REACH,
    RADIUS,
    SEA,
    SPACE_NAME,
    WIDTH,
    name_spot,
    on_clock,
)
from render.kraken_bay.liveries import LIVERIES
from render.lettering import Face, Style, write_centred
from render.pieces import Spot, arrow, heading, place
from rules.kraken_bay.board import CELLS, ENTRY, FILE, PIERS, Cell

_FINE = 3
_HOUR = Style(Face.BOLD, 27)
_LANE = Style(Face.BOLD, 22)
DEEP = theme.mix(theme.SEA_DEEP, theme.INK, 0.16)
RIM = theme.mix(DEEP, theme.INK, 0.7)
MOUTH_INK = theme.mix(theme.INK, theme.ALARM, 0.12)
_RED = tuple(theme.mix(theme.CARD, theme.ALARM, share) for share in (0.34, 0.5))
LANE_TINTS = (*(theme.mix(theme.SEA_SHALLOW, theme.SEA_DEEP, number / 5) for number in range(6)), *_RED)
LINES = tuple(theme.mix(tint, theme.INK, 0.3) for tint in LANE_TINTS)
NAME_INKS = tuple(theme.mix(tint, theme.INK, 0.55) for tint in LANE_TINTS)
_CORNERS = ((0.075, 0.085), (0.925, 0.085), (0.075, 0.93), (0.925, 0.925))


@cache
def chart_sheet() -> Image.Image:
    """The chart with its frame on paper, an RGB image as large as `CHART`. It is kept: copy it."""
    canvas = Image.new("RGB", (CHART.width, CHART.height), theme.PAPER)
    chart.rim(canvas, SEA, BORDER, 12, 12)
    canvas.paste(_engrave(), SEA[:2])
    _name_spaces(canvas)
    _name_hours(canvas)
    _point_in(canvas)
    _string(canvas)
    return canvas


def _engrave() -> Image.Image:
    """Deep water with ornaments in its corners, and the bay."""
    sea = Image.new("RGB", (SEA.width, SEA.height), DEEP)
    dark = theme.mix(DEEP, theme.INK, 0.5)
    drawn = (("whale", 78), ("serpent", 66), ("octopus", 84), ("", 0))
    for (east, south), (name, tall) in zip(_CORNERS, drawn, strict=True):
        at = east * SEA.width, south * SEA.height
        if name:
            place(sea, sprite(name, tall, dark, mark_colour=theme.mix(DEEP, theme.WHITE, 0.35)), at)
        else:
            place(sea, chart.star(52, theme.mix(DEEP, theme.WHITE, 0.5), dark), at)
    chart.draw_finely(sea, _FINE, _draw_bay)
    return sea


def _draw_bay(draw: ImageDraw.ImageDraw, up: int) -> None:
    """The lanes three times as large, so many fine pixels further up; from the outside inwards."""
    at = _fine(CENTRE)
    draw.circle(chart.higher(at, up), (RADIUS + 5) * _FINE, RIM)
    for lane, tint, line in zip(FILE.lanes, LANE_TINTS, LINES, strict=True):
        draw.circle(chart.higher(at, up), round(RADIUS * lane.r_outer * _FINE), tint, line, 2 * _FINE)
        for cell in CELLS.values():
            if cell.lane == lane.letter:
                ends = [_fine(spot) for spot in _edge(cell)]
                draw.line([chart.higher(end, up) for end in ends], line, 2 * _FINE)
    draw.circle(chart.higher(at, up), round(RADIUS * 0.4 * _FINE), None, theme.ALARM, 4 * _FINE)
    draw.circle(chart.higher(at, up), round(RADIUS * FILE.mouth.r_outer * _FINE), MOUTH_INK)


def _edge(cell: Cell) -> tuple[Spot, Spot]:
    """The edge of a space that comes first on the clock."""
    turn = cell.angle_deg - cell.half_width_deg
    return on_clock(turn, RADIUS * cell.r_inner), on_clock(turn, RADIUS * cell.r_outer)


def _fine(at: Spot) -> Spot:
    return (at[0] - SEA.left) * _FINE, (at[1] - SEA.top) * _FINE


def _name_spaces(canvas: Image.Image) -> None:
    for name, cell in CELLS.items():
        write_centred(canvas, name_spot(name), name, SPACE_NAME, NAME_INKS[cell.ring - 1])


def _name_hours(canvas: Image.Image) -> None:
    """The hours round the bay; at a pier, a plank in the colour of its ship."""
    homes = {CELLS[home].hour: name for name, home in PIERS.items()}
    for hour in range(1, 13):
        at = on_clock(30 * hour, HOUR_REACH)
        if hour in homes:
            plank = sprite("chit", 36, LIVERIES[homes[hour]].hue)
            place(canvas, plank, at)
            write_centred(canvas, at, str(hour), _HOUR, LIVERIES[homes[hour]].ink)
        else:
            write_centred(canvas, at, str(hour), _HOUR, theme.CARD)


def _point_in(canvas: Image.Image) -> None:
    """The white arrow where off-course ships come in."""
    turn = CELLS[ENTRY].angle_deg - 11
    outside, inside = on_clock(turn, RADIUS + 22), on_clock(turn, RADIUS - 8)
    place(canvas, arrow(40, theme.WHITE, theme.INK, heading(outside, inside)), on_clock(turn, RADIUS + 12))


def _string(canvas: Image.Image) -> None:
    """Suckers of a tentacle along the lower edge of the title band."""
    for number in range(WIDTH // 24):
        size = 9 + 3 * math.sin(number * 0.7)
        sucker = sprite("chit", round(size), theme.mix(theme.PAPER, theme.ALARM, 0.35))
        place(canvas, sucker, (12 + 24 * number, BAND.bottom + 10))
