"""An animated picture of a game: a GIF, which every Discord client plays.

Frames are smaller than the posted pictures and have the same colours. Each frame contains only what differs
from the previous frame, and is transparent elsewhere.
"""

import io
import struct
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from PIL import GifImagePlugin, Image, ImageChops

import render
from render import chart, theme
from render.animation import Leg, Sprite, fresh, moves, within
from render.canvas import Canvas, Corners
from render.chart import Box
from render.encode import in_colours
from render.lettering import Face, Style, fit, wrap, write
from rules.engine.game import View
from rules.engine.seat import Names

SHRUNK = 2
"""The usual factor by which frames are smaller than the posted pictures."""

_TITLE = Style(Face.BOLD, 64)
_TITLE_STEP = 80
_LINE = Style(Face.TEXT, 40)
_LINE_STEP = 62
_MARGIN = 60

BEAT = 0.07
"""The duration of a frame with moving pieces, in seconds."""
_LEFT = 0.8
"""Half the side of the square that is drawn again where a piece starts, as a share of the piece's size."""

_CLEAR = 255
"""The number of the transparent colour, which no palette uses."""
_ALL = 1 / 255
"""A scale for `ImageChops.add` that turns every value above 0 into 255."""
_KEEP = 1
_FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


class Patch(NamedTuple):
    """A box of a frame, and the colour numbers in it."""

    box: Corners
    told: Image.Image


