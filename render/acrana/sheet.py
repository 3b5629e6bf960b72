"""The static layer of the ship race: water, land, track and frame; nothing that moves."""

import math
from collections.abc import Sequence
from functools import cache

from PIL import Image, ImageDraw

from render import chart, theme
from render.acrana.insets import paint_insets
from render.acrana.kinds import LEGEND as KINDS_TOLD
from render.acrana.kinds import MARKS
from render.acrana.layout import (
    BAND,
    BORDER,
    CHART,
    FIELD,
    FRAME,
    LEGEND,
    NUMBER,
    SEA,
    WIDTH,
    cell,
    field,
    middle,
    number_spot,
)
from render.chart import Box
from render.drawings import sprite
from render.lettering import Face, Style, width, write, write_centred
from render.pieces import Spot, place
from rules.acrana.board import BOARD, FINISH, PIRATE_WATERS, PLAIN, Side, SquareData

_INSET = 0.03
_KIND = Style(Face.BOLD, 30)
_LABEL = Style(Face.BOLD, 24)
_PLACE = Style(Face.ITALIC, 26)
_TOLD = Style(Face.TEXT, 18)
_FINE = 4
_TRACK = SEA.grown(2)
"""What of the chart the squares and their outlines take."""
_HARD = [255 * (grey >= 128) for grey in range(256)]
LINE = theme.mix(theme.SEA_DEEP, theme.INK, 0.55)
WAVE = theme.rgb("#3E7C96")
_SHADE = theme.rgb("#5F7683")
_FOAM = theme.mix(theme.SEA_DEEP, theme.SEA_SHALLOW, 0.35)
_WATER_NAME = theme.mix(theme.SEA_DEEP, theme.INK, 0.45)
_SUITS = (("spade", theme.INK), ("heart", theme.ALARM), ("club", theme.INK), ("lozenge", theme.ALARM))
_ROSE = (2.5, 6.5, 1.05)
_OUT: dict[Side, tuple[int, int]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


@cache
def chart_sheet() -> Image.Image:
    """The chart with its frame on paper, an RGB image as large as `CHART`. It is kept: copy it."""
    canvas = Image.new("RGB", (CHART.width, CHART.height), theme.PAPER)
    chart.rim(canvas, SEA, BORDER, BOARD.grid.cols, BOARD.grid.rows)
    canvas.paste(_engrave(), SEA[:2])
    _paint_track(canvas)
    for square in BOARD.squares:
        if square.edge_side is not None:
            _open_edge(canvas, square, square.edge_side)
    _name_places(canvas)
    _paint_corners(canvas)
    paint_insets(canvas)
    _string_suits(canvas)
    _paint_legend(canvas)
    return canvas


def _engrave() -> Image.Image:
    """Water, courses and land, as large as the sea."""
    land = chart.coastline(_land(), FIELD, "acrana")
    water = chart.water(land, FIELD, chart.WATER_LINES[:2])
    x, y, reach = _ROSE
    spot = (x + 0.5) * FIELD - FIELD / 2, (y + 0.5) * FIELD - FIELD / 2
    dark = theme.mix(theme.SEA_DEEP, theme.INK, 0.3)
    place(water, chart.star(round(reach * FIELD), _FOAM, dark), spot)
    chart.paint_land(water, land, theme.LAND)
    return water


def _land() -> Image.Image:
    """The cells of land as a mask, joined to their neighbours and to the rim where that is coast."""
    mask = Image.new("L", (SEA.width, SEA.height))
    draw = ImageDraw.Draw(mask)
    cells = set(BOARD.land)
    margin = round(FIELD * _INSET)
    for x, y in cells:
        left, top = x * FIELD, y * FIELD
        draw.rounded_rectangle(
            (left + margin, top + margin, left + FIELD - margin, top + FIELD - margin), FIELD * 0.2, 255
        )
        for across, down in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            there = x + across, y + down
            if there in cells or _beyond_coast(*there):
                middle_x, middle_y = left + FIELD / 2, top + FIELD / 2
                end = middle_x + across * FIELD * 0.6, middle_y + down * FIELD * 0.6
                draw.line([(middle_x, middle_y), end], 255, FIELD - 2 * margin)
        if {(x + 1, y), (x, y + 1), (x + 1, y + 1)} <= cells:
            draw.circle((left + FIELD, top + FIELD), FIELD * 0.3, 255)
    return mask


def _beyond_coast(x: int, y: int) -> bool:
    """Whether a cell outside the chart lies behind a stretch of coast."""
    sides: dict[Side, tuple[bool, int]] = {
        "W": (x < 0, y),
        "E": (x >= BOARD.grid.cols, y),
        "N": (y < 0, x),
        "S": (y >= BOARD.grid.rows, x),
    }
    return any(
        sides[coast.side][0] and coast.first <= sides[coast.side][1] <= coast.last
        for coast in BOARD.land_border
    )


def _paint_track(canvas: Image.Image) -> None:
    """The squares with the course that joins them."""
    tiles = Image.new("RGBA", (_TRACK.width, _TRACK.height))
    chart.draw_finely(tiles, _FINE, _draw_track)
    canvas.paste(tiles, _TRACK[:2], tiles)
    place(canvas, sprite("crown", 26, theme.WHITE), (middle(FINISH)[0], middle(FINISH)[1] + 9))
    for square in BOARD.squares:
        mark = MARKS[square.kind]
        x, y = middle(square.n)
        number = LINE if square.kind in PLAIN else mark.ink
        write_centred(canvas, number_spot(square.n), str(square.n), NUMBER, number)
        write_centred(canvas, (x + 3, y + 7), mark.letter.upper(), _KIND, theme.mix(mark.tint, mark.ink, 0.9))


def _draw_track(draw: ImageDraw.ImageDraw, up: int) -> None:
    """The track four times as large, so many fine pixels further up."""
    # One dark area under all pirate waters.
    for grown, colour in ((5, theme.INK), (3, _SHADE)):
        for pirates in PIRATE_WATERS:
            draw.rounded_rectangle(_fine(field(pirates).grown(grown), up), 8 * _FINE, colour)
    draw.line([_fine_spot(middle(square.n), up) for square in BOARD.squares], LINE, 16 * _FINE)
    for square in BOARD.squares:
        corners = _fine(field(square.n).grown(-3), up)
        draw.rounded_rectangle(corners, 4 * _FINE, MARKS[square.kind].tint, LINE, 2 * _FINE)


def _fine(box: Box, up: int) -> tuple[int, int, int, int]:
    return (*_fine_spot((box.left, box.top), up), *_fine_spot((box.right, box.bottom), up))


def _fine_spot(spot: Spot, up: int) -> tuple[int, int]:
    return chart.higher(((spot[0] - _TRACK.left) * _FINE, (spot[1] - _TRACK.top) * _FINE), up)


def _open_edge(canvas: Image.Image, square: SquareData, side: Side) -> None:
    """A wave along the outer rim of a square, and its label beyond it."""
    across, down = _OUT[side]
    x, y = middle(square.n)
    reach = FIELD / 2 + chart.beside(BORDER)
    write_centred(canvas, (x + across * reach, y + down * reach), square.edge_label or "", _LABEL, theme.INK)
    wave = _wave()
    if across:
        wave = wave.transpose(Image.Transpose.ROTATE_90)
    place(canvas, wave, (x + across * (FIELD / 2 + 1), y + down * (FIELD / 2 + 1)))


@cache
def _wave() -> Image.Image:
    """Two waves as long as a field; its edge is hard, for 36 soft ones take a kilobyte."""
    large = Image.new("L", (FIELD * _FINE, 12 * _FINE))
    line = [
        (step, 6 * _FINE + 3 * _FINE * math.sin(math.tau * 2 * step / large.width))
        for step in range(0, large.width + 1, _FINE)
    ]
    ImageDraw.Draw(large).line(line, 255, 3 * _FINE, joint="curve")
    shape = large.reduce(_FINE).point(_HARD)
    wave = Image.new("RGBA", shape.size, WAVE)
    wave.putalpha(shape)
    return wave


def _name_places(canvas: Image.Image) -> None:
    """The names printed on the chart; those of the insets stand on their plates."""
    for named in BOARD.places:
        if named.name == "Home Coast":
            continue
        on_land = (round(named.x), round(named.y)) in BOARD.land
        colour = theme.mix(theme.LAND, theme.COAST, 0.9) if on_land else _WATER_NAME
        words = named.name.split()
        lines: Sequence[str] = words if named.name == "Sirens Isle" else [named.name]
        x, y = cell(named.x, min(named.y, BOARD.grid.rows - 0.9))
        for number, line in enumerate(lines):
            write_centred(canvas, (x, y + 28 * (number - (len(lines) - 1) / 2)), line, _PLACE, colour)


def _paint_corners(canvas: Image.Image) -> None:
    """The northern corners of the frame as corners of playing cards."""
    side = BORDER - 2
    for left, rank, suit, hue in (
        (FRAME.left + 1, "A", "spade", theme.INK),
        (FRAME.right - 1 - side, "K", "heart", theme.ALARM),
    ):
        top = FRAME.top + 1
        ImageDraw.Draw(canvas).rounded_rectangle(
            (left, top, left + side - 1, top + side - 1), 8, theme.WHITE, theme.INK, 2
        )
        write_centred(canvas, (left + side * 0.3, top + side * 0.5), rank, Style(Face.BOLD, 34), hue)
        place(canvas, sprite(suit, 24, hue), (left + side * 0.72, top + side * 0.5))


def _string_suits(canvas: Image.Image) -> None:
    """The four suits in turn along the lower edge of the title band."""
    for number in range(WIDTH // 24):
        suit, hue = _SUITS[number % 4]
        place(canvas, sprite(suit, 13, hue), (12 + 24 * number, BAND.bottom + 9))


def _paint_legend(canvas: Image.Image) -> None:
    """What the letters on the squares mean."""
    side = 22
    told = sum(width(words, _TOLD) + side + 5 for _, words in KINDS_TOLD)
    gap = (LEGEND.width - told) / (len(KINDS_TOLD) - 1)
    x, y = float(LEGEND.left), LEGEND.centre[1]
    draw = ImageDraw.Draw(canvas)
    for mark, words in KINDS_TOLD:
        chip = (round(x), round(y - side / 2), round(x) + side, round(y + side / 2))
        draw.rectangle(chip, mark.tint, LINE, 2)
        write_centred(canvas, (x + side / 2 + 0.5, y), mark.letter.upper(), Style(Face.BOLD, 18), mark.ink)
        write(canvas, (x + side + 5, y + 7), words, _TOLD, theme.INK)
        x += side + 5 + width(words, _TOLD) + gap
