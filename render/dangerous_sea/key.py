"""The legend of signs, on a line below the sea."""

from collections.abc import Sequence

from PIL import Image

from render import theme
from render.chart import Box
from render.dangerous_sea.isles import DRINK
from render.dangerous_sea.liveries import GROUND, STONE
from render.drawings import sprite
from render.lettering import TEXT_8, cap_height, width, write
from render.pieces import place
from render.theme import Colour

_SIGN, _GAP = 38, 6
_SIGNS: Sequence[tuple[str, Colour, str]] = (
    ("house", theme.mix(GROUND["inhabited"], theme.INK, 0.6), "sailors"),
    ("barley", theme.mix(GROUND["food"], theme.INK, 0.6), "food"),
    ("drop", DRINK, "water"),
    ("rune", STONE, "stone"),
    ("rock", theme.mix(GROUND["rocky"], theme.INK, 0.6), "rocks"),
    ("skull", theme.mix(GROUND["diseased"], theme.INK, 0.6), "plague"),
    ("anchor", theme.INK, "slow"),
)
"""The signs of the legend, with their colours and words."""


def paint_key(canvas: Image.Image, box: Box) -> None:
    """Paint the signs with their words, spread over the width of the box."""
    wide = [_SIGN + _GAP + width(word, TEXT_8) for _, _, word in _SIGNS]
    between = (box.width - sum(wide)) / (len(wide) - 1)
    left, middle = float(box.left), box.centre[1]
    for (sign, hue, word), room in zip(_SIGNS, wide, strict=True):
        place(canvas, sprite(sign, _SIGN, hue), (left + _SIGN / 2, middle))
        write(canvas, (left + _SIGN + _GAP, middle + cap_height(TEXT_8) / 2), word, TEXT_8, theme.INK)
        left += room + between
