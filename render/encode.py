"""From a drawing to the bytes that are posted: one fixed palette, no dither, a quick and small PNG.

The rows are packed in strips that know nothing of each other, so that a strip of which nothing has changed
since the last picture need not be packed again. A picture is the same whatever the last one was.
"""

import struct
import weakref
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from isal import isal_zlib
from PIL import Image

from render.canvas import STRIP, Canvas, Stroke
from render.theme import Colour

COLOURS = 128
"""Enough that no eye sees a step, few enough that soft edges stay cheap."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EIGHT_BIT_PALETTE = (8, 3, 0, 0, 0)
_ZLIB, _LAST_BLOCK = b"\x78\x01", b"\x03\x00"
_RAW = -15
_ADLER = 65_521


class Picture(NamedTuple):
    """A PNG file as it is posted, the close-up that is posted beside it, and for a hand's holder the hand."""

    data: bytes
    width: int
    height: int
    close_up: "Picture | None" = None
    hand: "Picture | None" = None


class Strip(NamedTuple):
    """Some rows of a picture: what touches them, and how they are packed."""

    strokes: tuple[Stroke, ...]
    chunk: bytes
    sum: int
    """Adler-32 of the rows."""
    length: int
    """Bytes in the rows."""


class LastStrips:
    """The strips of the last picture, of which the next may use those that are the same."""

    def __init__(self) -> None:
        self._strips: list[Strip] = []
        self._of: tuple[weakref.ref[Image.Image], tuple[int, int]] | None = None

    def strips(self, canvas: Canvas, palette: Image.Image) -> list[Strip]:
        """The strips of that canvas. A chart must always come with the same palette."""
        # A chart is known by itself, not by its pixels; it is large, and kept by its game.
        of = weakref.ref(canvas.chart), canvas.size
        same = self._of is not None and of[0] is self._of[0] and of[1] == self._of[1]
        touching = canvas.strips()
        strips: list[Strip | None] = [None] * len(touching)
        if same:
            pairs = zip(self._strips, touching, strict=True)
            strips = [strip if strip.strokes == strokes else None for strip, strokes in pairs]
        for start, end in _gaps(strips):
            rows = canvas.crop((0, start * STRIP, canvas.width, min(end * STRIP, canvas.height)))
            strips[start:end] = _packed(rows, palette, touching[start:end])
        self._strips, self._of = [strip for strip in strips if strip], of
        return self._strips


def _gaps(strips: Sequence[Strip | None]) -> Iterator[tuple[int, int]]:
    """From where to where strips are missing."""
    for missing, numbers in groupby(range(len(strips)), lambda number: strips[number] is None):
        if missing:
            start, *others = numbers
            yield start, start + 1 + len(others)


def palette_of(colours: Iterable[Colour]) -> Image.Image:
    """A palette of these colours and no others: the fewer they are, the smaller the files."""
    carrier = Image.new("P", (1, 1))
    carrier.putpalette([*chain.from_iterable(dict.fromkeys(colours))])
    return carrier


def make_palette(sample: Image.Image, exact: Iterable[Colour], colours: int = COLOURS) -> Image.Image:
    """A palette for all pictures of a game: some colours exactly, the rest chosen to cover a sample.

    A chart full of small print takes fewer `colours`, to keep its files small.
    """
    kept = list(dict.fromkeys(exact))
    spread = sample.quantize(colours - len(kept), Image.Quantize.MAXCOVERAGE, kmeans=1).getpalette() or []
    carrier = Image.new("P", (1, 1))
    carrier.putpalette([*chain.from_iterable(kept), *spread][: 3 * colours])
    return carrier


def in_colours(drawing: Image.Image, palette: Image.Image) -> Image.Image:
    """The drawing in mode P, each pixel in that colour of the palette which is most like its own."""
    if drawing.mode == "P":
        return drawing
    return drawing.quantize(palette=palette, dither=Image.Dither.NONE)


def png(drawing: Image.Image, palette: Image.Image, last: LastStrips | None = None) -> Picture:
    """The drawing in the palette's colours as a PNG file; of the last one only what is the same is used.

    A drawing in mode P has that palette's colours already.

    Written here and not by Pillow because `isal` deflates it in a fifth of the time, at a tenth more bytes.
    """
    if isinstance(drawing, Canvas):
        strips = (last or LastStrips()).strips(drawing, palette)
    else:
        strips = [*_packed(drawing, palette, ())]
    total = 1
    for strip in strips:
        total = _joined(total, strip)
    data = b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", struct.pack(">2I5B", *drawing.size, *_EIGHT_BIT_PALETTE)),
            _chunk(b"PLTE", bytes(palette.getpalette() or [])),
            _chunk(b"IDAT", _ZLIB),
            *(strip.chunk for strip in strips),
            _chunk(b"IDAT", _LAST_BLOCK + struct.pack(">I", total)),
            _chunk(b"IEND", b""),
        )
    )
    return Picture(data, *drawing.size)


def _packed(
    drawing: Image.Image, palette: Image.Image, touching: Sequence[tuple[Stroke, ...]]
) -> Iterator[Strip]:
    """The rows of a drawing in strips; all in one if nothing is said of what touches them."""
    flat = in_colours(drawing, palette)
    # A first column of zeros: every row says "no filter".
    rows = Image.new("P", (flat.width + 1, flat.height))
    rows.paste(flat, (1, 0))
    plain = memoryview(rows.tobytes())
    length = STRIP * rows.width if touching else len(plain)
    for number, strokes in enumerate(touching or [()]):
        part = plain[number * length : (number + 1) * length]
        pack = isal_zlib.compressobj(1, isal_zlib.DEFLATED, _RAW)
        packed = pack.compress(part) + pack.flush(isal_zlib.Z_FULL_FLUSH)
        yield Strip(strokes, _chunk(b"IDAT", packed), isal_zlib.adler32(part), len(part))


def _joined(total: int, strip: Strip) -> int:
    """The Adler-32 of what has that one, and of the strip after it."""
    low, high = total & 0xFFFF, total >> 16
    after = strip.sum & 0xFFFF, strip.sum >> 16
    return (high + after[1] + strip.length * (low - 1)) % _ADLER << 16 | (low + after[0] - 1) % _ADLER


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
