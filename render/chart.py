"""The parts of a game's sea chart: water, coasts, rhumb lines, grid and frame with a scale.

Each game paints its chart once and keeps it. Coasts, depths and lines are cut out of blurred masks, so that
they are round and have soft edges.
"""

import hashlib
import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import theme
from render.drawings import OVERSIZE, reduce
from render.lettering import BOLD_8, write_centred
from render.theme import Colour

BORDER = 48
"""The width in pixels of the frame around paper without water."""

AXIS_LEFT, AXIS_TOP, AXIS_EDGE = 64, 48, 15
"""The widths in pixels of the border of `axes`: on the left, at the top, and on the other two sides."""

_SCALE = 9
_COAST_LEVEL = 128
WATER_LINES = (0.07, 0.135, 0.21, 0.3)
_LINE_WIDTH = 1.3
_WATER_LINE = theme.rgb("#4C7F93")
_DEPTHS = 7
_SHADOW = 7
_STROKES = 10
"""The distance between strokes in half pixels. An even number makes all strokes look alike."""
_STRIP = 64
"""The number of rows that `draw_finely` draws at a time."""


class Box(NamedTuple):
    """A rectangle in pixels. The column `right` and the row `bottom` are outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """The width in pixels."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """The height in pixels."""
        return self.bottom - self.top

    @property
    def edges(self) -> tuple[int, int, int, int]:
        """The rectangle as `ImageDraw` expects it: its last column and row are inside."""
        return self.left, self.top, self.right - 1, self.bottom - 1

    @property
    def centre(self) -> tuple[float, float]:
        """The centre."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @classmethod
    def around(cls, spot: tuple[float, float], size: tuple[int, int]) -> "Box":
        """Return a rectangle centred on a spot."""
        left, top = round(spot[0] - size[0] / 2), round(spot[1] - size[1] / 2)
        return cls(left, top, left + size[0], top + size[1])

    def grown(self, by: int) -> "Box":
        """Return the rectangle extended by `by` pixels on every side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def meets(self, other: "Box") -> bool:
        """Return whether the rectangles share a pixel."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def within(self, other: "Box") -> "Box":
        """Return the intersection of the rectangles."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        return Box(left, top, min(self.right, other.right), min(self.bottom, other.bottom))


def draw_finely(ground: Image.Image, fine: int, draw: Callable[[ImageDraw.ImageDraw, int], None]) -> None:
    """Draw on an image as if it were `fine` times as large, so that lines have soft edges.

    The image is enlarged in strips, because the complete enlarged image could need a hundred megabytes.
    `draw` is called for each strip. `draw` must draw everything, moved up by its second argument (in large
    pixels). Coordinates should be integers, because shapes that are rounded per strip would not fit together.
    """
    for top in range(0, ground.height, _STRIP):
        strip = ground.crop((0, top, ground.width, min(top + _STRIP, ground.height)))
        large = strip.resize((fine * strip.width, fine * strip.height), Image.Resampling.NEAREST)
        draw(ImageDraw.Draw(large), fine * top)
        ground.paste(large.reduce(fine), (0, top))


def higher(spot: tuple[float, float], up: int) -> tuple[int, int]:
    """Return a spot moved up by `up` pixels, in whole pixels."""
    return int(spot[0]), int(spot[1]) - up


def on_paper(chart: Image.Image, height: int) -> Image.Image:
    """Return a chart with paper below it, `height` pixels high in total."""
    sheet = Image.new("RGB", (chart.width, height), theme.PAPER)
    sheet.paste(chart, (0, 0))
    return sheet


def _noise(size: tuple[int, int], cell: float, seed: str) -> Image.Image:
    """Return soft grey noise with a random value every `cell` pixels, derived from `seed`."""
    across, down = (max(2, math.ceil(length / cell)) for length in size)
    grains = hashlib.shake_256(seed.encode()).digest(across * down)
    return Image.frombytes("L", (across, down), grains).resize(size, Image.Resampling.BICUBIC)


def _steep(level: float, ramp: float) -> list[int]:
    """Return a lookup table that hardens a soft mask at `level`, with a ramp of `ramp` grey values."""
    return [max(0, min(255, round((value - level) / ramp * 255 + 127.5))) for value in range(256)]


def _band(low: float, high: float) -> list[int]:
    """Return a lookup table that turns a soft mask into a contour line between two levels."""
    return [max(0, min(255, round(255 * min(value - low + 1, high - value + 1)))) for value in range(256)]


def coastline(footprint: Image.Image, field: int, seed: str) -> Image.Image:
    """Return a mask of land with irregular coasts. `field` is the width in pixels of a square or hex."""
    if footprint.getbbox() is None:
        return footprint
    soft = footprint.filter(ImageFilter.GaussianBlur(field * 0.075))
    rough = Image.blend(
        _noise(soft.size, field * 0.30, seed), _noise(soft.size, field * 0.13, seed + "+"), 0.42
    )
    shift = rough.point([round(_COAST_LEVEL + (value - 128) * 0.62) for value in range(256)])
    return ImageChops.add(soft, shift, 1, -_COAST_LEVEL).point(_steep(_COAST_LEVEL, 40))


def water(land: Image.Image, field: int, reaches: Sequence[float] = WATER_LINES) -> Image.Image:
    """Return the sea around a land mask, with bands of depth and with lines along the shore.

    `reaches` are the lines' distances from the shore, as shares of `field`. More lines make files larger.
    """
    small = land.reduce(2)
    near = Image.blend(
        small.filter(ImageFilter.GaussianBlur(field * 0.14)),
        small.filter(ImageFilter.GaussianBlur(field * 0.4)),
        0.6,
    ).resize(land.size, Image.Resampling.BICUBIC)
    tints = [_depth_tint(value) for value in range(256)]
    sea = Image.merge("RGB", [near.point([tint[channel] for tint in tints]) for channel in range(3)])
    lines = Image.new("L", land.size)
    for number, reach in enumerate(reaches):
        spread = field * reach
        shore = land.filter(ImageFilter.GaussianBlur(spread))
        fade = 0.5 - 0.1 * number
        contour = [round(value * fade) for value in _band(40, 40 + _LINE_WIDTH * 62 / spread)]
        lines = ImageChops.lighter(lines, shore.point(contour))
    sea.paste(_WATER_LINE, (0, 0), lines)
    return sea


def _depth_tint(nearness: int) -> Colour:
    """Return the tint of water for a value of a blurred land mask, in a few flat steps."""
    depth = (1 - min(1.0, max(0, nearness - 14) / 140)) ** 2.0 * (_DEPTHS - 1)
    step, rest = divmod(depth, 1)
    share = (step + min(1.0, max(0.0, (rest - 0.94) / 0.06))) / (_DEPTHS - 1)
    return theme.mix(theme.SEA_SHALLOW, theme.SEA_DEEP, share)


def paint_land(sea: Image.Image, land: Image.Image, colour: Colour) -> None:
    """Paint land in a colour, with a coastline and with hatching inside its south-eastern edges."""
    sea.paste(colour, (0, 0), land)
    lit = ImageChops.offset(land, -_SHADOW, -_SHADOW)
    shadow = ImageChops.multiply(ImageChops.subtract(land, lit), _hatching(land.size))
    edge = land.filter(ImageFilter.GaussianBlur(1.5)).point(_band(62, 193))
    sea.paste(theme.COAST, (0, 0), ImageChops.lighter(shadow, edge))


def _hatching(size: tuple[int, int]) -> Image.Image:
    """Return a mask of fine diagonal strokes. Only a few rows are drawn, and these are repeated."""
    wide, high = 2 * size[0], 16 * _STROKES
    large = Image.new("L", (wide, high))
    draw = ImageDraw.Draw(large)
    for start in range(-2 * high, wide, _STROKES):
        draw.line([(start, 2 * high), (start + 2 * high, 0)], fill=150, width=2)
    rows = large.reduce(2)
    lines = Image.new("L", size)
    lines.paste(rows, (0, 0))
    # The topmost rows are not repeated, because the ends of strokes are visible there.
    again = rows.crop((0, _STROKES // 2, *rows.size))
    for top in range(rows.height, size[1], again.height):
        lines.paste(again, (0, top))
    return lines


def rhumb_lines(sea: Image.Image, centre: tuple[float, float], land: Image.Image) -> None:
    """Draw sixteen faint lines from `centre` over the water, but not on land."""
    start, far = (2 * centre[0], 2 * centre[1]), 2 * sum(sea.size)
    turns = [math.tau * point / 16 for point in range(16)]
    ends = [(start[0] + far * math.cos(turn), start[1] + far * math.sin(turn)) for turn in turns]

    def courses(draw: ImageDraw.ImageDraw, up: int) -> None:
        for end in ends:
            draw.line([higher(start, up), higher(end, up)], fill=34, width=2)

    lines = Image.new("L", sea.size)
    draw_finely(lines, 2, courses)
    sea.paste(theme.INK, (0, 0), ImageChops.multiply(lines, ImageChops.invert(land)))


def grid(sea: Image.Image, field: int, tile: int, where: Image.Image) -> None:
    """Draw lines between the squares inside a mask, with a stronger line after every `tile` squares."""
    lines = Image.new("L", sea.size)
    draw = ImageDraw.Draw(lines)
    for axis, (length, across) in enumerate((sea.size, sea.size[::-1])):
        for number in range(1, length // field):
            strength = 56 if number % tile == 0 else 30
            at = number * field
            draw.line([(at, 0), (at, across)] if axis == 0 else [(0, at), (across, at)], fill=strength)
    sea.paste(theme.INK, (0, 0), ImageChops.multiply(lines, where))


@lru_cache(maxsize=8)
def star(radius: int, light: Colour, dark: Colour) -> Image.Image:
    """Return a compass rose with sixteen half-shaded points, `2 * radius` pixels wide."""
    middle = float(radius * OVERSIZE)
    large = Image.new("RGBA", (2 * radius * OVERSIZE, 2 * radius * OVERSIZE))
    draw = ImageDraw.Draw(large)

    def spot(sixteenths: float, reach: float) -> tuple[float, float]:
        turn = math.tau * sixteenths / 16
        return middle + reach * middle * math.sin(turn), middle - reach * middle * math.cos(turn)

    for reach, waist, points in (
        (0.5, 0.12, range(1, 16, 2)),
        (0.7, 0.16, range(2, 16, 4)),
        (0.98, 0.2, range(0, 16, 4)),
    ):
        for point in points:
            for side, colour in ((-1, light), (1, dark)):
                corner = [(middle, middle), spot(point + side, waist), spot(point, reach)]
                draw.polygon(corner, fill=colour, outline=dark, width=OVERSIZE)
    return reduce(large)


def water_within(board: Box, columns: int, rows: int) -> Box:
    """Return the box of the largest grid of squares that fits into `board` with its axes."""
    across, down = board.width - AXIS_LEFT - AXIS_EDGE, board.height - AXIS_TOP - AXIS_EDGE
    side = min(across // columns, down // rows)
    left, top = board.left + (across - side * columns) // 2 + AXIS_LEFT, board.top + AXIS_TOP
    return Box(left, top, left + side * columns, top + side * rows)


def board_height(board_width: int, columns: int, rows: int, most: int) -> int:
    """Return the height in pixels of a board of squares with its axes, at most `most`."""
    water = water_within(Box(0, 0, board_width, most), columns, rows)
    return water.bottom + AXIS_EDGE


def axes(canvas: Image.Image, sea: Box, columns: Sequence[str], rows: Sequence[str]) -> None:
    """Draw a border with a scale, with the names of columns at the top and of rows on the left."""
    draw = ImageDraw.Draw(canvas)
    outer = Box(sea.left - AXIS_LEFT, sea.top - AXIS_TOP, sea.right + AXIS_EDGE, sea.bottom + AXIS_EDGE)
    _rule(draw, outer, theme.CARD, 3)
    _graduate(draw, sea, len(columns), len(rows))
    _rule(draw, sea.grown(3), None, 3)
    high = (sea.top - 3 - _SCALE + outer.top + 3) / 2
    for number, name in enumerate(columns):
        x = sea.left + sea.width * (number + 0.5) / len(columns)
        write_centred(canvas, (x, high), name, BOLD_8, theme.INK)
    aside = (sea.left - 3 - _SCALE + outer.left + 3) / 2
    for number, name in enumerate(rows):
        y = sea.top + sea.height * (number + 0.5) / len(rows)
        write_centred(canvas, (aside, y), name, BOLD_8, theme.INK)


def plain_frame(canvas: Image.Image, paper: Box) -> None:
    """Draw a chart's border around paper without water."""
    rim(canvas, paper, BORDER, 12, 6, theme.PAPER)


