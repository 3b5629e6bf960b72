"""The fixed layer of the picture: lanes, mouth, hours and frame, and the letters of lanes."""

import math
from collections.abc import Collection, Sequence
from functools import cache

from PIL import Image, ImageDraw

from render import chart, theme
from render.chart import Box
from render.drawings import sprite
from render.kraken_bay.layout import (
    BORDER,
    CENTRE,
    CHART,
    HOUR_REACH,
    LETTERED,
    MOUTH_REACH,
    RADIUS,
    SEA,
    edges,
    on_clock,
)
from render.kraken_bay.liveries import LIVERIES
from render.lettering import BOLD_8, cap_height, write_centred
from render.pieces import Spot, arrow, heading, place
from render.sheet import EAVES, HEADLINE
from rules.kraken_bay.board import CELLS, ENTRY, FILE, PIERS, Cell, Lane

_FINE = 2
DEEP = theme.mix(theme.SEA_DEEP, theme.INK, 0.16)
RIM = theme.mix(DEEP, theme.INK, 0.7)
MOUTH_INK = theme.mix(theme.INK, theme.ALARM, 0.12)
_RED = tuple(theme.mix(theme.CARD, theme.ALARM, share) for share in (0.34, 0.5))
LANE_TINTS = (
    *(theme.mix(theme.SEA_SHALLOW, theme.SEA_DEEP, number / 6 + 0.3 * (number % 2)) for number in range(6)),
    *_RED,
)
"""The tints of the lanes, from the outermost inwards. Neighbouring tints differ clearly."""
LINES = tuple(theme.mix(tint, theme.INK, 0.3) for tint in LANE_TINTS)
_PLANK = 50
_LETTER_SIDE = cap_height(BOLD_8) + 8
"""The width and height of the plate with a lane's letter."""


def paint_chart() -> Image.Image:
    """Return the chart with its frame on paper, as large as `CHART`."""
    canvas = Image.new("RGB", (CHART.width, CHART.height), theme.PAPER)
    chart.rim(canvas, SEA, BORDER, 12, 12)
    canvas.paste(_engrave(), SEA[:2])
    _name_hours(canvas)
    _point_in(canvas)
    _string(canvas)
    return canvas


def _engrave() -> Image.Image:
    """Return the bay and the water around it, as large as `SEA`."""
    sea = Image.new("RGB", (SEA.width, SEA.height), DEEP)
    _draw_lanes(ImageDraw.Draw(sea))
    chart.draw_finely(sea, _FINE, _draw_rims)
    return sea


def _draw_lanes(draw: ImageDraw.ImageDraw) -> None:
    """Draw the lanes with the edges of spaces. Soft edges would make a picture's file 10 % larger."""
    at = CENTRE[0] - SEA.left, CENTRE[1] - SEA.top
    for lane, tint, line in zip(FILE.lanes, LANE_TINTS, LINES, strict=True):
        draw.circle(at, edges(lane.number)[1], tint, line, 2)
        for cell in CELLS.values():
            if cell.lane == lane.letter:
                draw.line([(x - SEA.left, y - SEA.top) for x, y in _edge(cell)], line, 2)


def _draw_rims(draw: ImageDraw.ImageDraw, up: int) -> None:
    """Draw the mouth and the edges of bay and red water, `_FINE` times as large, moved up by `up` pixels."""
    at = chart.higher(((CENTRE[0] - SEA.left) * _FINE, (CENTRE[1] - SEA.top) * _FINE), up)
    red = next(edges(lane.number)[1] for lane in FILE.lanes if lane.kind == "red")
    draw.circle(at, (RADIUS + 5) * _FINE, None, RIM, 6 * _FINE)
    draw.circle(at, round(red * _FINE), None, theme.ALARM, 4 * _FINE)
    draw.circle(at, MOUTH_REACH * _FINE, MOUTH_INK)


def _edge(cell: Cell) -> tuple[Spot, Spot]:
    """Return the inner and the outer end of a space's first edge, clockwise."""
    turn = cell.angle_deg - cell.half_width_deg
    inner, outer = edges(cell.ring)
    return on_clock(turn, inner), on_clock(turn, outer)


