"""The fixed layer of the picture: water, land, track and frame."""

import math
from collections.abc import Sequence
from functools import cache

from PIL import Image, ImageDraw

from render import chart, theme
from render.acrana.kinds import LEGEND as KINDS_TOLD
from render.acrana.kinds import MARKS, Mark
from render.acrana.layout import (
    FIELD,
    FRAME,
    HARBOUR,
    LABEL,
    LEGENDS,
    PALACE,
    PLATE,
    SEA,
    cell,
    field,
    middle,
)
from render.chart import Box
from render.drawings import HARD, sprite
from render.encode import in_colours, palette_of
from render.lettering import BOLD_8, ITALIC_8, SHEET, TEXT_8, cap_height, width, write, write_centred
from render.pieces import Spot, place
from render.sheet import HEADLINE
from rules.acrana.board import BOARD, FINISH, PIRATE_WATERS, Side, Square, SquareData

_INSET = 0.03
_FINE = 4
_TRACK = SEA.grown(2)
"""The part of the chart with squares, including their outlines."""
LINE = theme.mix(theme.SEA_DEEP, theme.INK, 0.55)
WAVE = theme.rgb("#3E7C96")
_SHADE = theme.rgb("#5F7683")
_FOAM = theme.mix(theme.SEA_DEEP, theme.SEA_SHALLOW, 0.35)
_SUITS = (("spade", theme.INK), ("heart", theme.ALARM), ("club", theme.INK), ("lozenge", theme.ALARM))
_ROSE = (2.0, 5.55, 0.8)
FLOOR = theme.rgb("#EFCBA2")
_QUAY = theme.rgb("#8C6A44")
_SIGN = 34
_CHIP = 34
_CHIP_GAP = 5
_OUT: dict[Side, tuple[int, int]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def paint_chart() -> Image.Image:
    """Return the chart with rim and legend on paper, below a space for the headline."""
    canvas = Image.new("RGB", (SHEET, LEGENDS[-1].bottom), theme.PAPER)
    draw = ImageDraw.Draw(canvas)
    draw.rectangle(FRAME.edges, theme.CARD, theme.INK, 3)
    canvas.paste(_engrave(), SEA[:2])
    _paint_track(canvas)
    draw.rectangle(SEA.grown(3).edges, None, theme.INK, 3)
    for square in BOARD.squares:
        if square.edge_side is not None:
            _open_edge(canvas, square, square.edge_side)
    # No other part of the land has room for a name.
    write_centred(canvas, cell(13, 12), "Royal Coast", ITALIC_8, theme.mix(theme.LAND, theme.COAST, 0.9))
    _paint_insets(canvas)
    _paint_legend(canvas)
    _string_suits(canvas)
    return canvas


def _engrave() -> Image.Image:
    """Return the water and the land, as large as `SEA`."""
    land = chart.coastline(_land(), FIELD, "acrana")
    # More depths, or lines along the shore, would make the files too large.
    depths = palette_of([theme.SEA_SHALLOW, theme.SEA_DEEP])
    water = in_colours(chart.water(land, FIELD, ()), depths).convert("RGB")
    x, y, reach = _ROSE
    spot = (x + 0.5) * FIELD - FIELD / 2, (y + 0.5) * FIELD - FIELD / 2
    dark = theme.mix(theme.SEA_DEEP, theme.INK, 0.3)
    place(water, chart.star(round(reach * FIELD), _FOAM, dark), spot)
    chart.paint_land(water, land, theme.LAND)
    return water


def _land() -> Image.Image:
    """Return a mask of the cells of land, joined to neighbouring cells and to coasts on the rim."""
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
    """Return whether a cell outside the chart is behind a coast on the rim."""
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
    """Paint the squares and the line that connects them."""
    tiles = Image.new("RGBA", (_TRACK.width, _TRACK.height))
    chart.draw_finely(tiles, _FINE, _draw_track)
    canvas.paste(tiles, _TRACK[:2], tiles)
    place(canvas, sprite("crown", 40, theme.WHITE), middle(FINISH))
    for square in BOARD.squares:
        mark = MARKS[square.kind]
        ink = theme.mix(mark.tint, mark.ink, 0.9)
        write_centred(canvas, middle(square.n), mark.letter.upper(), BOLD_8, ink)


def _draw_track(draw: ImageDraw.ImageDraw, up: int) -> None:
    """Draw the track, `_FINE` times as large and moved up by `up` pixels."""
    # Pirate waters are painted as one dark area.
    for grown, colour in ((5, theme.INK), (3, _SHADE)):
        for pirates in PIRATE_WATERS:
            draw.rounded_rectangle(_fine(field(pirates).grown(grown), up), 8 * _FINE, colour)
    draw.line([_fine_spot(middle(square.n), up) for square in BOARD.squares], LINE, 16 * _FINE)
    for square in BOARD.squares:
        corners = _fine(field(square.n).grown(-3), up)
        draw.rectangle(corners, MARKS[square.kind].tint, LINE, 2 * _FINE)


def _fine(box: Box, up: int) -> tuple[int, int, int, int]:
    return (*_fine_spot((box.left, box.top), up), *_fine_spot((box.right, box.bottom), up))


def _fine_spot(spot: Spot, up: int) -> tuple[int, int]:
    return chart.higher(((spot[0] - _TRACK.left) * _FINE, (spot[1] - _TRACK.top) * _FINE), up)


def _open_edge(canvas: Image.Image, square: SquareData, side: Side) -> None:
    """Paint a wave along a square's outer edge, and outside the edge the two digits of the square's label."""
    across, down = _OUT[side]
    x, y = middle(square.n)
    first, _, second = (square.edge_label or "").partition("-")
    spot = label_spot(square.n)
    draw = ImageDraw.Draw(canvas)
    for number, (digit, ground, ink) in enumerate(
        ((first, theme.INK, theme.CARD), (second, theme.CARD, theme.INK))
    ):
        left, top = round(spot[0]) + (number - 1) * LABEL[0], round(spot[1] - LABEL[1] / 2)
        draw.rectangle((left, top, left + LABEL[0] - 1, top + LABEL[1] - 1), ground)
        write_centred(canvas, (left + LABEL[0] / 2, spot[1]), digit, BOLD_8, ink)
    wave = _wave()
    if across:
        wave = wave.transpose(Image.Transpose.ROTATE_90)
    place(canvas, wave, (x + across * (FIELD / 2 + 1), y + down * (FIELD / 2 + 1)))


@cache
def label_spot(square: Square) -> Spot:
    """Return the middle of the two digits next to a square of the sea edge."""
    side = next(one.edge_side for one in BOARD.squares if one.n == square)
    across, down = _OUT[side or "N"]
    x, y = middle(square)
    return x + across * (FIELD / 2 + LABEL[0]), y + down * (FIELD / 2 + LABEL[1] / 2)


@cache
def _wave() -> Image.Image:
    """Return two waves, together as long as a square. Soft edges would make the file a kilobyte larger."""
    large = Image.new("L", (FIELD * _FINE, 12 * _FINE))
    line = [
        (step, 6 * _FINE + 3 * _FINE * math.sin(math.tau * 2 * step / large.width))
        for step in range(0, large.width + 1, _FINE)
    ]
    ImageDraw.Draw(large).line(line, 255, 3 * _FINE, joint="curve")
    shape = large.reduce(_FINE).point(HARD)
    wave = Image.new("RGBA", shape.size, WAVE)
    wave.putalpha(shape)
    return wave


def _string_suits(canvas: Image.Image) -> None:
    """Paint the four suits again and again along the lower edge of the headline."""
    for number in range(SHEET // 48):
        suit, hue = _SUITS[number % 4]
        place(canvas, sprite(suit, 13, hue), (24 + 48 * number, HEADLINE + 9))


def _paint_legend(canvas: Image.Image) -> None:
    """Paint the legend. A square's letter also serves as the first letter of the word next to it."""
    words = [(mark, told[len(mark.letter) :]) for mark, told in KINDS_TOLD]
    wide = [_chip(mark) + _CHIP_GAP + width(told, TEXT_8) for mark, told in words]
    count = max(
        range(1, len(wide)), key=lambda n: min(_gap(LEGENDS[0], wide[:n]), _gap(LEGENDS[1], wide[n:]))
    )
    for line, start, end in ((LEGENDS[0], 0, count), (LEGENDS[1], count, len(words))):
        gap = _gap(line, wide[start:end])
        x = float(line.left)
        for (mark, told), long in zip(words[start:end], wide[start:end], strict=True):
            _explain(canvas, (x, line.centre[1]), mark, told)
            x += long + gap


def _gap(line: Box, wide: Sequence[int]) -> float:
    """Return the width of each gap between words that fill a line; `wide` are the words' widths."""
    return (line.width - sum(wide)) / max(1, len(wide) - 1)


def _explain(canvas: Image.Image, start: Spot, mark: Mark, told: str) -> None:
    x, y = start
    wide = _chip(mark)
    edges = round(x), round(y - _CHIP / 2), round(x) + wide, round(y + _CHIP / 2)
    ImageDraw.Draw(canvas).rectangle(edges, mark.tint, LINE, 2)
    write_centred(canvas, (x + wide / 2 + 0.5, y), mark.letter.upper(), BOLD_8, mark.ink)
    write(canvas, (x + wide + _CHIP_GAP, y + cap_height(TEXT_8) / 2), told, TEXT_8, theme.INK)


def _chip(mark: Mark) -> int:
    """Return the width of a coloured field in the legend."""
    return max(_CHIP, width(mark.letter.upper(), BOLD_8) + 6)


def _paint_insets(canvas: Image.Image) -> None:
    """Paint the home ports, where the race begins, and the palace, where it ends."""
    quay = Box(HARBOUR.left, HARBOUR.bottom - PLATE, HARBOUR.right, HARBOUR.bottom)
    _paint_inset(canvas, HARBOUR, quay, "In port", "anchor")
    _paint_inset(canvas, PALACE, Box(PALACE.left - 20, PALACE.top, PALACE.right, PALACE.top + PLATE), "Home")


def _paint_inset(canvas: Image.Image, box: Box, plate: Box, name: str, sign: str | None = None) -> None:
    draw = ImageDraw.Draw(canvas)
    draw.rounded_rectangle(box.edges, 9, FLOOR, theme.INK, 3)
    draw.rounded_rectangle(plate.edges, 9, _QUAY, theme.INK, 3)
    x, y = plate.centre
    write_centred(canvas, (x + (sign is not None) * _SIGN / 2, y), name, ITALIC_8, theme.CARD)
    if sign is not None:
        place(canvas, sprite(sign, _SIGN, theme.CARD), (plate.left + _SIGN, y))
