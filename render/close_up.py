"""The close-up: an enlarged part of the chart with the places to choose from and their numbers in the menu.

The enlarged part is cut out of the drawing of the chart. Names and numbers are drawn again, always in the
same size. Letters of pieces that would be too small are drawn again on tags.
"""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from PIL import Image, ImageFilter

from render import theme
from render.chart import Box
from render.drawings import HARD
from render.encode import Picture, blank, in_colours, known_in_colours, png
from render.lettering import BOLD_8, Face, Style, cap_height, width, write_centred
from render.pieces import Itself, Spot, disc_size, number_disc, place, written_plate
from render.theme import Colour

WIDTH = 800
"""The width of a close-up in pixels."""
NEAR = (400, 300)
"""The width and height in pixels of the smallest part, which a close-up shows twice as large."""
FLATTEST, TALLEST = 0.6, 1.0
"""The smallest and the largest height of a close-up, as shares of its width."""
NAME = Style(Face.BOLD, 41)
"""The style of all texts, with capitals 11 pixels high on a phone."""
_AXIS_LEFT, _AXIS_TOP = 56, 44
"""The width of the margin with the names of rows, and the height of the margin with those of columns."""
_INSET = 6
_RIM = 4
_LINE = 3
_TAG = 5
"""The margin of a tag around its letters, in pixels."""


class Name(NamedTuple):
    """The name of a place, and the spot of the chart on which it is centred."""

    text: str
    at: Spot


class Tag(NamedTuple):
    """A text on a plate or disc, its spot on the chart, and the colours of the plate and the text."""

    text: str
    at: Spot
    hue: Colour
    ink: Colour


class Axes(NamedTuple):
    """The names of columns and rows, each with the coordinate of its middle on the chart."""

    columns: Sequence[tuple[str, float]]
    rows: Sequence[tuple[str, float]]


class Lettering(NamedTuple):
    """All texts on a close-up."""

    names: Iterable[Name] = ()
    numbers: Iterable[Tag] = ()
    """The numbers of places in the menu, on discs."""
    tags: Iterable[Tag] = ()
    """The texts of pieces, on plates."""
    axes: Axes | None = None


def around(ship: Spot, places: Sequence[Spot], margin: float, within: Box, pitch: float) -> Box | None:
    """Return a part of the box `within` that shows all places, with the ship as near the middle as possible.

    Return `None` if the numbers of places that are `pitch` pixels apart would overlap on the close-up.
    """
    xs, ys = zip(ship, *places, strict=True)
    left, right, top, bottom = min(xs) - margin, max(xs) + margin, min(ys) - margin, max(ys) + margin
    wide = max(right - left, (bottom - top) / TALLEST, NEAR[0])
    high = max(bottom - top, wide * FLATTEST)
    across, down = min(round(wide), within.width), min(round(high), within.height)
    if disc_size("88", NAME)[0] * across / WIDTH > pitch:
        return None
    start = _inside(max(right - across, min(ship[0] - across / 2, left)), across, within.left, within.right)
    upper = _inside(max(bottom - down, min(ship[1] - down / 2, top)), down, within.top, within.bottom)
    return Box(start, upper, start + across, upper + down)


def is_small(capitals: float, part: Box) -> bool:
    """Return whether capitals that are `capitals` pixels high on the chart are too small on the close-up."""
    return capitals / part.width < cap_height(NAME) / WIDTH


def _inside(start: float, length: int, low: int, high: int) -> int:
    return round(max(low, min(start, high - length)))


def close_up(chart: Image.Image, part: Box, palette: Image.Image, lettering: Lettering) -> Picture:
    """Return a part of a drawing, enlarged and with texts. The drawing itself does not change."""
    return lettered(_scaled(chart, part, palette), part, palette, lettering)


