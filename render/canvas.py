"""A canvas records strokes on a chart, and draws them only when their pixels are needed.

Most of a picture stays the same from turn to turn, so the encoder draws only the strips whose strokes differ
from those of the previous picture. Painters use a canvas like an ordinary image.
"""

from bisect import bisect
from collections.abc import Iterable, Sequence
from itertools import chain, takewhile
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, NoReturn, cast

from PIL import Image, ImageDraw

from render.theme import Colour

if TYPE_CHECKING:
    from PIL._imaging import PixelAccess

STRIP = 48
"""The number of rows in a strip. The last strip may have fewer."""

Points = Sequence[float] | Sequence[Sequence[float]]


class Pasted(NamedTuple):
    """A stroke that pastes an image or a colour into a box, through a mask."""

    top: int
    bottom: int
    left: int
    right: int
    itself: int
    """The `id` of the image, or 0 for a colour. Two images with equal pixels count as different."""
    what: Image.Image | Colour
    mask: Image.Image | None

    def leave(self, image: Image.Image, left: int, top: int) -> None:
        """Paste the stroke on `image`, the part of the canvas whose corner is at `left` and `top`."""
        box = self.left - left, self.top - top, self.right - left, self.bottom - top
        what = self.what.im if isinstance(self.what, Image.Image) else self.what
        # `Image.paste` does the same, but spends a quarter of its time on checks of its arguments.
        if self.mask is None:
            image.im.paste(what, box)
        else:
            image.im.paste(what, box, self.mask.im)


class Drawn(NamedTuple):
    """A stroke that draws a shape: a method of `ImageDraw`, the shape's points, and other arguments."""

    top: int
    bottom: int
    left: int
    right: int
    method: str
    spots: tuple[tuple[int, int], ...]
    style: tuple[tuple[str, Colour | float | None], ...]

    def leave(self, image: Image.Image, left: int, top: int) -> None:
        """Draw the shape on `image`, the part of the canvas whose corner is at `left` and `top`."""
        spots = [(x - left, y - top) for x, y in self.spots]
        getattr(ImageDraw.Draw(image), self.method)(spots, **dict(self.style))


Stroke = Pasted | Drawn
"""A recorded operation. Equal strokes have equal effects on pixels."""

