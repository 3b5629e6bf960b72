"""Encoding: fast conversion of a drawing to a small PNG file, with a fixed palette and without dithering.

Strips of rows are compressed independently, so a strip that is the same as in the previous picture is reused.
"""

import struct
import weakref
import zlib
from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from isal import isal_zlib
from PIL import Image

from render.canvas import STRIP, Canvas, Corners, Stroke
from render.theme import Colour

COLOURS = 128
"""The default number of colours: enough to hide steps between tints, and few enough for small files."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EIGHT_BIT_PALETTE = (8, 3, 0, 0, 0)
_ZLIB, _LAST_BLOCK = b"\x78\x01", b"\x03\x00"
_RAW = -15
_ADLER = 65_521
_NO_FILTER = b"\0"
"""The first byte of each row of a PNG file whose pixels are stored unfiltered."""


class Picture(NamedTuple):
    """A PNG file and its size in pixels. `hand` is a picture of the player's cards, if the game has cards."""

    data: bytes
    width: int
    height: int
    hand: "Picture | None" = None


class Strip(NamedTuple):
    """A strip of a picture: the strokes that touch its rows, and a PNG chunk with the compressed rows."""

    strokes: tuple[Stroke, ...]
    chunk: bytes
    sum: int
    """The Adler-32 of the rows."""
    length: int
    """The number of bytes in the rows."""


class LastStrips:
    """Keeps the strips of a picture. The next picture reuses the strips that have not changed."""

    def __init__(self) -> None:
        self._strips: list[Strip] = []
        self._of: tuple[weakref.ref[Image.Image], tuple[int, int]] | None = None

    def strips(self, canvas: Canvas, palette: Image.Image) -> list[Strip]:
        """Return and keep the strips of a canvas. All canvases of a chart must have the same palette."""
        # Compare charts by identity, because they are large and each game keeps its charts.
        of = weakref.ref(canvas.chart), canvas.size
        same = self._of is not None and of[0] is self._of[0] and of[1] == self._of[1]
        touching = canvas.strips()
        before = self._strips if same else [None] * len(touching)
        self._strips = [
            strip if strip and strip.strokes == strokes else _drawn(canvas, palette, number * STRIP, strokes)
            for number, (strip, strokes) in enumerate(zip(before, touching, strict=True))
        ]
        self._of = of
        return self._strips


def _drawn(canvas: Canvas, palette: Image.Image, top: int, strokes: tuple[Stroke, ...]) -> Strip:
    """Draw and return the strip that begins at row `top`."""
    # Even neighbouring strips are drawn one by one. A strip (0.2 MB) fits into the processor's cache, and
    # leaves no large hole in the program's memory.
    rows = part_in_colours(canvas, (0, top, canvas.width, min(top + STRIP, canvas.height)), palette)
    canvas.coloured.append((top, rows))
    return _packed(rows, strokes)


def palette_of(colours: Iterable[Colour]) -> Image.Image:
    """Return a palette with exactly these colours."""
    carrier = Image.new("P", (1, 1))
    carrier.putpalette([*chain.from_iterable(dict.fromkeys(colours))])
    return carrier


def make_palette(sample: Image.Image, exact: Iterable[Colour], colours: int = COLOURS) -> Image.Image:
    """Return a palette of `colours` colours: the colours `exact`, and the best other colours for a sample.

    A chart with much small print should have fewer colours, so that its files stay small.
    """
    kept = list(dict.fromkeys(exact))
    spread = sample.quantize(colours - len(kept), Image.Quantize.MAXCOVERAGE, kmeans=1).getpalette() or []
    carrier = Image.new("P", (1, 1))
    carrier.putpalette([*chain.from_iterable(kept), *spread][: 3 * colours])
    return carrier


def in_colours(drawing: Image.Image, palette: Image.Image) -> Image.Image:
    """Return a drawing in mode P unchanged, and any other drawing in the palette's most similar colours."""
    if drawing.mode == "P":
        return drawing
    return drawing.quantize(palette=palette, dither=Image.Dither.NONE)


def part_in_colours(canvas: Canvas, part: Corners, palette: Image.Image) -> Image.Image:
    """Return a part of a canvas in a palette's colours. A chart in mode P must already have the palette."""
    ground = canvas.chart.crop(part)
    if ground.mode != "P":
        return in_colours(canvas.crop(part), palette)
    for drawn in canvas.touched(part):
        ground.paste(in_colours(canvas.crop(drawn), palette), (drawn[0] - part[0], drawn[1] - part[1]))
    return ground


def known_in_colours(drawing: Image.Image, part: Corners, palette: Image.Image) -> Image.Image:
    """Return a part of a drawing in the palette's colours.

    Rows that a canvas has already converted are reused, so a chart must always have the same palette.
    """
    if not isinstance(drawing, Canvas):
        return in_colours(drawing.crop(part), palette)
    left, top, right, bottom = part
    found = blank((right - left, bottom - top), palette)
    edges = [top]
    for first, rows in drawing.coloured:
        if first < bottom and first + rows.height > top:
            found.paste(rows, (-left, first - top))
            edges += first, first + rows.height
    edges.append(bottom)
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        if start < end:
            found.paste(part_in_colours(drawing, (left, start, right, end), palette), (0, start - top))
    return found


def blank(size: tuple[int, int], palette: Image.Image) -> Image.Image:
    """Return an image in mode P with the palette's colours, filled with the first colour."""
    image = Image.new("P", size)
    image.putpalette(palette.getpalette() or [])
    return image


def png(drawing: Image.Image, palette: Image.Image, last: LastStrips | None = None) -> Picture:
    """Return a drawing as a PNG file. A drawing in mode P must already have the palette's colours.

    If the drawing is a `Canvas`, its strips that have not changed since `last` are reused. Pillow does not
    write the file, because `isal` compresses it in a fifth of the time, with a tenth more bytes.
    """
    if isinstance(drawing, Canvas):
        strips = (last or LastStrips()).strips(drawing, palette)
    else:
        strips = [_packed(in_colours(drawing, palette), ())]
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


def _packed(flat: Image.Image, strokes: tuple[Stroke, ...]) -> Strip:
    """Compress the rows of `flat`, an image in mode P."""
    # The zero that `tobytes` adds after each row is the filter byte of the next row.
    plain = (_NO_FILTER + flat.tobytes("raw", "P", flat.width + 1))[:-1]
    pack = isal_zlib.compressobj(1, isal_zlib.DEFLATED, _RAW)
    packed = pack.compress(plain) + pack.flush(isal_zlib.Z_FULL_FLUSH)
    return Strip(strokes, _chunk(b"IDAT", packed), isal_zlib.adler32(plain), len(plain))


def _joined(total: int, strip: Strip) -> int:
    """Return the Adler-32 of data followed by a strip. `total` is the Adler-32 without the strip."""
    low, high = total & 0xFFFF, total >> 16
    after = strip.sum & 0xFFFF, strip.sum >> 16
    return (high + after[1] + strip.length * (low - 1)) % _ADLER << 16 | (low + after[0] - 1) % _ADLER


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
