"""Pieces on a chart: cached sprites of boats, tokens, spots, rings and arrows."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from PIL import Image, ImageDraw

from render import theme
from render.drawings import OVERSIZE, reduce, sprite
from render.lettering import BOLD_8, Style, cap_height, width, write_centred
from render.theme import Colour

Spot = tuple[float, float]


PLATE = 31, 36
"""The width and height of a plate with a letter."""
_ROUND = 0.34
"""The margin of a disc around its number, as a share of the height of the capitals."""


class Livery(NamedTuple):
    """The appearance of a seat: its colour, the shapes of its ship and token, and its letter."""

    letter: str
    hue: Colour
    ink: Colour
    """The colour of letters on `hue`."""
    ship: str
    token: str


def man_of_war(letter: str, colour: str, shape: str) -> Livery:
    """Return a ship's livery, with this shape and colour (`#RRGGBB`) for its sail and its token."""
    hue = theme.rgb(colour)
    return Livery(letter, hue, theme.writing_on(hue), f"man_of_war_{shape}", shape)


class Mooring(NamedTuple):
    """The place of a ship. If `crowded` is true, a plate with a letter replaces the ship."""

    at: Spot
    crowded: bool


NOBODY = Livery("", theme.mix(theme.PAPER, theme.INK, 0.3), theme.INK, "man_of_war_circle", "circle")
"""The livery of a player without a ship."""


def boat(livery: Livery, height: int) -> Image.Image:
    """Return the seat's ship."""
    return sprite(livery.ship, height, livery.hue, livery.letter, livery.ink)