def lettered(large: Image.Image, part: Box, palette: Image.Image, lettering: Lettering) -> Picture:
    """Draw the texts on `large`, the enlarged part, and return the picture."""
    names, numbers, tags, axes = lettering
    inks = _inks(Itself(palette))
    for text, spot in names:
        if at := _on(part, spot):
            plate, shape = _plate(text, inks)
            large.paste(plate, _corner(at, plate.size, large.size), shape)
    for tag, box in apart(tags, part):
        plate, shape = _tag(tag.text, tag.hue, tag.ink, Itself(palette))
        large.paste(plate, (box.left, box.top), shape)
    for number in numbers:
        if at := _on(part, number.at):
            disc = number_disc(number.text, NAME, number.hue, number.ink)
            left, top = corner = _corner(at, disc.size, large.size)
            below = large.crop((left, top, left + disc.width, top + disc.height)).convert("RGB")
            below.paste(disc, (0, 0), disc)
            large.paste(in_colours(below, palette), corner)
    _rule(large, inks[-1])
    return png(large if axes is None else _with_axes(large, part, axes, Itself(palette)), palette)


def _rule(image: Image.Image, ink: int) -> None:
    """Draw a line along all edges."""
    wide, high = image.size
    across, down = (0, 0, wide, _LINE), (0, 0, _LINE, high)
    for left, top, right, bottom in (across, down):
        image.paste(ink, (left, top, right, bottom))
        image.paste(ink, (wide - right, high - bottom, wide - left, high - top))


def _with_axes(large: Image.Image, part: Box, axes: Axes, palette: Itself) -> Image.Image:
    """Return the close-up on paper, with the names of columns at the top and of rows on the left."""
    inks, scale = _inks(palette), large.width / part.width
    sheet = blank((large.width + _AXIS_LEFT, large.height + _AXIS_TOP), palette.image)
    sheet.paste(inks[0], (0, 0, *sheet.size))
    sheet.paste(large, (_AXIS_LEFT, _AXIS_TOP))
    columns = [(name, _AXIS_LEFT + (x - part.left) * scale, _AXIS_TOP / 2) for name, x in axes.columns]
    rows = [(name, _AXIS_LEFT / 2, _AXIS_TOP + (y - part.top) * scale) for name, y in axes.rows]
    for name, x, y in (*columns, *rows):
        plate, shape = _plate(name, inks)
        left, top = round(x - plate.width / 2), round(y - plate.height / 2)
        # Leave out the name of a partly visible row or column if the name does not fit or is in the corner.
        if 0 <= left <= sheet.width - plate.width and 0 <= top <= sheet.height - plate.height:
            corner = x < _AXIS_LEFT + plate.width / 2 and y < _AXIS_TOP + plate.height / 2
            if not corner:
                sheet.paste(plate, (left, top), shape)
    _rule(sheet, inks[-1])
    return sheet


def apart(tags: Iterable[Tag], part: Box) -> list[tuple[Tag, Box]]:
    """Return pairs of the tags on the close-up of `part` and their boxes. Rows keep tags from overlapping."""
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
    """Return the indices of two groups of tags that overlap, or `None`."""
    for (one, crowd), (other, beside) in combinations(enumerate(crowds), 2):
        if any(box.meets(there) for _, box in crowd for _, there in beside):
            return one, other
    return None


def _in_rows(crowd: Sequence[tuple[Tag, Spot]], room: tuple[int, int]) -> list[tuple[Tag, Box]]:
    """Return boxes for rows of tags inside the close-up. Tags of northern pieces are in the upper rows."""
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


def size_of(part: Box) -> tuple[int, int]:
    """Return the size of the close-up of `part`."""
    return WIDTH, round(WIDTH * part.height / part.width)


def _scaled(chart: Image.Image, part: Box, palette: Image.Image) -> Image.Image:
    """Return a part of the chart in the size of a close-up, in the palette's colours."""
    if part.width > WIDTH:
        return in_colours(chart.crop(part).resize(size_of(part), Image.Resampling.BOX), palette)
    # Converting the colours is faster before the part is enlarged.
    return enlarged(known_in_colours(chart, part, palette))