Corners = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of a canvas."""

_NEAR = 8000
"""The overhead of drawing one more part, as a number of pixels that are drawn in the same time."""


class Canvas(Image.Image):
    """An RGB image that starts as a copy of a chart. The image is drawn when its pixels are first needed."""

    def __init__(self, chart: Image.Image, size: tuple[int, int] | None = None) -> None:
        """Use a chart in mode RGB or P without copying it. The canvas may be smaller than the chart."""
        super().__init__()
        self._mode, self._size = "RGB", size or chart.size
        self.chart = chart
        self.strokes: list[Stroke] = []
        self._touching: list[tuple[Stroke, ...]] | None = None
        """The strokes that touch each strip, or `None` until `strips` is called."""
        self.coloured: list[tuple[int, Image.Image]] = []
        """Bands of rows that were already drawn in the palette's colours, with their first row's number."""

    def paste(
        self,
        im: Image.Image | str | float | tuple[float, ...],
        box: Image.Image | tuple[int, int, int, int] | tuple[int, int] | None = None,
        mask: Image.Image | None = None,
    ) -> None:
        """Record an RGB or RGBA image or a coloured box. Raises TypeError for any other `im` or `box`."""
        if not isinstance(box, tuple):
            raise TypeError("say where on the canvas it belongs")
        if isinstance(im, Image.Image) and im.mode in {"RGB", "RGBA"}:
            wide, high = im.size
            left, top = box[:2]
            self._record(Pasted(top, top + high, left, left + wide, id(im), im, mask))
        elif isinstance(im, tuple) and len(box) == 4:
            left, top, right, bottom = box
            self._record(Pasted(top, bottom, left, right, 0, cast("Colour", im), mask))
        else:
            raise TypeError("an image belongs at its corner, a colour into its box")

    def getdraw(self, mode: str | None = None) -> ImageDraw.ImageDraw:  # noqa: ARG002 - as Pillow calls it
        """Return the object that `ImageDraw.Draw` returns for this image."""
        return cast("ImageDraw.ImageDraw", Pen(self))

    def draw(self, method: str, points: Points, reach: int, **style: Colour | float | None) -> None:
        """Record a shape drawn by a `method` of `ImageDraw`, up to `reach` pixels beyond its points."""
        paired = isinstance(points[0], Sequence)
        flat = chain.from_iterable(cast("Sequence[Sequence[float]]", points)) if paired else points
        # Round now, as Pillow would later, so that the shape is the same on every part of the canvas.
        whole = [int(cast("float", number)) for number in flat]
        columns, rows = whole[::2], whole[1::2]
        box = min(rows) - reach, max(rows) + 1 + reach, min(columns) - reach, max(columns) + 1 + reach
        spots = tuple(zip(columns, rows, strict=True))
        self._record(Drawn(*box, method, spots, tuple(style.items())))

    def crop(self, box: tuple[float, float, float, float] | None = None) -> Image.Image:
        """Draw a part of the canvas (by default all of it) and return it. `box` must consist of integers."""
        left, top, right, bottom = map(int, box or (0, 0, *self.size))
        ground = self.chart.crop((left, top, right, bottom))
        image = ground if ground.mode == self.mode else ground.convert(self.mode)
        for stroke in self._between(top, bottom):
            if stroke.top < bottom and stroke.bottom > top and stroke.left < right and stroke.right > left:
                stroke.leave(image, left, top)
        return image

    def touched(self, box: Corners) -> list[Corners]:
        """Return the parts of a box in which anything was drawn, or the box itself if that is cheaper."""
        left, top, right, bottom = box
        parts = _parts(
            (max(one.left, left), max(one.top, top), min(one.right, right), min(one.bottom, bottom))
            for one in self._between(top, bottom)
            if one.top < bottom and one.bottom > top and one.left < right and one.right > left
        )
        return parts if sum(map(_area, parts)) + _NEAR * len(parts) < _area(box) else [box]

    def strips(self) -> list[tuple[Stroke, ...]]:
        """Return the strokes that touch each strip, from top to bottom."""
        if self._touching is not None:
            return self._touching
        count = -(-self.height // STRIP)
        touching: list[list[Stroke]] = [[] for _ in range(count)]
        for stroke in self.strokes:
            for number in range(max(0, stroke.top // STRIP), min(count, (stroke.bottom - 1) // STRIP + 1)):
                touching[number].append(stroke)
        self._touching = [*map(tuple, touching)]
        return self._touching

    def changed(self, before: "Canvas") -> list[Corners]:
        """Return the parts that may differ from `before`, a canvas with the same chart and size."""
        boxes: list[Corners] = []
        for top, bottom, left, right, *_ in _differing(before.strokes, self.strokes):
            # Names and traces may extend beyond the canvas, or be completely outside.
            box = max(left, 0), max(top, 0), min(right, self.width), min(bottom, self.height)
            if box[0] < box[2] and box[1] < box[3]:
                boxes.append(box)
        return _parts(boxes)

    def load(self) -> "PixelAccess | None":
        """Draw everything. Pillow calls this method before it reads any pixel."""
        if self._im is None:
            self.im = self.crop().im
        return super().load()

    def _record(self, stroke: Stroke) -> None:
        self.strokes.append(stroke)
        self._im = self._touching = None
        self.coloured.clear()

    def _between(self, top: int, bottom: int) -> Sequence[Stroke]:
        """Return a strip's strokes if they are known and the rows are in one strip, otherwise all strokes."""
        strip = top // STRIP
        if self._touching is None or strip != (bottom - 1) // STRIP or not 0 <= strip < len(self._touching):
            return self.strokes
        return self._touching[strip]


