"""Dice as they lie beside a chart, and the rose of the four winds that carries one at each point."""

from collections.abc import Collection, Mapping
from functools import lru_cache

from PIL import Image, ImageDraw

from render import theme
from render.chart import Box, star
from render.drawings import OVERSIZE, reduce, sprite
from render.lettering import Face, Style, write_centred
from render.pieces import place

_SIGNS: Mapping[str, str] = {"N": "sun", "E": "arms", "S": "moon", "W": "crown"}


@lru_cache(maxsize=64)
def die(size: int, face: str) -> Image.Image:
    """A die that shows its value in large type."""
    return _die(size, face, theme.WHITE, theme.INK)


@lru_cache(maxsize=64)
def used_die(size: int, face: str) -> Image.Image:
    """A die that has been used: pale and struck out."""
    pale = _die(size, face, theme.mix(theme.PAPER, theme.INK, 0.1), theme.mix(theme.PAPER, theme.INK, 0.55))
    large = Image.new("RGBA", (size * OVERSIZE, size * OVERSIZE))
    edge = size * OVERSIZE
    ImageDraw.Draw(large).line([(edge * 0.12, edge * 0.88), (edge * 0.88, edge * 0.12)], theme.ALARM, edge // 13)
    return Image.alpha_composite(pale, reduce(large))


def _die(size: int, face: str, body: theme.Colour, ink: theme.Colour) -> Image.Image:
    large = Image.new("RGBA", (size * OVERSIZE, size * OVERSIZE))
    edge, line = size * OVERSIZE - 1, OVERSIZE * 3
    ImageDraw.Draw(large).rounded_rectangle((0, 0, edge, edge), edge * 0.18, body, ink, line)
    write_centred(large, (edge / 2, edge / 2), face, Style(Face.BOLD, round(edge * 0.76)), ink)
    return reduce(large)


def wind_rose(canvas: Image.Image, box: Box, values: Mapping[str, int] | None, left: Collection[str]) -> None:
    """The rose with the letter and sign of each wind and, when rolled, its die; dice not `left` are struck out."""
    draw = ImageDraw.Draw(canvas)
    draw.rounded_rectangle((box.left, box.top, box.right - 1, box.bottom - 1), 12, theme.CARD, theme.INK, 3)
    x, y = box.centre
    size = min(64, round(box.height * 0.385))
    place(canvas, _rose_star(round(box.height * 0.43)), (x, y))
    reach = box.height / 2 - size / 2 - 8
    aside = min(box.width / 2 - size / 2 - 12, reach + size * 0.85)
    spots = {"N": (x, y - reach), "E": (x + aside, y), "S": (x, y + reach), "W": (x - aside, y)}
    half = size / 2 + 17
    for wind, spot in spots.items():
        across = wind in "NS"
        letter = (spot[0] - half, spot[1]) if across else (spot[0], spot[1] - half)
        sign = (spot[0] + half + 2, spot[1]) if across else (spot[0], spot[1] + half)
        write_centred(canvas, letter, wind, Style(Face.BOLD, 28), theme.INK)
        place(canvas, sprite(_SIGNS[wind], 24), sign)
        if values is not None:
            face = str(values[wind])
            place(canvas, die(size, face) if wind in left else used_die(size, face), spot)


@lru_cache(maxsize=8)
def _rose_star(radius: int) -> Image.Image:
    return star(radius, theme.mix(theme.CARD, theme.LAND, 0.6), theme.mix(theme.CARD, theme.INK, 0.35), theme.mix(theme.CARD, theme.INK, 0.5))
