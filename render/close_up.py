"""The close-up beside a chart: where the last move happened, larger, with names that a phone can show.

For who is to choose it shows what can be reached, with the numbers that menus give the places.

It is cut out of the drawing of the chart itself. What fits into `NEAR` is shown at twice the scale; a longer
way is shown smaller, and one longer than `FAR` by its end. Names are set anew, always in the same size,
and so are the letters of pieces where they would be too small: on tags side by side.
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
from render.encode import Picture, in_colours, part_in_colours, png
from render.lettering import Face, Style, cap_height, width, write_centred
from render.pieces import Itself, Spot
from render.theme import Colour

SIZE = (800, 600)
NEAR = (400, 300)
"""So much of the chart is shown at twice the scale."""
FAR = (592, 444)
"""The most of the chart that is shown: there the labels at its edge are still 11 pixels high on a phone."""
NAME = Style(Face.BOLD, 34)
"""Its capitals are 11 pixels high where the close-up is 400 wide."""
_INSET = 6
_RIM = 4
_LINE = 3
_ROUND = 11
"""How far a disc reaches beyond its number."""
_TAG = 5
"""How far a tag reaches beyond its letters."""
_HARD = [255 * (value > 127) for value in range(256)]
_FRAME = (
    (0, 0, SIZE[0], _LINE),
    (0, SIZE[1] - _LINE, SIZE[0], SIZE[1]),
    (0, 0, _LINE, SIZE[1]),
    (SIZE[0] - _LINE, 0, SIZE[0], SIZE[1]),
)


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


def region(way: Sequence[Spot], margin: float, within: Box, most: tuple[int, int] = FAR) -> Box | None:
    """The part of the chart to show: the way, and so many pixels round it; `None` without a way.

    It has the shape of `SIZE` and lies inside a box, such as the water. Of a way that is larger than `most`
    the end is shown.
    """
    if not way:
        return None
    left = right = way[-1][0]
    top = bottom = way[-1][1]
    for x, y in reversed(way):
        edges = min(left, x), min(top, y), max(right, x), max(bottom, y)
        if edges[2] - edges[0] + 2 * margin > most[0] or edges[3] - edges[1] + 2 * margin > most[1]:
            break
        left, top, right, bottom = edges
    wide = max(NEAR[0], right - left + 2 * margin, (bottom - top + 2 * margin) * SIZE[0] / SIZE[1])
    across, down = round(wide), round(wide * SIZE[1] / SIZE[0])
    start = _inside((left + right) / 2 - across / 2, across, within.left, within.right)
    upper = _inside((top + bottom) / 2 - down / 2, down, within.top, within.bottom)
    return Box(start, upper, start + across, upper + down)


def all_of(within: Box) -> tuple[int, int]:
    """The most that can be shown of a box."""
    wide = min(within.width, within.height * SIZE[0] // SIZE[1])
    return wide, wide * SIZE[1] // SIZE[0]


def is_small(capitals: float, part: Box) -> bool:
    """Whether capitals that high on the chart are too small for a phone on a close-up of that part."""
    return capitals / part.width < cap_height(NAME) / SIZE[0]


def _inside(start: float, length: int, low: int, high: int) -> int:
    return round(max(low, min(start, high - length)))


def close_up(
    chart: Image.Image,
    part: Box,
    names: Iterable[Name],
    palette: Image.Image,
    numbers: Iterable[Number] = (),
    tags: Iterable[Tag] = (),
) -> Picture:
    """That part of a drawing, enlarged, with the names, tags and numbers that lie in it.

    The drawing stays as it is.
    """
    return lettered(_scaled(chart, part, palette), part, names, palette, numbers, tags)


def lettered(
    large: Image.Image,
    part: Box,
    names: Iterable[Name],
    palette: Image.Image,
    numbers: Iterable[Number] = (),
    tags: Iterable[Tag] = (),
) -> Picture:
    """That part of a chart, enlarged already, with the names, tags and numbers that lie in it.

    They are laid on the image itself.
    """
    inks = _inks(Itself(palette))
    for text, spot in names:
        if at := _on(part, spot):
            plate, shape = _plate(text, inks)
            large.paste(plate, _corner(at, plate), shape)
    for tag, box in apart(tags, part):
        plate, shape = _tag(tag.text, tag.hue, tag.ink, Itself(palette))
        large.paste(plate, (box.left, box.top), shape)
    for number in numbers:
        if at := _on(part, number.at):
            disc = _disc(number.text, number.hue, number.ink)
            left, top = corner = _corner(at, disc)
            below = large.crop((left, top, left + disc.width, top + disc.height)).convert("RGB")
            below.paste(disc, (0, 0), disc)
            large.paste(in_colours(below, palette), corner)
    for edge in _FRAME:
        large.paste(inks[-1], edge)
    return png(large, palette)


def apart(tags: Iterable[Tag], part: Box) -> list[tuple[Tag, Box]]:
    """The tags on the close-up of that part, and where: those of a crowd in rows round its middle."""
    crowds = [[(tag, at)] for tag in tags if (at := _on(part, tag.at))]
    placed = [*map(_in_rows, crowds)]
    while meeting := _meeting(placed):
        one, other = meeting
        crowds[one] += crowds.pop(other)
        placed[one] = _in_rows(crowds[one])
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


def _in_rows(crowd: Sequence[tuple[Tag, Spot]]) -> list[tuple[Tag, Box]]:
    """Tags side by side, northern ones above, western ones to the left, wholly on the close-up."""
    sizes = [tag_size(tag.text) for tag, _ in crowd]
    wide, high = max(wide for wide, _ in sizes), max(high for _, high in sizes)
    across = math.ceil(math.sqrt(len(crowd)))
    spots = [at for _, at in crowd]
    down = -(-len(crowd) // across)
    middle = [(min(ends) + max(ends)) / 2 for ends in zip(*spots, strict=True)]
    left = _inside(middle[0] - across * wide / 2, across * wide, 0, SIZE[0])
    top = _inside(middle[1] - down * high / 2, down * high, 0, SIZE[1])
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


def _scaled(chart: Image.Image, part: Box, palette: Image.Image) -> Image.Image:
    """A part of the chart as large as a close-up is, in the palette's colours."""
    if part.width > SIZE[0]:
        return in_colours(chart.crop(part).resize(SIZE, Image.Resampling.BOX), palette)
    # There are fewer pixels to find colours for before it is enlarged.
    return enlarged(part_in_colours(chart, part, palette))