def paint_lanes(canvas: Image.Image, part: Box | None, taken: Collection[Spot]) -> None:
    """Paint the letter of each lane twice. If `part` is given, leave out letters that its edge would cut.

    A lane without a complete letter in `part` gets one on another edge of a space, away from `taken` spots.
    """
    for kind, degrees in LETTERED.items():
        lanes = [lane for lane in FILE.lanes if lane.kind == kind]
        spots = {lane.letter: [_on_lane(lane, at) for at in degrees] for lane in lanes}
        if part is not None:
            spots = {letter: [at for at in each if not _is_cut(at, part)] for letter, each in spots.items()}
            bare = [lane for lane in lanes if not any(_is_whole(at, part) for at in spots[lane.letter])]
            for letter, spot in _elsewhere(bare, part, taken).items():
                spots[letter].append(spot)
        for lane in lanes:
            for spot in spots[lane.letter]:
                place(canvas, lane_letter(lane.letter, lane.number), spot)


def _on_lane(lane: Lane, degrees: float) -> Spot:
    return on_clock(degrees, sum(edges(lane.number)) / 2)


def _is_whole(spot: Spot, part: Box) -> bool:
    """Return whether a letter at `spot` is completely inside `part`."""
    left, top, right, bottom = part.grown(-_LETTER_SIDE // 2)
    return left <= spot[0] <= right and top <= spot[1] <= bottom


def _is_cut(spot: Spot, part: Box) -> bool:
    """Return whether the edge of `part` would cut a letter at `spot`."""
    left, top, right, bottom = part.grown(_LETTER_SIDE // 2)
    return not _is_whole(spot, part) and left < spot[0] < right and top < spot[1] < bottom


def _elsewhere(lanes: Sequence[Lane], part: Box, taken: Collection[Spot]) -> dict[str, Spot]:
    """Return spots in `part` for the letters of lanes, at the angle that has room for most letters."""
    letters = {lane.letter for lane in lanes}
    turns = {cell.angle_deg + cell.half_width_deg for cell in CELLS.values() if cell.lane in letters}
    found = [
        {
            lane.letter: spot
            for lane in lanes
            if _is_whole(spot := _on_lane(lane, degrees), part)
            and all(math.dist(spot, other) > _LETTER_SIDE for other in taken)
        }
        for degrees in sorted(turns)
    ]
    return max(found, key=len, default={})


@cache
def lane_letter(letter: str, number: int) -> Image.Image:
    """Return a plate with a lane's letter in the lane's tint."""
    side = _LETTER_SIDE
    plate = Image.new("RGBA", (side, side))
    ImageDraw.Draw(plate).rounded_rectangle((0, 0, side - 1, side - 1), 8, LANE_TINTS[number - 1])
    write_centred(plate, (side / 2, side / 2), letter, BOLD_8, theme.INK)
    return plate


def _name_hours(canvas: Image.Image) -> None:
    """Paint the hours around the bay. Discs in the ships' colours show the hours of the ships' piers."""
    homes = {CELLS[home].hour: name for name, home in PIERS.items()}
    for hour in range(1, 13):
        at = on_clock(30 * hour, HOUR_REACH)
        if hour in homes:
            place(canvas, sprite("chit", _PLANK, LIVERIES[homes[hour]].hue), at)
            write_centred(canvas, at, str(hour), BOLD_8, LIVERIES[homes[hour]].ink)
        else:
            write_centred(canvas, at, str(hour), BOLD_8, theme.CARD)


def _point_in(canvas: Image.Image) -> None:
    """Paint a white arrow where off-course ships enter."""
    turn = CELLS[ENTRY].angle_deg - 11
    outside, inside = on_clock(turn, RADIUS + 22), on_clock(turn, RADIUS - 8)
    place(canvas, arrow(40, theme.WHITE, theme.INK, heading(outside, inside)), on_clock(turn, RADIUS + 14))


def _string(canvas: Image.Image) -> None:
    """Paint the suckers of a tentacle along the lower edge of the headline."""
    for number in range(CHART.width // 24):
        size = 9 + 3 * math.sin(number * 0.7)
        sucker = sprite("chit", round(size), theme.mix(theme.PAPER, theme.ALARM, 0.35))
        place(canvas, sucker, (12 + 24 * number, HEADLINE + EAVES / 2 + 2))