class Film:
    """A film of one game. Frames are added one by one."""

    def __init__(self, view: View, names: Names, shrunk: int = SHRUNK) -> None:
        """Begin a film with frames `shrunk` times smaller than the posted pictures."""
        drawing, palette = _drawing(view, names)
        self._palette = palette
        self._shrunk = shrunk
        self._size = drawing.size
        self._frame = Image.new("L", self.shown_size)
        """The complete last frame, as the numbers of its colours."""
        self._last: Canvas | None = None
        """The board on the last frame, or `None` if the frame is not a board on a chart."""
        self._legs: Sequence[Leg] = ()
        """The movements on the last board."""
        self._blocks: list[bytes] = []
        self.frames = 0

    def add(self, view: View, names: Names, seconds: float) -> None:
        """Add a position that is shown for `seconds`."""
        drawing, _ = _drawing(view, names)
        self._put(self._patches(self._fitted(drawing)), seconds)

    def play(self, view: View, names: Names, seconds: float) -> None:
        """Add frames in which pieces move, and then a position that is shown for `seconds`."""
        drawing = self._fitted(_drawing(view, names)[0])
        last, before, glides = self._last, self._legs, render.offered(view.game, "glides")
        self._legs = glides(view, names) if glides else ()
        left: list[Patch] = []
        if isinstance(drawing, Canvas) and last is not None and last.chart is drawing.chart:
            left = self._glide(drawing, fresh(self._legs, before))
        self._put([*left, *self._patches(drawing)], seconds)

    def add_card(self, title: str, lines: Sequence[str], seconds: float) -> None:
        """Add a card that is shown for `seconds`: a title of one or two lines, and `lines` below it."""
        canvas = Image.new("RGB", self._size, theme.PAPER)
        wide, high = self._size
        chart.plain_frame(canvas, Box(_MARGIN, _MARGIN, wide - _MARGIN, high - _MARGIN))
        room = wide - 4 * _MARGIN
        *above, last = wrap(title, _TITLE, room, 2)
        top = high // 2 - (_LINE_STEP * len(lines) - _TITLE_STEP * len(above)) // 2
        for part in above:
            write(canvas, (wide // 2, top - _TITLE_STEP), part, _TITLE, theme.INK, "middle")
        write(canvas, (wide // 2, top), last, _TITLE, theme.INK, "middle")
        for number, line in enumerate(lines, 1):
            spot = (wide // 2, top + 30 + _LINE_STEP * number)
            write(canvas, spot, fit(line, _LINE, room), _LINE, theme.INK, "middle")
        self._put(self._patches(canvas), seconds)

    @property
    def data(self) -> bytes:
        """The frames so far as one GIF file, which repeats for ever."""
        return b"".join((self._head, _FOR_EVER, *self._blocks, b";"))

    @property
    def cels(self) -> list[bytes]:
        """Each frame as a GIF file. All later frames are transparent where nothing changes."""
        return [b"".join((self._head, block, b";")) for block in self._blocks]

    @property
    def shown_size(self) -> tuple[int, int]:
        """The width and height of a frame in pixels."""
        wide, high = self._size
        return -(-wide // self._shrunk), -(-high // self._shrunk)

    @property
    def _head(self) -> bytes:
        colours = bytes(self._palette.getpalette() or []).ljust(768, b"\0")
        return b"GIF89a" + struct.pack("<2H3B", *self.shown_size, 0xF7, 0, 0) + colours

    @property
    def size(self) -> int:
        """The approximate number of bytes of the file so far."""
        return sum(map(len, self._blocks)) + 800

    def _fitted(self, drawing: Image.Image) -> Image.Image:
        return drawing if drawing.size == self._size else drawing.crop((0, 0, *self._size))

    def _put(self, patches: Iterable[Patch], seconds: float) -> None:
        """Add a frame: the last frame, on which `patches` are pasted in order."""
        put = [(box, told, self._frame.crop(box)) for box, told in patches]
        for box, told, _ in put:
            self._frame.paste(told, box)
        differing, inner = Image.new("L", self.shown_size, _CLEAR), list[Corners]()
        for box, _, before in put:
            told = self._frame.crop(box)
            changed = ImageChops.difference(before, told)
            if found := changed.getbbox():
                differing.paste(told, box, ImageChops.add(changed, changed, _ALL))
                left, top, right, bottom = found
                inner.append((box[0] + left, box[1] + top, box[0] + right, box[1] + bottom))
        self.frames += 1
        if self.frames == 1:
            corner, cel = (0, 0), self._frame
        else:
            # Even a frame without changes needs a pixel, because the frame is shown for some time.
            lefts, tops, rights, bottoms = zip(*(inner or [(0, 0, 1, 1)]), strict=True)
            corner = min(lefts), min(tops)
            cel = differing.crop((*corner, max(rights), max(bottoms)))
        about = {"duration": round(seconds * 1000), "transparency": _CLEAR, "disposal": _KEEP, "interlace": 0}
        self._blocks.append(b"".join(chain(GifImagePlugin.getdata(cel, corner, **about))))

    def _patches(self, drawing: Image.Image) -> Iterator[Patch]:
        """Yield parts of `drawing` that may differ from the last board. `drawing` becomes the last board."""
        last, self._last = self._last, drawing if isinstance(drawing, Canvas) else None
        boxes: Iterable[Corners] = [(0, 0, *drawing.size)]
        if last is not None and self._last is not None and self._last.chart is last.chart:
            boxes = self._last.changed(last)
        for box in boxes:
            yield self._patch(drawing, box)

    def _patch(self, drawing: Image.Image, box: Corners) -> Patch:
        """Return a box of a drawing as a part of a frame."""
        (left, top, right, bottom), shrunk = box, self._shrunk
        # Extend the box to complete pixels of the frame.
        end = min(right + -right % shrunk, drawing.width), min(bottom + -bottom % shrunk, drawing.height)
        part = drawing.crop((left - left % shrunk, top - top % shrunk, *end))
        small = (part if part.mode == "RGB" else part.convert("RGB")).reduce(shrunk)
        x, y = left // shrunk, top // shrunk
        return Patch((x, y, x + small.width, y + small.height), _numbers(in_colours(small, self._palette)))

    def _glide(self, drawing: Canvas, legs: Sequence[Leg]) -> list[Patch]:
        """Add frames in which pieces move. Return patches that remove the pieces again.

        The background is the last board, except that the starts of routes already look as in `drawing`.
        """
        ground, starts = self._frame.copy(), list[Corners]()
        for glide in {glide.name: glide for leg in reversed(legs) for glide in leg}.values():
            (x, y), reach = glide.way[0], round(max(glide.piece.size) * _LEFT)
            box = round(x) - reach, round(y) - reach, round(x) + reach, round(y) + reach
            if found := within(box, drawing.size):
                patch = self._patch(drawing, found)
                ground.paste(patch.told, patch.box)
                starts.append(patch.box)
        shown = dict[str, Sprite]()
        for now in moves(legs, self._shrunk):
            boxes = [*starts, *(one.box for one in (*shown.values(), *now.values()))]
            self._put(self._with_sprites(ground, boxes, now.values()), BEAT)
            shown, starts = now, []
        return [*self._with_sprites(ground, [one.box for one in shown.values()], ())]

    def _with_sprites(
        self, ground: Image.Image, boxes: Iterable[Corners], sprites: Collection[Sprite]
    ) -> Iterator[Patch]:
        """Yield the parts of a frame inside `boxes`, with the sprites on them."""
        for box in filter(None, (within(box, self.shown_size) for box in boxes)):
            told = ground.crop(box)
            seen = Image.frombytes("P", told.size, told.tobytes())
            seen.putpalette(self._palette.getpalette() or [])
            coloured, shape = seen.convert("RGB"), Image.new("L", told.size)
            for image, left, top in sprites:
                corner = left - box[0], top - box[1]
                coloured.paste(image, corner, image)
                shape.paste(255, (*corner, corner[0] + image.width, corner[1] + image.height), image)
            # Change only the pixels below a sprite.
            told.paste(
                _numbers(in_colours(coloured, self._palette)), (0, 0), ImageChops.add(shape, shape, _ALL)
            )
            yield Patch(box, told)


def _drawing(view: View, names: Names) -> tuple[Image.Image, Image.Image]:
    """Return a drawing of the view, and the palette of the game's pictures."""
    draw, palette = (render.offered(view.game, name) for name in ("draw_position", "palette"))
    if draw is not None and palette is not None:
        return draw(view, names), palette()
    # The game offers no drawing of its board, so its picture is shown.
    card = Image.open(io.BytesIO(render.draw(view, names).data))
    return card.convert("RGB"), card


def _numbers(frame: Image.Image) -> Image.Image:
    """Return an image in mode L whose values are the colour numbers of a frame."""
    return Image.frombytes("L", frame.size, frame.tobytes())
