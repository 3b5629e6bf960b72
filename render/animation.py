"""Movement between two boards of a replay: ships, sharks and shots move along the routes in the picture.

A game's `glides` lists the moving pieces from the traces that its picture shows, so a replay reveals only
what the posts showed.
"""

import math
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from PIL import Image

from render.canvas import Corners
from render.drawings import reduce
from render.pieces import Spot, along

_STRIDE = 45
"""The usual distance, in pixels on the chart, that a leg's fastest piece moves from frame to frame."""
_MOST, _ALTOGETHER = 7, 20
"""The maximum number of steps in a leg, and in all legs together. But each leg has at least two steps."""


class Glide(NamedTuple):
    """A moving piece: a name that is unique on the board, a drawing, and its route on the chart."""

    name: str
    piece: Image.Image
    way: Sequence[Spot]


Leg = Sequence[Glide]
"""Pieces that move at the same time."""


def fresh(legs: Sequence[Leg], before: Sequence[Leg]) -> list[Leg]:
    """Return `legs` without the parts of routes that the earlier legs `before` have shown."""
    shown = [(glide.name, [*glide.way]) for leg in before for glide in leg]
    left = [[*_rests(leg, shown)] for leg in legs]
    return [leg for leg in left if leg]


def _rests(leg: Leg, shown: Collection[tuple[str, list[Spot]]]) -> Iterator[Glide]:
    for glide in leg:
        ways = [way for name, way in shown if name == glide.name and [*glide.way[: len(way)]] == way]
        rest = glide.way[max([1, *map(len, ways)]) - 1 :]
        if len(rest) > 1:
            yield glide._replace(way=rest)


class Sprite(NamedTuple):
    """A piece at the scale of a frame, and the place of its upper left corner."""

    image: Image.Image
    left: int
    top: int

    @classmethod
    def at(cls, image: Image.Image, spot: Spot, shrunk: int) -> "Sprite":
        """Return a sprite centred on a spot of the chart, in a frame `shrunk` times smaller."""
        left, top = (round(spot[axis] / shrunk - image.size[axis] / 2) for axis in (0, 1))
        return cls(image, left, top)

    @property
    def box(self) -> Corners:
        """The box that the sprite covers."""
        return self.left, self.top, self.left + self.image.width, self.top + self.image.height


def moves(legs: Sequence[Leg], shrunk: int) -> Iterator[dict[str, Sprite]]:
    """Yield for each frame the pieces that move or have moved: sprites by name, `shrunk` times smaller."""
    resting = dict[str, Sprite]()
    for leg in legs:
        pieces = [reduce(glide.piece, shrunk) for glide in leg]
        *between, end = (
            {
                glide.name: Sprite.at(piece, spot, shrunk)
                for glide, piece, spot in zip(leg, pieces, spots, strict=True)
            }
            for spots in _steps(leg, len(legs))
        )
        # The next board or the next leg shows the pieces at the ends of their routes.
        yield from (resting | there for there in between)
        resting |= end


def _steps(leg: Leg, legs: int) -> Iterator[list[Spot]]:
    """Yield the spots of a leg's pieces after each step, and finally the ends of their routes."""
    lengths = [sum(math.dist(*pair) for pair in pairwise(glide.way)) for glide in leg]
    parts = max(2, min(round(max(lengths) / _STRIDE), _MOST, _ALTOGETHER // legs))
    ways = [
        [*along(glide.way, length / parts)] if length else glide.way
        for glide, length in zip(leg, lengths, strict=True)
    ]
    for number in range(1, parts):
        yield [way[min(number, len(way) - 1)] for way in ways]
    yield [glide.way[-1] for glide in leg]


def within(box: Corners, size: tuple[int, int]) -> Corners | None:
    """Return the part of a box that is on a frame of size `size`, or `None` if the box is outside."""
    left, top, right, bottom = max(box[0], 0), max(box[1], 0), min(box[2], size[0]), min(box[3], size[1])
    return (left, top, right, bottom) if left < right and top < bottom else None