def enlarged(part: Image.Image) -> Image.Image:
    """Return a part of a chart (in mode P) in the size of a close-up."""
    return part.resize((WIDTH, round(WIDTH * part.height / part.width)), Image.Resampling.NEAREST)


def paint_numbers(canvas: Image.Image, numbers: Iterable[Tag]) -> None:
    """Paint the menu's numbers on the chart, for a picture without a close-up."""
    for text, spot, hue, ink in numbers:
        place(canvas, number_disc(text, BOLD_8, hue, ink), spot)


def _on(part: Box, spot: Spot) -> Spot | None:
    """Return the spot on the close-up of `part` for a spot of the chart, or `None` if the spot is outside."""
    scale, (wide, high) = WIDTH / part.width, size_of(part)
    at = (spot[0] - part.left) * scale, (spot[1] - part.top) * scale
    return at if 0 <= at[0] <= wide and 0 <= at[1] <= high else None


def overlap(one: Name, other: Name, part: Box) -> bool:
    """Return whether two names would overlap on the close-up of `part`."""
    boxes = []
    for text, spot in (one, other):
        at, size = _on(part, spot), _plate_size(text)
        if at is None:
            return False
        left, top = _corner(at, size, size_of(part))
        boxes.append(Box(left, top, left + size[0], top + size[1]))
    return boxes[0].meets(boxes[1])


def _corner(at: Spot, size: tuple[int, int], room: tuple[int, int]) -> tuple[int, int]:
    """Return the corner of a plate around `at`, moved if necessary so that the plate is on the close-up."""
    left, top = (
        _inside(middle - length / 2, length, 0, most)
        for middle, length, most in zip(at, size, room, strict=True)
    )
    return left, top


def _plate_size(text: str) -> tuple[int, int]:
    return width(text, NAME) + 2 * _INSET, cap_height(NAME) + 2 * _INSET


@lru_cache(maxsize=16)
def _inks(palette: Itself) -> tuple[int, ...]:
    """Return the numbers of the palette's colours for paper, the soft edges of letters, and ink."""
    sample = Image.new("RGB", (3, 1))
    sample.putdata([theme.CARD, theme.mix(theme.CARD, theme.INK, 0.5), theme.INK])
    return tuple(in_colours(sample, palette.image).tobytes())


@lru_cache(maxsize=512)
def _plate(text: str, inks: tuple[int, ...]) -> tuple[Image.Image, Image.Image]:
    """Return a name on paper, and the mask of the paper, which hides the small name below."""
    wide, high = _plate_size(text)
    written = Image.new("RGB", (wide, high))
    write_centred(written, (wide / 2, high / 2), text, NAME, theme.WHITE)
    letters = written.getchannel("R")
    paper, soft, ink = inks
    coloured = letters.tobytes().translate(bytes([paper, *[soft] * 254, ink]))
    shape = letters
    for _ in range(_RIM):  # Growing by one pixel at a time is faster than in one step.
        shape = shape.filter(ImageFilter.MaxFilter(3))
    return Image.frombytes("P", letters.size, coloured), shape.point(HARD, "1")


def tag_size(text: str) -> tuple[int, int]:
    """Return the width and height of the tag for a text."""
    high = cap_height(NAME) + 2 * _TAG
    return max(high, width(text, NAME) + 2 * _TAG), high


@lru_cache(maxsize=256)
def _tag(text: str, hue: Colour, ink: Colour, palette: Itself) -> tuple[Image.Image, Image.Image]:
    """Return letters on a plate in the palette's colours, and the plate's shape with a hard edge."""
    plate = written_plate(tag_size(text), text, NAME, hue, ink)
    shape = plate.getchannel("A").point(HARD, "1")
    return in_colours(plate.convert("RGB"), palette.image), shape
