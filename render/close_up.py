"""The close-up: what somebody is to choose among, larger than on the chart, with the numbers of the menu.

It is cut out of the drawing of the chart itself and has any shape (`around`). Names and numbers are set anew,
always in the same size, and so are the letters of pieces where they would be too small: on tags side by side.
"""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from render import theme
from render.chart import Box
from render.drawings import OVERSIZE, reduce
from render.encode import Picture, blank, in_colours, part_in_colours, png
from render.lettering import Face, Style, cap_height, width, write_centred
from render.pieces import Itself, Spot, disc_size, number_disc
from render.theme import Colour

WIDTH = 800
"""Pixels across."""
NEAR = (400, 300)
"""So much of the chart is shown at twice the scale."""
FLATTEST, TALLEST = 0.6, 1.0
"""How high a close-up is at least and at the most, in shares of its width."""
NAME = Style(Face.BOLD, 41)
"""Its capitals are 11 pixels high on a phone."""
_AXIS_LEFT, _AXIS_TOP = 56, 44
"""How much paper with the names of rows and columns lies on the left and above."""
_INSET = 6
_RIM = 4
_LINE = 3
_TAG = 5
"""How far a tag reaches beyond its letters."""
_HARD = [255 * (value > 127) for value in range(256)]


class Name(NamedTuple):
    """What a place is called, and the spot of the chart round which that stands."""

    text: str
    at: Spot


class Number(NamedTuple):
    """The number that menus give a place, on a disc of a seat's colour, and its spot on the chart."""

    text: str
    at: Spot
    hue: Colour
    ink: Colour


class Tag(NamedTuple):
    """What a piece carries, on a plate of its owner's colour, and the spot of the chart where that stands."""

    text: str
    at: Spot
    hue: Colour
    ink: Colour


class Axes(NamedTuple):
    """The names of columns, each with its middle from the left of the chart, and of rows from its top."""

    columns: Sequence[tuple[str, float]]
    rows: Sequence[tuple[str, float]]


def around(ship: Spot, places: Sequence[Spot], margin: float, within: Box, pitch: float) -> Box | None:
    """The part of the chart that holds all the places, with the ship as near to its middle as may be.

    It lies inside a box, such as the water. `None` where the numbers of places that are `pitch` pixels apart
    would lie over each other: then the chart itself is shown.
    """
    xs, ys = zip(ship, *places, strict=True)
    left, right, top, bottom = min(xs) - margin, max(xs) + margin, min(ys) - margin, max(ys) + margin
    wide = max(right - left, (bottom - top) / TALLEST, NEAR[0])
    high = max(bottom - top, wide * FLATTEST)
    across, down = min(round(wide), within.width), min(round(high), within.height)
    if number_size("88")[0] * across / WIDTH > pitch:
        return None
    start = _inside(max(right - across, min(ship[0] - across / 2, left)), across, within.left, within.right)
    upper = _inside(max(bottom - down, min(ship[1] - down / 2, top)), down, within.top, within.bottom)
    return Box(start, upper, start + across, upper + down)


def is_small(capitals: float, part: Box) -> bool:
    """Whether capitals that high on the chart are too small for a phone on a close-up of that part."""
    return capitals / part.width < cap_height(NAME) / WIDTH


def _inside(start: float, length: int, low: int, high: int) -> int:
    return round(max(low, min(start, high - length)))


def close_up(
    chart: Image.Image,
    part: Box,
    names: Iterable[Name],
    palette: Image.Image,
    numbers: Iterable[Number] = (),
    tags: Iterable[Tag] = (),
    axes: Axes | None = None,
) -> Picture:
    """That part of a drawing, enlarged, with the names, tags and numbers that lie in it, and axes beside it.

    The drawing stays as it is.
    """
    return lettered(_scaled(chart, part, palette), part, names, palette, numbers, tags, axes)


def lettered(
    large: Image.Image,
    part: Box,
    names: Iterable[Name],
    palette: Image.Image,
    numbers: Iterable[Number] = (),
    tags: Iterable[Tag] = (),
    axes: Axes | None = None,
) -> Picture:
    """That part of a chart, enlarged already, with the names, tags and numbers that lie in it, and axes.

    They are laid on the image itself.
    """
    inks = _inks(Itself(palette))
    for text, spot in names:
        if at := _on(part, spot):
            plate, shape = _plate(text, inks)
            large.paste(plate, _corner(at, plate, large.size), shape)
    for tag, box in apart(tags, part):
        plate, shape = _tag(tag.text, tag.hue, tag.ink, Itself(palette))
        large.paste(plate, (box.left, box.top), shape)
    for number in numbers:
        if at := _on(part, number.at):
            disc = number_disc(number.text, NAME, number.hue, number.ink)
            left, top = corner = _corner(at, disc, large.size)
            below = large.crop((left, top, left + disc.width, top + disc.height)).convert("RGB")
            below.paste(disc, (0, 0), disc)
            large.paste(in_colours(below, palette), corner)
    _rule(large, inks[-1])
    return png(large if axes is None else _with_axes(large, part, axes, Itself(palette)), palette)


