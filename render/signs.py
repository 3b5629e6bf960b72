"""Signs: small pictures in front of a control's text, and in stories. Discord shows signs as emojis.

Discord shows a sign 22 pixels wide, on a light or dark background, so a sign is one thick shape with a light
rim. This module draws the signs of `rules/engine/signs.toml`, and a game's `signs.py` draws its own signs.

Signs are stored as files in `emojis/`, so that the bot need not draw them. The names of emojis derive from
the files' bytes. After a change, `python -m tests.render.refresh signs` writes the files again.
"""

from collections.abc import Callable, Mapping
from functools import partial

from PIL import Image, ImageDraw, ImageFilter

from render import theme
from render.drawings import OVERSIZE, reduce, sprite
from render.lettering import Face, Style, write_centred
from render.pieces import Livery, arrow, place
from render.theme import Colour

SIZE = 128
"""The width and height of a sign in pixels."""

_RIM = 5
ROOM = SIZE - 2 * _RIM - 2
"""The width and height inside a sign's rim."""

_EDGE = 8
"""The width of outlines, more than one pixel at the size that Discord shows."""

_DIGITS: Mapping[int, float] = {0: 1, 1: 0.9, 2: 0.64}
"""The size of letters on a tile, as a share of the tile's side, by the number of characters."""

_LETTER: Mapping[str, tuple[float, float]] = {
    "circle": (0.74, 0.5),
    "square": (0.8, 0.5),
    "triangle": (0.58, 0.64),
    "inverted": (0.58, 0.36),
    "diamond": (0.64, 0.5),
    "hexagon": (0.8, 0.5),
    "pentagon": (0.7, 0.55),
    "star": (0.54, 0.54),
    "arrowhead": (0.5, 0.56),
}
"""The size of a letter on each shape, and its distance from the top, as shares of the shape's height."""

_TURNS = {"e": 0, "se": 2, "s": 4, "sw": 6, "w": 8, "nw": 10, "n": 12, "ne": 14}
"""The number of each direction in `pieces.arrow`."""

SignPainter = Callable[[], Image.Image]
"""A function that draws the part of a sign inside its rim."""


def paint(painter: SignPainter) -> Image.Image:
    """Return a sign with its rim, as an RGBA image."""
    canvas = Image.new("RGBA", (SIZE, SIZE))
    place(canvas, painter(), (SIZE / 2, SIZE / 2))
    edge = canvas.getchannel("A").filter(ImageFilter.MaxFilter(2 * _RIM + 1)).filter(ImageFilter.BoxBlur(1))
    rim = Image.new("RGBA", canvas.size, theme.CARD)
    rim.putalpha(edge)
    return Image.alpha_composite(rim, canvas)


def drawing(
    name: str, hue: Colour = theme.INK, mark: str = "", ink: Colour = theme.WHITE, share: float = 1
) -> Image.Image:
    """Return a drawing whose size is `share` of the largest size that fits on a sign."""
    piece = sprite(name, 2 * SIZE, hue, mark, ink)
    piece = piece.crop(piece.getbbox())
    scale = ROOM * share / max(piece.size)
    return piece.resize((round(piece.width * scale), round(piece.height * scale)), Image.Resampling.LANCZOS)


def coin(hue: Colour) -> Image.Image:
    """Return a coin with a milled edge."""
    piece = drawing("coin", hue)
    middle = piece.width / 2
    ImageDraw.Draw(piece).circle((middle, middle), middle * 0.58, None, theme.mix(hue, theme.INK, 0.6), 6)
    return piece


def tile(face: str, ground: Colour = theme.WHITE, ink: Colour = theme.INK) -> Image.Image:
    """Return a rounded square with up to two characters, such as a die."""
    large, side = _large(1)
    line = _EDGE * OVERSIZE
    ImageDraw.Draw(large).rounded_rectangle((0, 0, side - 1, side - 1), side * 0.18, ground, theme.INK, line)
    _set(large, face, _DIGITS[len(face)] * side, ink)
    return reduce(large)


def card(rank: str, ink: Colour = theme.INK) -> Image.Image:
    """Return a playing card with its rank. Court cards have a gold border."""
    large, side = _large(0.8)
    edges = 0, 0, large.width - 1, side - 1
    draw, line = ImageDraw.Draw(large), _EDGE * OVERSIZE
    draw.rounded_rectangle(edges, side * 0.12, theme.WHITE, theme.INK, line)
    if rank in {"J", "Q", "K"}:
        inner = edges[0] + line, edges[1] + line, edges[2] - line, edges[3] - line
        draw.rounded_rectangle(inner, side * 0.08, None, theme.GOLD, line)
    _set(large, rank, side * (0.72 if len(rank) == 1 else 0.58), ink)
    return reduce(large)


def mark(livery: Livery) -> Image.Image:
    """Return a seat's mark: its shape in its colour, with its letter."""
    shape = drawing(livery.token, livery.hue)
    size, down = _LETTER[livery.token]
    style = Style(Face.BOLD, round(shape.height * size))
    write_centred(shape, (shape.width / 2, shape.height * down), livery.letter, style, livery.ink)
    return shape


def wind(towards: str) -> Image.Image:
    """Return an arrow on water that points in a direction, such as `ne`."""
    large, side = _large(1)
    disc = 0, 0, side - 1, side - 1
    ImageDraw.Draw(large).ellipse(disc, theme.SEA_SHALLOW, theme.INK, _EDGE * OVERSIZE)
    water = reduce(large)
    head = arrow(round(ROOM * 0.78), theme.INK, theme.INK, _TURNS[towards])
    place(water, head, (water.width / 2, water.height / 2))
    return water


def _large(width: float) -> tuple[Image.Image, int]:
    """Return an oversized canvas, `width` times as wide as high, and the canvas's height."""
    side = ROOM * OVERSIZE
    return Image.new("RGBA", (round(side * width / OVERSIZE) * OVERSIZE, side)), side


def _set(large: Image.Image, text: str, size: float, ink: Colour) -> None:
    write_centred(large, (large.width / 2, large.height / 2), text, Style(Face.BOLD, round(size)), ink)


SIGNS: Mapping[str, SignPainter] = {
    **{f"die_{face}": partial(tile, str(face)) for face in range(7)},
    **{f"wind_{towards}": partial(wind, towards) for towards in _TURNS},
    "suit_spades": partial(drawing, "spade", theme.INK),
    "suit_hearts": partial(drawing, "heart", theme.ALARM),
    "suit_diamonds": partial(drawing, "lozenge", theme.ALARM),
    "suit_clubs": partial(drawing, "club", theme.INK),
    "cargo": partial(drawing, "crate"),
    "food": partial(drawing, "barley"),
    "gold": partial(coin, theme.GOLD),
    "sailor": partial(drawing, "figure", theme.CARD),
    "water": partial(drawing, "drop", theme.rgb("#3E8EC0")),
}
"""The signs that all games share."""
