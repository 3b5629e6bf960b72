"""The close-up beside a chart: where the last move happened, larger, with names that a phone can show.

It is cut out of the drawing of the chart itself. What fits into `NEAR` is shown at twice the scale; a longer
way is shown smaller, and one longer than `FAR` by its end. Names are set anew, always in the same size.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from render import theme
from render.chart import Box
from render.encode import Picture, png
from render.lettering import Face, Style, cap_height, width, write_centred
from render.pieces import Spot

SIZE = (800, 600)
NEAR = (400, 300)
"""So much of the chart is shown at twice the scale."""
FAR = (640, 480)
"""The most of the chart that is shown."""
NAME = Style(Face.BOLD, 34)
"""Its capitals are 11 pixels high where the close-up is 400 wide."""
_INSET = 6
_RIM = 4
_LINE = 3


class Name(NamedTuple):
    """What a place is called, and the spot of the chart round which that stands."""

    text: str
    at: Spot


def region(way: Sequence[Spot], margin: float, within: Box) -> Box | None:
    """The part of the chart to show: the way, and so many pixels round it; `None` without a way.

    It has the shape of `SIZE` and lies inside a box, such as the water.
    """
    if not way:
        return None
    left = right = way[-1][0]
    top = bottom = way[-1][1]
    for x, y in reversed(way):
        edges = min(left, x), min(top, y), max(right, x), max(bottom, y)
        if edges[2] - edges[0] + 2 * margin > FAR[0] or edges[3] - edges[1] + 2 * margin > FAR[1]:
            break
        left, top, right, bottom = edges
    wide = max(NEAR[0], right - left + 2 * margin, (bottom - top + 2 * margin) * SIZE[0] / SIZE[1])
    across, down = round(wide), round(wide * SIZE[1] / SIZE[0])
    start = _inside((left + right) / 2 - across / 2, across, within.left, within.right)
    upper = _inside((top + bottom) / 2 - down / 2, down, within.top, within.bottom)
    return Box(start, upper, start + across, upper + down)


def _inside(start: float, length: int, low: int, high: int) -> int:
    return round(max(low, min(start, high - length)))


def close_up(chart: Image.Image, part: Box, names: Iterable[Name], palette: Image.Image) -> Picture:
    """That part of a drawing, enlarged, with the names that lie in it. The drawing stays as it is."""
    # At twice the scale both give the same pixels, the first in a tenth of the time.
    doubled = (part.width, part.height) == NEAR
    large = chart.resize(SIZE, Image.Resampling.NEAREST if doubled else Image.Resampling.BOX, part)
    scale = SIZE[0] / part.width
    for text, (x, y) in names:
        at = (x - part.left) * scale, (y - part.top) * scale
        plate = _plate(text)
        if 0 <= at[0] <= SIZE[0] and 0 <= at[1] <= SIZE[1]:
            left = _inside(at[0] - plate.width / 2, plate.width, 0, SIZE[0])
            top = _inside(at[1] - plate.height / 2, plate.height, 0, SIZE[1])
            large.paste(plate, (left, top), plate)
    ImageDraw.Draw(large).rectangle((0, 0, SIZE[0] - 1, SIZE[1] - 1), None, theme.INK, _LINE)
    return png(large, palette)


@lru_cache(maxsize=256)
def _plate(text: str) -> Image.Image:
    """A name with a rim of paper, which hides the small one below it and little else."""
    wide, high = width(text, NAME) + 2 * _INSET, cap_height(NAME) + 2 * _INSET
    written = Image.new("RGB", (wide, high))
    write_centred(written, (wide / 2, high / 2), text, NAME, theme.WHITE)
    letters = written.getchannel("R")
    plate = Image.new("RGBA", (wide, high), theme.CARD)
    plate.putalpha(letters.filter(ImageFilter.MaxFilter(2 * _RIM + 1)))
    plate.paste(theme.INK, (0, 0), letters)
    return plate
