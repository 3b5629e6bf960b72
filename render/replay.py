"""An animated picture of a game: a GIF, which every client plays.

Its frames are half as large as the posted pictures and in the same colours. Of each frame only what differs
from the one before is kept; all else shows through.
"""

import io
import struct
from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from typing import Any

from PIL import GifImagePlugin, Image, ImageChops

import render
from render import chart, theme
from render.canvas import Canvas, Corners
from render.chart import Box
from render.lettering import Face, Style, fit, write
from rules.engine.game import View
from rules.engine.seat import Names

SHRUNK = 2
"""How many times smaller than the posted picture a frame is."""

_TITLE = Style(Face.BOLD, 64)
_LINE = Style(Face.TEXT, 40)
_LINE_STEP = 62
_MARGIN = 60

_CLEAR = 255
"""The colour through which the frame before shows; no palette has so many."""
_SAME = [255] + [0] * 255
_KEEP = 1
_FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


class Film:
    """Frames are added one by one; `data` is the file. All are in the colours of one game."""

    def __init__(self, view: View, names: Names, shrunk: int = SHRUNK) -> None:
        """A film of a game that looks like this, so many times smaller than the posted pictures."""
        drawing, palette = _drawing(view, names)
        self._palette = palette
        self._shrunk = shrunk
        self._size = drawing.size
        self._small, self._frame = Image.new("RGB", self.shown_size), Image.new("P", self.shown_size)
        """The last frame, whole: in all colours, and in those of the game."""
        self._last: Canvas | None = None
        """What it shows, if that is a board: of a board on the same chart only what differs is drawn."""
        self._blocks: list[bytes] = []
        self.frames = 0

    def add(self, view: View, names: Names, seconds: float) -> None:
        """One more position, shown so long."""
        drawing, _ = _drawing(view, names)
        self._add(drawing if drawing.size == self._size else drawing.crop((0, 0, *self._size)), seconds)

    def add_card(self, title: str, lines: Sequence[str], seconds: float) -> None:
        """A card with words, shown so long."""
        canvas = Image.new("RGB", self._size, theme.PAPER)
        wide, high = self._size
        chart.plain_frame(canvas, Box(_MARGIN, _MARGIN, wide - _MARGIN, high - _MARGIN))
        room = wide - 4 * _MARGIN
        top = high // 2 - _LINE_STEP * len(lines) // 2
        write(canvas, (wide // 2, top), fit(title, _TITLE, room), _TITLE, theme.INK, "middle")
        for number, line in enumerate(lines, 1):
            spot = (wide // 2, top + 30 + _LINE_STEP * number)
            write(canvas, spot, fit(line, _LINE, room), _LINE, theme.INK, "middle")
        self._add(canvas, seconds)

    @property
    def data(self) -> bytes:
        """The file, as far as frames were added. It plays again and again."""
        return b"".join((self._head, _FOR_EVER, *self._blocks, b";"))

    @property
    def cels(self) -> list[bytes]:
        """Each frame as a picture of its own: the first whole, the others clear but for what differs."""
        return [b"".join((self._head, block, b";")) for block in self._blocks]

    @property
    def shown_size(self) -> tuple[int, int]:
        """Width and height of a frame in pixels."""
        wide, high = self._size
        return -(-wide // self._shrunk), -(-high // self._shrunk)

    @property
    def _head(self) -> bytes:
        colours = bytes(self._palette.getpalette() or []).ljust(768, b"\0")
        return b"GIF89a" + struct.pack("<2H3B", *self.shown_size, 0xF7, 0, 0) + colours

    @property
    def size(self) -> int:
        """Bytes of the file so far."""
        return sum(map(len, self._blocks)) + 800

    def _add(self, drawing: Image.Image, seconds: float) -> None:
        box = self._shrink(drawing)
        self.frames += 1
        corner, told = box[:2], self._quantized(box)
        if self.frames == 1:
            self._frame.paste(told, box)
        else:
            differing = ImageChops.difference(_numbers(self._frame.crop(box)), _numbers(told))
            self._frame.paste(told, box)
            told.paste(_CLEAR, mask=differing.point(_SAME))
            # One pixel at least: a frame in which nothing moves takes its time, too.
            inner = differing.getbbox() or (0, 0, 1, 1)
            told, corner = told.crop(inner), (box[0] + inner[0], box[1] + inner[1])
        about = {"duration": round(seconds * 1000), "transparency": _CLEAR, "disposal": _KEEP, "interlace": 0}
        self._blocks.append(b"".join(chain(GifImagePlugin.getdata(told, corner, **about))))

    def _shrink(self, drawing: Image.Image) -> Corners:
        """Put what may differ on the small drawing; the part of it that holds all of that."""
        last, self._last = self._last, drawing if isinstance(drawing, Canvas) else None
        boxes: Iterable[Corners] = [(0, 0, *drawing.size)]
        if last is not None and self._last is not None and self._last.chart is last.chart:
            boxes = self._last.changed(last)
        put, shrunk = list[Corners](), self._shrunk
        for left, top, right, bottom in boxes:
            # Where pixels of the small one begin and end.
            begin, end = left - left % shrunk, min(right + -right % shrunk, drawing.width)
            part = drawing.crop((begin, top, end, bottom))
            small = (part if part.mode == "RGB" else part.convert("RGB")).reduce(shrunk)
            x, y = begin // shrunk, top // shrunk
            self._small.paste(small, (x, y))
            put.append((x, y, x + small.width, y + small.height))
        lefts, tops, rights, bottoms = zip(*(put or [(0, 0, 1, 1)]), strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    def _quantized(self, box: Corners) -> Image.Image:
        """A part of the small drawing in the game's colours."""
        return self._small.crop(box).quantize(palette=self._palette, dither=Image.Dither.NONE)


def _drawing(view: View, names: Names) -> tuple[Image.Image, Image.Image]:
    """A picture before it is encoded, and the palette of its game's pictures."""
    name = f"{render.__name__}.{view.game}"
    module: Any = import_module(name) if find_spec(name) else None
    if hasattr(module, "draw_position"):
        return module.draw_position(view, names), module.palette()
    # A game without a board of its own has a card.
    card = Image.open(io.BytesIO(render.draw(view, names).data))
    return card.convert("RGB"), card


def _numbers(frame: Image.Image) -> Image.Image:
    """The numbers of a frame's colours, as greys."""
    return Image.frombytes("L", frame.size, frame.tobytes())
