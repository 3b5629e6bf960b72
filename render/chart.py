"""The engraved sea chart that every game is drawn on: water, coasts, rhumb lines, grid and graduated frame.

All of it belongs to the static layer: painted once at twice the size, reduced, and kept by the game that asked.
"""

import hashlib
import math
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import theme
from render.lettering import Face, Style, write_centred
from render.theme import Colour

OVERSIZE = 2
BORDER = 46
"""How wide the graduated frame is around the water, with its letters and numbers."""

_SCALE = 9
_COAST_LEVEL = 128
_WATER_LINES = (0.07, 0.135, 0.21, 0.3)
_DEPTHS = 7


class Box(NamedTuple):
    """A rectangle in pixels, right and bottom edge outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Pixels across."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Pixels down."""
        return self.bottom - self.top

    @property
    def centre(self) -> tuple[float, float]:
        """The middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, by: int) -> "Box":
        """The same rectangle with that much more on every side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


def _noise(size: tuple[int, int], cell: float, seed: str) -> Image.Image:
    """Soft grey hills, one per `cell` pixels: the same for a seed on every machine."""
    across, down = (max(2, math.ceil(length / cell)) for length in size)
    grains = hashlib.shake_256(seed.encode()).digest(across * down)
    return Image.frombytes("L", (across, down), grains).resize(size, Image.Resampling.BICUBIC)


def _steep(level: float, ramp: float) -> list[int]:
    """A table that turns a soft mask into a crisp one at `level`, its edge `ramp` grey steps wide."""
    return [max(0, min(255, round((value - level) / ramp * 255 + 127.5))) for value in range(256)]


def _band(low: float, high: float) -> list[int]:
    """A table that keeps only the grey steps between two levels: a contour line."""
    return [
        max(0, min(255, round(255 * min(value - low + 1, high - value + 1)))) if low - 1 < value < high + 1 else 0
        for value in range(256)
    ]


def coastline(footprint: Image.Image, field: int, seed: str) -> Image.Image:
    """An irregular coast round a footprint (a mask at twice the final size); `field` is a square's side, likewise."""
    soft = footprint.filter(ImageFilter.GaussianBlur(field * 0.075))
    rough = Image.blend(_noise(soft.size, field * 0.30, seed), _noise(soft.size, field * 0.13, seed + "+"), 0.42)
    shift = rough.point([round(_COAST_LEVEL + (value - 128) * 0.62) for value in range(256)])
    return ImageChops.add(soft, shift, 1, -_COAST_LEVEL).point(_steep(_COAST_LEVEL, 20))