class Pen:
    """The shapes of `ImageDraw` that painters draw on a canvas: rectangles and lines."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas

    def rectangle(
        self, xy: Points, fill: Colour | None = None, outline: Colour | None = None, width: int = 1
    ) -> None:
        """See `ImageDraw`."""
        self._canvas.draw("rectangle", xy, 0, fill=fill, outline=outline, width=width)

    def rounded_rectangle(
        self,
        xy: Points,
        radius: float = 0,
        fill: Colour | None = None,
        outline: Colour | None = None,
        width: int = 1,
    ) -> None:
        """See `ImageDraw`."""
        self._canvas.draw("rounded_rectangle", xy, 0, radius=radius, fill=fill, outline=outline, width=width)

    def line(self, xy: Points, fill: Colour | None = None, width: int = 0) -> None:
        """See `ImageDraw`."""
        self._canvas.draw("line", xy, width, fill=fill, width=width)

    def __getattr__(self, name: str) -> NoReturn:
        """Raise AttributeError with advice, because other drawing methods cannot be recorded."""
        raise AttributeError(
            f"A canvas has no `{name}`. Draw it on an image that is kept (`functools.cache`), and paste that."
        )


def _differing(before: Sequence[Stroke], now: Sequence[Stroke]) -> list[Stroke]:
    """Return the strokes that are in only one of the lists, or whose order differs."""
    # Most strokes are equal. Skip the strokes before the first and after the last difference.
    below = _alike(zip(before, now, strict=False))
    before, now = before[below:], now[below:]
    above = _alike(zip(reversed(before), reversed(now), strict=False))
    before, now = before[: len(before) - above], now[: len(now) - above]
    places: dict[tuple[object, ...], list[int]] = {}
    for place, stroke in enumerate(before):
        places.setdefault(stroke[:4], []).append(place)
    found: list[tuple[int, int]] = []
    for place, stroke in enumerate(now):
        there = places.get(stroke[:4], [])
        same = next((one for one in there if before[one] == stroke), -1)
        if same >= 0:
            there.remove(same)
            found.append((same, place))
    kept = _rising(found)
    was, still = {one for one, _ in kept}, {one for _, one in kept}
    gone = [stroke for place, stroke in enumerate(before) if place not in was]
    return gone + [stroke for place, stroke in enumerate(now) if place not in still]


def _alike(pairs: Iterable[tuple[Stroke, Stroke]]) -> int:
    """Return the number of pairs with equal items at the start."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the pairs of the longest subsequence in which the first numbers rise."""
    ends: list[int] = []
    chains: list[tuple[tuple[int, int], int]] = []
    """`ends` holds the lowest end of a chain of each length. `chains` holds each pair and its predecessor."""
    last: list[int] = []
    for number, pair in enumerate(pairs):
        length = bisect(ends, pair[0])
        chains.append((pair, last[length - 1] if length else -1))
        ends[length : length + 1] = [pair[0]]
        last[length : length + 1] = [number]
    kept, number = list[tuple[int, int]](), last[-1] if last else -1
    while number >= 0:
        pair, number = chains[number]
        kept.append(pair)
    return kept


def _parts(boxes: Iterable[Corners]) -> list[Corners]:
    """Return the boxes. Several boxes are joined if one larger box is drawn faster."""
    parts: list[Corners] = []
    for box in sorted(boxes, key=itemgetter(1)):
        left, top, right, bottom = box
        room = _area(box) + _NEAR
        for number in reversed(range(len(parts))):
            one = parts[number]
            both = min(left, one[0]), min(top, one[1]), max(right, one[2]), max(bottom, one[3])
            if _area(both) <= room + _area(one):
                parts[number] = both
                break
        else:
            parts.append(box)
    return parts


def _area(box: Corners) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])