def _rule(image: Image.Image, ink: int) -> None:
    """A line of ink along all edges."""
    wide, high = image.size
    across, down = (0, 0, wide, _LINE), (0, 0, _LINE, high)
    for left, top, right, bottom in (across, down):
        image.paste(ink, (left, top, right, bottom))
        image.paste(ink, (wide - right, high - bottom, wide - left, high - top))


def _with_axes(large: Image.Image, part: Box, axes: Axes, palette: Itself) -> Image.Image:
    """The close-up on paper with the names of its columns above it and of its rows on the left."""
    inks, scale = _inks(palette), large.width / part.width
    sheet = blank((large.width + _AXIS_LEFT, large.height + _AXIS_TOP), palette.image)
    sheet.paste(inks[0], (0, 0, *sheet.size))
    sheet.paste(large, (_AXIS_LEFT, _AXIS_TOP))
    columns = [(name, _AXIS_LEFT + (x - part.left) * scale, _AXIS_TOP / 2) for name, x in axes.columns]
    rows = [(name, _AXIS_LEFT / 2, _AXIS_TOP + (y - part.top) * scale) for name, y in axes.rows]
    for name, x, y in (*columns, *rows):
        plate, shape = _plate(name, inks)
        left, top = round(x - plate.width / 2), round(y - plate.height / 2)
        # What is seen but in part would have its name on the corner, or beyond the end.
        if 0 <= left <= sheet.width - plate.width and 0 <= top <= sheet.height - plate.height:
            corner = x < _AXIS_LEFT + plate.width / 2 and y < _AXIS_TOP + plate.height / 2
            if not corner:
                sheet.paste(plate, (left, top), shape)
    _rule(sheet, inks[-1])
    return sheet


def apart(tags: Iterable[Tag], part: Box) -> list[tuple[Tag, Box]]:
    """The tags on the close-up of that part, and where: those of a crowd in rows round its middle."""
    crowds = [[(tag, at)] for tag in tags if (at := _on(part, tag.at))]
    size = size_of(part)
    placed = [_in_rows(crowd, size) for crowd in crowds]
    while meeting := _meeting(placed):
        one, other = meeting
        crowds[one] += crowds.pop(other)
        placed[one] = _in_rows(crowds[one], size)
        del placed[other]
    return [tag for crowd in placed for tag in crowd]


def _meeting(crowds: Sequence[Sequence[tuple[Tag, Box]]]) -> tuple[int, int] | None:
    """Two crowds that lie on one another, by their numbers, or none."""
    pairs = combinations(enumerate(crowds), 2)
    return next(
        (
            (one, other)
            for (one, crowd), (other, beside) in pairs
            if any(_meet(box, there) for _, box in crowd for _, there in beside)
        ),
        None,
    )


