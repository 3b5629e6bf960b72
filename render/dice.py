"""Pictures of dice: ordinary dice and wind dice."""

from collections.abc import Collection, Mapping
from functools import lru_cache

from PIL import Image, ImageDraw

from render import theme
from render.chart import Box
from render.drawings import OVERSIZE, reduce
from render.lettering import Face, Style, write_centred
from render.pieces import place

WIND = 108, 78
"""The width and height of a wind die. Its capitals are 11 pixels high on a phone."""
WIND_GAP = 8
_PALE = theme.mix(theme.PAPER, theme.INK, 0.08)
_PALE_INK = theme.mix(theme.PAPER, theme.INK, 0.7)


@lru_cache(maxsize=64)
def die(size: int, face: str) -> Image.Image:
    """Return a die that shows its value in large type."""
    return _tile((size, size), face, theme.WHITE, theme.INK)


def _tile(size: tuple[int, int], face: str, body: theme.Colour, ink: theme.Colour) -> Image.Image:
    wide, high = (side * OVERSIZE for side in size)
    large = Image.new("RGBA", (wide, high))
    corners = 0, 0, wide - 1, high - 1
    ImageDraw.Draw(large).rounded_rectangle(corners, high * 0.18, body, ink, OVERSIZE * 3)
    write_centred(large, (wide / 2, high / 2), face, Style(Face.BOLD, round(high * 0.76)), ink)
    return reduce(large)


def struck(tile: Image.Image) -> Image.Image:
    """Return a die crossed out in red."""
    wide, high = (side * OVERSIZE for side in tile.size)
    large = Image.new("RGBA", (wide, high))
    ends = [(wide * 0.1, high * 0.9), (wide * 0.9, high * 0.1)]
    ImageDraw.Draw(large).line(ends, theme.ALARM, high // 16)
    return Image.alpha_composite(tile, reduce(large))


def winds(canvas: Image.Image, box: Box, values: Mapping[str, int], left: Collection[str]) -> None:
    """Draw the wind dice in a row with their values, and cross out used dice, which are not in `left`."""
    pitch = (box.width + WIND_GAP) / len(values)
    for number, (wind, value) in enumerate(values.items()):
        face, at = f"{wind}{value}", (box.left + pitch * (number + 0.5) - WIND_GAP / 2, box.centre[1])
        place(canvas, wind_die(face) if wind in left else used_wind_die(face), at)


@lru_cache(maxsize=64)
def wind_die(face: str) -> Image.Image:
    """Return a die that shows a wind and its distance."""
    return _tile(WIND, face, theme.WHITE, theme.INK)


@lru_cache(maxsize=64)
def used_wind_die(face: str) -> Image.Image:
    """Return a wind die after use: pale and crossed out."""
    return struck(_tile(WIND, face, _PALE, _PALE_INK))