def water(land: Image.Image, field: int) -> Image.Image:
    """The sea round a land mask: deeper in bands away from the shore, with engraved lines along it."""
    small = land.resize((land.width // 4, land.height // 4), Image.Resampling.BOX)
    near = Image.blend(
        small.filter(ImageFilter.GaussianBlur(field * 0.07)), small.filter(ImageFilter.GaussianBlur(field * 0.2)), 0.6
    )
    near = near.resize(land.size, Image.Resampling.BICUBIC)
    tints = [_depth_tint(value) for value in range(256)]
    sea = Image.merge("RGB", [near.point([tint[channel] for tint in tints]) for channel in range(3)])
    for number, reach in enumerate(_WATER_LINES):
        spread = field * reach
        shore = land.reduce(2).filter(ImageFilter.GaussianBlur(spread / 2)).resize(land.size, Image.Resampling.BICUBIC)
        thickness = 62 * 2.4 / spread
        line = shore.point(_band(40, 40 + thickness)).point(lambda v, fade=number: round(v * (0.5 - 0.1 * fade)))
        sea.paste(theme.rgb("#4C7F93"), (0, 0), line)
    return sea


def _depth_tint(nearness: int) -> Colour:
    """The tint for a blurred land mask's value: a few flat steps with short slopes between, like a depth chart."""
    depth = (1 - min(1.0, nearness / 150)) ** 2.2 * (_DEPTHS - 1)
    step, rest = divmod(depth, 1)
    share = (step + min(1.0, max(0.0, (rest - 0.72) / 0.28))) / (_DEPTHS - 1)
    return theme.mix(theme.SEA_SHALLOW, theme.SEA_DEEP, share)


def paint_land(sea: Image.Image, land: Image.Image, colour: Colour, line: float) -> None:
    """Land of that colour with a coast line (`line` pixels wide) and an engraver's shadow on its south-eastern side."""
    sea.paste(colour, (0, 0), land)
    lit = ImageChops.offset(land, -round(line * 4.5), -round(line * 4.5))
    shadow = ImageChops.subtract(land, lit)
    sea.paste(theme.COAST, (0, 0), ImageChops.multiply(shadow, _hatching(land.size)).point(lambda v: v * 6 // 10))
    edge = land.filter(ImageFilter.GaussianBlur(line)).point(_band(62, 193))
    sea.paste(theme.COAST, (0, 0), edge)


def _hatching(size: tuple[int, int]) -> Image.Image:
    """Fine diagonal strokes as a mask."""
    lines = Image.new("L", size)
    draw = ImageDraw.Draw(lines)
    for start in range(-size[1], size[0], 9):
        draw.line([(start, size[1]), (start + size[1], 0)], fill=255, width=2)
    return lines


def rhumb_lines(sea: Image.Image, centre: tuple[float, float], land: Image.Image) -> None:
    """Thirty-two faint courses from a rose on the water, with the rose itself; nothing on land."""
    lines = Image.new("L", sea.size)
    draw = ImageDraw.Draw(lines)
    far = sum(sea.size)
    for point in range(32):
        turn = math.tau * point / 32
        strength = 42 if point % 2 == 0 else 24
        end = centre[0] + far * math.cos(turn), centre[1] + far * math.sin(turn)
        draw.line([centre, end], fill=strength, width=2)
    sea.paste(theme.INK, (0, 0), ImageChops.multiply(lines, ImageChops.invert(land)))


def grid(sea: Image.Image, field: int, tile: int, where: Image.Image) -> None:
    """Lines between the squares, a little stronger every `tile` of them, within a mask."""
    lines = Image.new("L", sea.size)
    draw = ImageDraw.Draw(lines)
    for axis, (length, across) in enumerate((sea.size, sea.size[::-1])):
        for number in range(1, length // field):
            strength = 56 if number % tile == 0 else 30
            at = number * field
            draw.line([(at, 0), (at, across)] if axis == 0 else [(0, at), (across, at)], fill=strength, width=2)
    sea.paste(theme.INK, (0, 0), ImageChops.multiply(lines, where))


def star(radius: int, light: Colour, dark: Colour, outline: Colour) -> Image.Image:
    """A compass rose of sixteen points as an RGBA image, `2 * radius` wide, half of every point in shade."""
    size = 2 * radius * OVERSIZE * 2
    large = Image.new("RGBA", (size, size))
    draw = ImageDraw.Draw(large)
    middle = size / 2

    def spot(turn: float, reach: float) -> tuple[float, float]:
        return middle + reach * middle * math.sin(turn), middle - reach * middle * math.cos(turn)

    for reach, waist, first, count in ((0.56, 0.13, 0.5, 8), (0.74, 0.17, 1.0, 4), (0.99, 0.2, 0.0, 4)):
        for number in range(count):
            turn = math.tau * (number / count + (first / 8 if count == 4 else first / 8))
            tip = spot(turn, reach)
            for side, colour in ((-1, dark), (1, light)):
                flank = spot(turn + side * math.tau / 16, waist)
                draw.polygon([(middle, middle), flank, tip], fill=colour, outline=outline, width=3)
    return large.convert("RGBa").reduce(OVERSIZE * 2).convert("RGBA")


def frame(canvas: Image.Image, sea: Box, columns: Sequence[str], rows: Sequence[str]) -> None:
    """The graduated border round the water: names of columns above and below, of rows (from the top) on both sides."""
    draw = ImageDraw.Draw(canvas)
    outer, scale = sea.grown(BORDER), sea.grown(_SCALE + 3)
    draw.rectangle((outer.left, outer.top, outer.right - 1, outer.bottom - 1), theme.CARD, theme.INK, 3)
    inner = outer.grown(-6)
    draw.rectangle((inner.left, inner.top, inner.right - 1, inner.bottom - 1), None, theme.INK, 1)
    draw.rectangle((scale.left, scale.top, scale.right - 1, scale.bottom - 1), theme.CARD, theme.INK, 2)
    across, down = sea.width / len(columns), sea.height / len(rows)
    for number in range(2 * len(columns)):
        if number % 2 == 0:
            left, right = round(sea.left + across * number / 2), round(sea.left + across * (number + 1) / 2)
            for top in (scale.top, sea.bottom + 3):
                draw.rectangle((left, top, right - 1, top + _SCALE - 1), theme.INK)
    for number in range(2 * len(rows)):
        if number % 2 == 0:
            top, bottom = round(sea.top + down * number / 2), round(sea.top + down * (number + 1) / 2)
            for left in (scale.left, sea.right + 3):
                draw.rectangle((left, top, left + _SCALE - 1, bottom - 1), theme.INK)
    line = sea.grown(3)
    draw.rectangle((line.left, line.top, line.right - 1, line.bottom - 1), None, theme.INK, 3)
    style = Style(Face.BOLD, 28)
    aside = (BORDER + 6 + _SCALE + 3) / 2 - 2
    for number, name in enumerate(columns):
        x = sea.left + across * (number + 0.5)
        for y in (sea.top - aside, sea.bottom + aside):
            write_centred(canvas, (x, y), name, style, theme.INK)
    for number, name in enumerate(rows):
        y = sea.top + down * (number + 0.5)
        for x in (sea.left - aside, sea.right + aside):
            write_centred(canvas, (x, y), name, style, theme.INK)