def _in_rows(crowd: Sequence[tuple[Tag, Spot]], room: tuple[int, int]) -> list[tuple[Tag, Box]]:
    """Tags side by side, northern ones above, western ones to the left, wholly on the close-up."""
    sizes = [tag_size(tag.text) for tag, _ in crowd]
    wide, high = max(wide for wide, _ in sizes), max(high for _, high in sizes)
    across = math.ceil(math.sqrt(len(crowd)))
    spots = [at for _, at in crowd]
    down = -(-len(crowd) // across)
    middle = [(min(ends) + max(ends)) / 2 for ends in zip(*spots, strict=True)]
    left = _inside(middle[0] - across * wide / 2, across * wide, 0, room[0])
    top = _inside(middle[1] - down * high / 2, down * high, 0, room[1])
    southwards = sorted(crowd, key=lambda one: (one[1][1], one[1][0]))
    rows = [southwards[start : start + across] for start in range(0, len(crowd), across)]
    placed = []
    for row, members in enumerate(rows):
        for column, (tag, _) in enumerate(sorted(members, key=lambda one: one[1][0])):
            own, height = tag_size(tag.text)
            start = left + wide * column + (wide - own) // 2
            upper = top + high * row
            placed.append((tag, Box(start, upper, start + own, upper + height)))
    return placed


def _meet(one: Box, other: Box) -> bool:
    across = one.left < other.right and other.left < one.right
    return across and one.top < other.bottom and other.top < one.bottom


def size_of(part: Box) -> tuple[int, int]:
    """How large the close-up of that part is."""
    return WIDTH, round(WIDTH * part.height / part.width)


def _scaled(chart: Image.Image, part: Box, palette: Image.Image) -> Image.Image:
    """A part of the chart as large as a close-up is, in the palette's colours."""
    if part.width > WIDTH:
        return in_colours(chart.crop(part).resize(size_of(part), Image.Resampling.BOX), palette)
    # There are fewer pixels to find colours for before it is enlarged.
    return enlarged(part_in_colours(chart, part, palette))


def enlarged(part: Image.Image) -> Image.Image:
    """A part of a chart, in the palette's colours, as large as a close-up is."""
    return part.resize((WIDTH, round(WIDTH * part.height / part.width)), Image.Resampling.NEAREST)


def _on(part: Box, spot: Spot) -> Spot | None:
    """Where a spot of the chart lies on the close-up of that part; `None` beside it."""
    scale, (wide, high) = WIDTH / part.width, size_of(part)
    at = (spot[0] - part.left) * scale, (spot[1] - part.top) * scale
    return at if 0 <= at[0] <= wide and 0 <= at[1] <= high else None


def overlap(one: Name, other: Name, part: Box) -> bool:
    """Whether two names on the close-up of that part would lie over each other."""
    boxes = []
    for text, spot in (one, other):
        at, size = _on(part, spot), _plate_size(text)
        if at is None:
            return False
        left, top = _wholly(at, size, size_of(part))
        boxes.append(Box(left, top, left + size[0], top + size[1]))
    return _meet(*boxes)


def _corner(at: Spot, plate: Image.Image, room: tuple[int, int]) -> tuple[int, int]:
    """Where a plate begins that lies round that spot, but wholly on the close-up."""
    return _wholly(at, plate.size, room)


def _wholly(at: Spot, size: tuple[int, int], room: tuple[int, int]) -> tuple[int, int]:
    left, top = (
        _inside(middle - length / 2, length, 0, most)
        for middle, length, most in zip(at, size, room, strict=True)
    )
    return left, top


def _plate_size(text: str) -> tuple[int, int]:
    return width(text, NAME) + 2 * _INSET, cap_height(NAME) + 2 * _INSET


@lru_cache(maxsize=16)
def _inks(palette: Itself) -> tuple[int, ...]:
    """The numbers of the palette's colours for paper, the soft edges of letters, and ink."""
    sample = Image.new("RGB", (3, 1))
    sample.putdata([theme.CARD, theme.mix(theme.CARD, theme.INK, 0.5), theme.INK])
    return tuple(in_colours(sample, palette.image).tobytes())


@lru_cache(maxsize=512)
def _plate(text: str, inks: tuple[int, ...]) -> tuple[Image.Image, Image.Image]:
    """A name with a rim of paper, which hides the small one below it and little else; and its shape."""
    wide, high = _plate_size(text)
    written = Image.new("RGB", (wide, high))
    write_centred(written, (wide / 2, high / 2), text, NAME, theme.WHITE)
    letters = written.getchannel("R")
    paper, soft, ink = inks
    coloured = letters.tobytes().translate(bytes([paper, *[soft] * 254, ink]))
    shape = letters
    for _ in range(_RIM):  # a pixel wider each time: sooner than all of them at once
        shape = shape.filter(ImageFilter.MaxFilter(3))
    return Image.frombytes("P", letters.size, coloured), shape.point(_HARD, "1")


def number_size(text: str) -> tuple[int, int]:
    """How wide and how high the disc with that number is."""
    return disc_size(text, NAME)


def tag_size(text: str) -> tuple[int, int]:
    """How wide and how high the tag with that text is."""
    high = cap_height(NAME) + 2 * _TAG
    return max(high, width(text, NAME) + 2 * _TAG), high


@lru_cache(maxsize=256)
def _tag(text: str, hue: Colour, ink: Colour, palette: Itself) -> tuple[Image.Image, Image.Image]:
    """Letters on a plate, in the palette's colours; and its shape, with a hard edge."""
    wide, high = tag_size(text)
    large = Image.new("RGBA", (wide * OVERSIZE, high * OVERSIZE))
    rim = theme.INK if ink == theme.INK else theme.WHITE
    corners = 0, 0, large.width - 1, large.height - 1
    ImageDraw.Draw(large).rounded_rectangle(corners, 6 * OVERSIZE, hue, rim, 2 * OVERSIZE)
    plate = reduce(large)
    write_centred(plate, (wide / 2, high / 2), text, NAME, ink)
    shape = plate.getchannel("A").point(_HARD, "1")
    return in_colours(plate.convert("RGB"), palette.image), shape
