"""Dice as they lie beside a chart, and the rose of the four winds that carries one at each point."""

from collections.abc import Collection, Mapping
from functools import lru_cache

from PIL import Image, ImageDraw

from render import theme
from render.chart import Box, star
from render.drawings import OVERSIZE, reduce, sprite
from render.lettering import Face, Style, write_centred
from render.pieces import place

_WIND = Style(Face.BOLD, 28)


@lru_cache(maxsize=64)
def die(size: int, face: str) -> Image.Image:
    """A die that shows its value in large type."""
    return _die(size, face, theme.WHITE, theme.INK)


@lru_cache(maxsize=64)
def used_die(size: int, face: str) -> Image.Image:
    """A die that has been used: pale and struck out."""
    pale = _die(size, face, theme.mix(theme.PAPER, theme.INK, 0.08), theme.mix(theme.PAPER, theme.INK, 0.7))
    large = Image.new("RGBA", (size * OVERSIZE, size * OVERSIZE))
    edge = size * OVERSIZE
    ImageDraw.Draw(large).line([(edge * 0.1, edge * 0.9), (edge * 0.9, edge * 0.1)], theme.ALARM, edge // 16)
    return Image.alpha_composite(pale, reduce(large))


def _die(size: int, face: str, body: theme.Colour, ink: theme.Colour) -> Image.Image:
    large = Image.new("RGBA", (size * OVERSIZE, size * OVERSIZE))
    edge, line = size * OVERSIZE - 1, OVERSIZE * 3
    ImageDraw.Draw(large).rounded_rectangle((0, 0, edge, edge), edge * 0.18, body, ink, line)
    write_centred(large, (edge / 2, edge / 2), face, Style(Face.BOLD, round(edge * 0.76)), ink)
    return reduce(large)


def wind_rose(
    canvas: Image.Image,
    box: Box,
    signs: Mapping[str, str],
    values: Mapping[str, int] | None,
    left: Collection[str],
) -> None:
    """The rose with letter and sign of each wind and, once rolled, its die; dice not `left` are struck out.

    `signs`: wind (`N`, `E`, `S`, `W`) -> the drawing that stands for it.
    """
    draw = ImageDraw.Draw(canvas)
    draw.rounded_rectangle((box.left, box.top, box.right - 1, box.bottom - 1), 12, theme.CARD, theme.INK, 3)
    x, y = box.centre
    size = min(66, round(box.height * 0.4))
    _paint_star(canvas, box.grown(-4))
    up, aside = box.height / 2 - size / 2 - 9, box.width / 2 - size / 2 - 12
    label = size / 2 + 19
    spots = {"N": (x, y - up), "E": (x + aside, y), "S": (x, y + up), "W": (x - aside, y)}
    for wind, spot in spots.items():
        letter, sign = (
            ((spot[0] - label, spot[1]), (spot[0] + label, spot[1]))
            if wind in "NS"
            else ((spot[0], spot[1] - label), (spot[0], spot[1] + label))
        )
        place(canvas, sprite(signs[wind], 26), sign)
        if values is None:
            write_centred(canvas, spot, wind, _WIND, theme.INK)
            continue
        write_centred(canvas, letter, wind, _WIND, theme.INK)
        face = str(values[wind])
        place(canvas, die(size, face) if wind in left else used_die(size, face), spot)


def _paint_star(canvas: Image.Image, box: Box) -> None:
    """The pale star behind the dice, as large as the box is wide, cut off above and below."""
    place(canvas, _star(round(min(box.width * 0.43, box.height * 0.85)), box.height), box.centre)


@lru_cache(maxsize=8)
def _star(radius: int, height: int) -> Image.Image:
    rose = star(radius, theme.WHITE, theme.mix(theme.CARD, theme.COAST, 0.38))
    top = max(0, (rose.height - height) // 2)
    return rose.crop((0, top, rose.width, rose.height - top))
