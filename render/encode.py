"""From a drawing to the bytes that are posted: one fixed palette, no dither, a quick and small PNG."""

import io
from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from PIL import Image

from render.theme import Colour

_COLOURS = 128
_LEVEL = 4


class Picture(NamedTuple):
    """A PNG file as it is posted."""

    data: bytes
    width: int
    height: int


def make_palette(sample: Image.Image, exact: Iterable[Colour]) -> Image.Image:
    """A palette for all pictures of a game: some colours exactly, the rest chosen to cover a sample."""
    kept = list(dict.fromkeys(exact))
    spread = sample.quantize(_COLOURS - len(kept), Image.Quantize.MAXCOVERAGE, kmeans=1).getpalette() or []
    carrier = Image.new("P", (1, 1))
    carrier.putpalette([*chain.from_iterable(kept), *spread][: 3 * _COLOURS])
    return carrier


def png(drawing: Image.Image, palette: Image.Image) -> Picture:
    """The drawing in the palette's colours as a PNG file."""
    flat = drawing.quantize(palette=palette, dither=Image.Dither.NONE)
    buffer = io.BytesIO()
    flat.save(buffer, "PNG", compress_level=_LEVEL)
    return Picture(buffer.getvalue(), *drawing.size)