def enlarged(part: Image.Image) -> Image.Image:
    """A part of a chart, in the palette's colours, as large as a close-up is."""
    return part.resize(SIZE, Image.Resampling.NEAREST)


def _on(part: Box, spot: Spot) -> Spot | None:
    """Where a spot of the chart lies on the close-up of that part; `None` beside it."""
    scale = SIZE[0] / part.width
    at = (spot[0] - part.left) * scale, (spot[1] - part.top) * scale
    return at if 0 <= at[0] <= SIZE[0] and 0 <= at[1] <= SIZE[1] else None


def overlap(one: Name, other: Name, part: Box) -> bool:
    """Whether two names on the close-up of that part would lie over each other."""
    boxes = []
    for text, spot in (one, other):
        at, size = _on(part, spot), _plate_size(text)
        if at is None:
            return False
        left, top = _wholly(at, *size)
        boxes.append(Box(left, top, left + size[0], top + size[1]))
    return _meet(*boxes)


def _corner(at: Spot, plate: Image.Image) -> tuple[int, int]:
    """Where a plate begins that lies round that spot, but wholly on the close-up."""
    return _wholly(at, plate.width, plate.height)


def _wholly(at: Spot, wide: int, high: int) -> tuple[int, int]:
    return _inside(at[0] - wide / 2, wide, 0, SIZE[0]), _inside(at[1] - high / 2, high, 0, SIZE[1])


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


@lru_cache(maxsize=256)
def _disc(text: str, hue: Colour, ink: Colour) -> Image.Image:
    """A number on a disc, or on a longer one where it needs the room."""
    high = cap_height(NAME) + 2 * _ROUND
    wide = max(high, width(text, NAME) + 2 * _ROUND)
    large = Image.new("RGBA", (wide * OVERSIZE, high * OVERSIZE))
    edges = 0, 0, large.width - 1, large.height - 1
    outer, inner = (theme.INK, theme.WHITE) if ink == theme.INK else (theme.WHITE, theme.INK)
    draw = ImageDraw.Draw(large)
    draw.rounded_rectangle(edges, large.height / 2, inner, outer, OVERSIZE)
    inset = [edge + sign * 2 * OVERSIZE for edge, sign in zip(edges, (1, 1, -1, -1), strict=True)]
    draw.rounded_rectangle(inset, large.height / 2, hue)
    disc = reduce(large)
    write_centred(disc, (wide / 2, high / 2), text, NAME, ink)
    return disc


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
