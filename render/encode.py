"""From a drawing to the bytes that are posted: one fixed palette, no dither, a quick and small PNG."""

import io
from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from PIL import Image

from render.theme import Colour

_COLOURS = 256
_LEVEL = 6


class Picture(NamedTuple):
    """An image file as it is posted."""

    data: bytes
    width: int
    height: int


def palette(sample: Image.Image, exact: Iterable[Colour]) -> Image.Image:
    """A palette for every picture of a game: certain colours exactly, the rest chosen to cover a sample drawing."""
    kept = list(dict.fromkeys(exact))
    spread = sample.quantize(_COLOURS - len(kept), Image.Quantize.MAXCOVERAGE).getpalette() or []
    table = [*chain.from_iterable(kept), *spread]
    carrier = Image.new("P", (1, 1))
    carrier.putpalette(table[: 3 * _COLOURS])
    return carrier


def png(drawing: Image.Image, colours: Image.Image) -> Picture:
    """The drawing in the palette's colours as a PNG file."""
    flat = drawing.quantize(palette=colours, dither=Image.Dither.NONE)
    buffer = io.BytesIO()
    flat.save(buffer, "PNG", compress_level=_LEVEL)
    return Picture(buffer.getvalue(), *drawing.size)