def rim(
    canvas: Image.Image, inside: Box, border: int, columns: int, rows: int, ground: Colour = theme.CARD
) -> None:
    """Draw a border with a scale but without names, `border` pixels wide."""
    draw = ImageDraw.Draw(canvas)
    _rule(draw, inside.grown(border), ground, 3)
    _rule(draw, inside.grown(_SCALE + 5), theme.CARD, 2)
    _graduate(draw, inside, columns, rows)
    _rule(draw, inside.grown(3), None, 3)


def _rule(draw: ImageDraw.ImageDraw, box: Box, fill: Colour | None, line: int) -> None:
    draw.rectangle(box.edges, fill, theme.INK, line)


def _graduate(draw: ImageDraw.ImageDraw, sea: Box, columns: int, rows: int) -> None:
    """Draw the scale, with a dark and a light half for each column and row."""
    for column in range(columns):
        left = round(sea.left + sea.width * column / columns)
        right = round(sea.left + sea.width * (column + 0.5) / columns)
        for top in (sea.top - 3 - _SCALE, sea.bottom + 3):
            draw.rectangle((left, top, right - 1, top + _SCALE - 1), theme.INK)
    for row in range(rows):
        top = round(sea.top + sea.height * row / rows)
        bottom = round(sea.top + sea.height * (row + 0.5) / rows)
        for left in (sea.left - 3 - _SCALE, sea.right + 3):
            draw.rectangle((left, top, left + _SCALE - 1, bottom - 1), theme.INK)
