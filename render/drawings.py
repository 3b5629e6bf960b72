"""Small drawings from `drawings.toml`, such as boats, sharks and buoys, as sprites with soft edges.

A sprite is drawn four times as large, reduced, and cached. Pictures only paste it.
"""

import math
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import pairwise
from typing import Annotated, Self, TypeAlias

from PIL import Image, ImageDraw, ImageFilter
from pydantic import Field, model_validator

from render import theme
from render.lettering import Face, Style, cap_height, write_centred
from render.theme import Colour
from rules.engine.data import Data, data_file

Point: TypeAlias = tuple[float, float]
Line: TypeAlias = list[Point]

OVERSIZE = 4
HARD = [255 * (value > 127) for value in range(256)]
"""A lookup table that gives a mask hard edges."""
_CURVE_STEPS = 10

_WORDS: Mapping[str, Colour] = {
    "ink": theme.INK,
    "white": theme.WHITE,
    "card": theme.CARD,
    "pale": theme.mix(theme.CARD, theme.INK, 0.45),
    "sea": theme.SEA_DEEP,
    "sea_dark": theme.rgb("#5E93A8"),
    "black": theme.rgb("#101418"),
    "slate": theme.rgb("#3A444F"),
    "alarm": theme.ALARM,
    "gold": theme.GOLD,
    "wood": theme.WOOD,
    "roof": theme.rgb("#B9503A"),
    "green": theme.rgb("#6E8B4E"),
    "coast": theme.COAST,
}


class Shape(Data):
    """A painted shape that is a part of a drawing."""

    path: str | None = None
    circle: tuple[float, float, float] | None = None
    ellipse: tuple[float, float, float, float] | None = None
    fill: str | None = None
    stroke: str | None = None
    width: float = 3

    @model_validator(mode="after")
    def _one_outline(self) -> Self:
        if sum(outline is not None for outline in (self.path, self.circle, self.ellipse)) != 1:
            raise ValueError("a shape is one of path, circle, ellipse")
        return self

    def lines(self) -> Iterator[Line]:
        """Return the outline as lines of points."""
        if self.path is not None:
            yield from _flatten(self.path)
        elif self.circle is not None:
            x, y, radius = self.circle
            yield _ellipse(x, y, radius, radius)
        elif self.ellipse is not None:
            yield _ellipse(*self.ellipse)


class Letter(Data):
    """The place and size of a letter or digit on a drawing, in the units of the drawing's `box`."""

    at: Point
    size: float
    colour: str = "mark"


class Drawing(Data):
    """One entry of `drawings.toml`."""

    box: tuple[float, float] = (100, 100)
    shapes: Annotated[tuple[Shape, ...], Field(min_length=1)]
    letter: Letter | None = None
    halo: float = 0


@cache
def drawings() -> Mapping[str, Drawing]:
    """Return all drawings by name."""
    return data_file("render", "drawings.toml", dict[str, Drawing])


@lru_cache(maxsize=1024)
def sprite(
    name: str, height: int, hue: Colour = theme.INK, mark: str = "", mark_colour: Colour = theme.WHITE
) -> Image.Image:
    """Return a drawing as an RGBA image `height` pixels high, in the owner's colour `hue`, with a mark.

    Raises KeyError if there is no drawing `name`.
    """
    drawing = drawings()[name]
    unit = height / drawing.box[1] * OVERSIZE
    size = round(drawing.box[0] * unit / OVERSIZE) * OVERSIZE, height * OVERSIZE
    large = Image.new("RGBA", size)
    colours = {**_WORDS, "hue": hue, "shade": theme.mix(hue, theme.INK, 0.35), "mark": mark_colour}
    for shape in drawing.shapes:
        _paint(large, shape, unit, colours)
    if drawing.letter is not None and mark:
        style = Style(Face.BOLD, round(drawing.letter.size * unit))
        at = drawing.letter.at[0] * unit, drawing.letter.at[1] * unit
        write_centred(large, at, mark, style, colours[drawing.letter.colour])
    if drawing.halo:
        large = _with_halo(large, round(drawing.halo * unit))
    return reduce(large)


@lru_cache(maxsize=1024)
def mark_height(name: str, height: int) -> float:
    """Return the height in pixels of the mark on a drawing `height` pixels high, or 0 without a mark."""
    drawing = drawings()[name]
    if drawing.letter is None:
        return 0
    size = round(drawing.letter.size * height / drawing.box[1] * OVERSIZE)
    return cap_height(Style(Face.BOLD, size)) / OVERSIZE


def mark_spot(name: str, height: int, at: Point) -> Point:
    """Return the spot of the mark on a drawing centred at `at`, `height` pixels high; `at` without a mark."""
    drawing = drawings()[name]
    if drawing.letter is None:
        return at
    unit = height / drawing.box[1]
    x, y = (
        spot + (own - side / 2) * unit
        for spot, own, side in zip(at, drawing.letter.at, drawing.box, strict=True)
    )
    return x, y


def reduce(large: Image.Image, by: int = OVERSIZE) -> Image.Image:
    """Return an RGBA drawing, reduced by the factor `by`, without a dark fringe at its edge."""
    return large.convert("RGBa").reduce(by).convert("RGBA")


def _paint(large: Image.Image, shape: Shape, unit: float, colours: Mapping[str, Colour]) -> None:
    draw = ImageDraw.Draw(large)
    for line in shape.lines():
        points = [(x * unit, y * unit) for x, y in line]
        if shape.fill is not None:
            draw.polygon(points, fill=colours[shape.fill])
        if shape.stroke is not None:
            pen = max(OVERSIZE, round(shape.width * unit))
            draw.line(points, fill=colours[shape.stroke], width=pen, joint="curve")
            for x, y in points:
                draw.circle((x, y), pen / 2 - 0.5, fill=colours[shape.stroke])


def _with_halo(large: Image.Image, reach: int) -> Image.Image:
    """Return the drawing on a light rim that follows its outline."""
    edge = large.getchannel("A").filter(ImageFilter.GaussianBlur(reach / 2)).point(lambda v: min(255, v * 5))
    rim = Image.new("RGBA", large.size, theme.CARD)
    rim.putalpha(edge)
    return Image.alpha_composite(rim, large)


def _ellipse(x: float, y: float, across: float, down: float) -> Line:
    turns = [step * math.tau / 48 for step in range(49)]
    return [(x + across * math.cos(turn), y + down * math.sin(turn)) for turn in turns]


def _flatten(path: str) -> Iterator[Line]:
    """Yield the lines of an SVG path that uses only M, L, H, V, Q, C and Z."""
    line: Line = []
    for command, numbers in re.findall(r"([MLHVQCZ])([^MLHVQCZ]*)", path):
        values = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", numbers)]
        if command == "M":
            if line:
                yield line
            line = [(values[0], values[1])]
        elif command == "Z":
            line.append(line[0])
        elif command in "HV":
            x, y = line[-1]
            line.append((values[0], y) if command == "H" else (x, values[0]))
        else:
            stops = list(zip(values[::2], values[1::2], strict=True))
            line.extend(stops if command == "L" else _curve([line[-1], *stops]))
    if line:
        yield line


def _curve(stops: Line) -> Line:
    """Return the points of a Bezier curve with the control points `stops`, without the first point."""
    bend = []
    for step in range(1, _CURVE_STEPS + 1):
        share = step / _CURVE_STEPS
        points = stops
        while len(points) > 1:
            points = [
                (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in pairwise(points)
            ]
        bend.append(points[0])
    return bend