_PALE = [alpha * 2 // 5 for alpha in range(256)]


def faded(piece: Image.Image) -> Image.Image:
    """Return a faint copy of a piece. The copy is cached, so a canvas recognises it in the next picture."""
    return _ghost(Itself(piece))


class Itself:
    """An image as a cache key, compared by identity and not by pixels."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and self.image is other.image

    def __hash__(self) -> int:
        return id(self.image)


@lru_cache(maxsize=128)
def _ghost(piece: Itself) -> Image.Image:
    ghost = piece.image.copy()
    ghost.putalpha(ghost.getchannel("A").point(_PALE))
    return ghost


def token(livery: Livery, height: int) -> Image.Image:
    """Return the shape of the seat's token."""
    return sprite(livery.token, height, livery.hue)


@lru_cache(maxsize=256)
def dot(size: int, colour: Colour, outline: Colour, line: float) -> Image.Image:
    """Return a round spot."""
    large = Image.new("RGBA", (size * OVERSIZE, size * OVERSIZE))
    edge = size * OVERSIZE - 1
    ImageDraw.Draw(large).ellipse((0, 0, edge, edge), colour, outline, round(line * OVERSIZE))
    return reduce(large)


def disc_size(text: str, style: Style) -> tuple[int, int]:
    """Return the width and height of a disc with a number. A disc with a long number is wider than high."""
    reach = round(cap_height(style) * _ROUND)
    high = cap_height(style) + 2 * reach
    return max(high, width(text, style) + 2 * reach), high


@lru_cache(maxsize=256)
def number_disc(text: str, style: Style, hue: Colour, ink: Colour) -> Image.Image:
    """Return a number on a disc in the colour `hue`."""
    wide, high = disc_size(text, style)
    large = Image.new("RGBA", (wide * OVERSIZE, high * OVERSIZE))
    edges = 0, 0, large.width - 1, large.height - 1
    outer, inner = (theme.INK, theme.WHITE) if ink == theme.INK else (theme.WHITE, theme.INK)
    draw = ImageDraw.Draw(large)
    draw.rounded_rectangle(edges, large.height / 2, inner, outer, OVERSIZE)
    inset = [edge + sign * 2 * OVERSIZE for edge, sign in zip(edges, (1, 1, -1, -1), strict=True)]
    draw.rounded_rectangle(inset, large.height / 2, hue)
    disc = reduce(large)
    write_centred(disc, (wide / 2, high / 2), text, style, ink)
    return disc


@lru_cache(maxsize=64)
def plate(letter: str, hue: Colour, ink: Colour) -> Image.Image:
    """Return a plate with a letter that is 8 pixels high on a phone."""
    return written_plate(PLATE, letter, BOLD_8, hue, ink)


def written_plate(size: tuple[int, int], text: str, style: Style, hue: Colour, ink: Colour) -> Image.Image:
    """Return letters in the middle of a plate with rounded corners."""
    wide, high = size
    large = Image.new("RGBA", (wide * OVERSIZE, high * OVERSIZE))
    rim = theme.INK if ink == theme.INK else theme.WHITE
    edges = 0, 0, large.width - 1, large.height - 1
    ImageDraw.Draw(large).rounded_rectangle(edges, 6 * OVERSIZE, hue, rim, 2 * OVERSIZE)
    own = reduce(large)
    write_centred(own, (wide / 2, high / 2), text, style, ink)
    return own


def lay_out(
    sheet: Image.Image, pieces: Sequence[Image.Image], first: Spot, step: tuple[int, int], columns: int
) -> None:
    """Place pieces in rows, `columns` in each, `step` pixels apart; the first piece is centred at `first`."""
    for number, piece in enumerate(pieces):
        row, column = divmod(number, columns)
        place(sheet, piece, (first[0] + column * step[0], first[1] + row * step[1]))


def spot_of(size: int, hue: Colour) -> Image.Image:
    """Return a round spot with a rim: light around a dark colour, and dark around other colours."""
    if theme.contrast(hue, theme.CARD) > 4.5:
        return dot(size, hue, theme.CARD, size / 8)
    return dot(size, hue, theme.INK, size / 6)


@lru_cache(maxsize=256)
def ring(size: int, colour: Colour, line: float) -> Image.Image:
    """Return a ring that marks a place. Thin lines on both sides make the ring visible on any background."""
    large = Image.new("RGBA", (size * OVERSIZE, size * OVERSIZE))
    draw = ImageDraw.Draw(large)
    edge, pen = size * OVERSIZE - 1, round(line * OVERSIZE)
    for inset, tint, thick in (
        (0, theme.CARD, pen * 2),
        (pen // 4, theme.INK, pen * 3 // 2),
        (pen // 2, colour, pen),
    ):
        draw.ellipse((inset, inset, edge - inset, edge - inset), None, tint, thick)
    return reduce(large)


@lru_cache(maxsize=256)
def arrow(size: int, colour: Colour, outline: Colour, sixteenth: int) -> Image.Image:
    """Return an arrow head. `sixteenth` is its direction, counted clockwise from 0 for east to 15."""
    large = Image.new("RGBA", (size * OVERSIZE, size * OVERSIZE))
    turn, middle = sixteenth * math.tau / 16, size * OVERSIZE / 2
    tip, left, back, right = (
        (middle + middle * reach * math.cos(turn + aside), middle + middle * reach * math.sin(turn + aside))
        for reach, aside in ((0.96, 0.0), (0.96, 2.5), (0.3, math.pi), (0.96, -2.5))
    )
    draw = ImageDraw.Draw(large)
    draw.polygon([tip, left, back, right], fill=outline)
    inner = [
        (middle + (x - middle) * 0.74, middle + (y - middle) * 0.74) for x, y in (tip, left, back, right)
    ]
    draw.polygon(inner, fill=colour)
    return reduce(large)


@lru_cache(maxsize=64)
def dash(length: int, colour: Colour, outline: Colour, sixteenth: int) -> Image.Image:
    """Return a short thick stroke. `sixteenth` is its direction, numbered as in `arrow`."""
    large = Image.new("RGBA", (length * OVERSIZE, length * OVERSIZE))
    draw = ImageDraw.Draw(large)
    turn, middle = sixteenth * math.tau / 16, length * OVERSIZE / 2
    for reach, pen, tint in ((0.68, 0.62, outline), (0.66, 0.38, colour)):
        along_it = reach * middle * math.cos(turn), reach * middle * math.sin(turn)
        ends = [(middle - along_it[0], middle - along_it[1]), (middle + along_it[0], middle + along_it[1])]
        draw.line(ends, fill=tint, width=round(pen * middle))
        for end in ends:
            draw.circle(end, pen * middle / 2, fill=tint)
    return reduce(large)


@lru_cache(maxsize=64)
def glow(size: int, colour: Colour) -> Image.Image:
    """Return rays to be painted below a piece."""
    large = Image.new("RGBA", (size * OVERSIZE, size * OVERSIZE))
    draw = ImageDraw.Draw(large)
    middle = size * OVERSIZE / 2
    rays = []
    for number in range(32):
        reach = middle * (0.98 if number % 2 == 0 else 0.8)
        turn = math.tau * number / 32
        rays.append((middle + reach * math.cos(turn), middle + reach * math.sin(turn)))
    draw.polygon(rays, fill=colour, outline=theme.INK, width=OVERSIZE)
    return reduce(large)


def place(canvas: Image.Image, piece: Image.Image, at: Spot) -> None:
    """Paste a sprite with its middle at a spot."""
    wide, high = piece.size
    canvas.paste(piece, (round(at[0] - wide / 2), round(at[1] - high / 2)), piece)


def fan(count: int) -> tuple[float, tuple[Spot, ...]]:
    """Return the scale of `count` pieces on one square, and their offsets as shares of the square's side."""
    if count == 1:
        return 1.0, ((0.0, 0.0),)
    if count == 2:
        return 0.66, ((-0.22, 0.0), (0.22, 0.0))
    across = math.ceil(math.sqrt(count))
    down = math.ceil(count / across)
    return 1 / across, tuple(
        ((index % across + 0.5) / across - 0.5, (index // across + 0.5) / down - 0.5)
        for index in range(count)
    )


def along(line: Sequence[Spot], spacing: float) -> Iterator[Spot]:
    """Yield evenly spaced spots on a line of straight segments, from its start."""
    rest = 0.0
    for (x, y), (next_x, next_y) in pairwise(line):
        length = math.hypot(next_x - x, next_y - y)
        while rest < length:
            yield x + (next_x - x) * rest / length, y + (next_y - y) * rest / length
            rest += spacing
        rest -= length


def bow(start: Spot, end: Spot, towards: Spot) -> list[Spot]:
    """Return a curve from `start` to `end`, bent towards a third spot, or a single spot if both are equal."""
    if start == end:
        return [start]
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    share = min(0.7, max(0.22, 80 / math.dist(start, end)))
    across = (start[1] - end[1]) * share, (end[0] - start[0]) * share
    side = 1 if across[0] * (towards[0] - middle[0]) + across[1] * (towards[1] - middle[1]) >= 0 else -1
    bend = middle[0] + side * across[0], middle[1] + side * across[1]
    return [
        (
            start[0] * (1 - t) ** 2 + 2 * bend[0] * t * (1 - t) + end[0] * t**2,
            start[1] * (1 - t) ** 2 + 2 * bend[1] * t * (1 - t) + end[1] * t**2,
        )
        for t in (step / 24 for step in range(25))
    ]


def heading(start: Spot, end: Spot) -> int:
    """Return the direction from one spot to another, numbered as in `arrow`."""
    return round(math.atan2(end[1] - start[1], end[0] - start[0]) / (math.tau / 16)) % 16


def shorten(line: Sequence[Spot], by: float) -> list[Spot]:
    """Return a line without its last `by` pixels. At least the line's first spot remains."""
    kept = list(line)
    while len(kept) > 1:
        (x, y), (end_x, end_y) = kept[-2:]
        length = math.hypot(end_x - x, end_y - y)
        if length > by:
            share = 1 - by / length
            kept[-1] = (x + (end_x - x) * share, y + (end_y - y) * share)
            return kept
        by -= length
        kept.pop()
    return kept
