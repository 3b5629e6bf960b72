"""The two insets: the home ports, where the race begins, and the palace, where it ends."""

from PIL import Image, ImageDraw

from render import theme
from render.acrana.layout import HARBOUR, PALACE, PLATE
from render.chart import Box
from render.drawings import sprite
from render.lettering import ITALIC_8, write_centred
from render.pieces import place

FLOOR = theme.rgb("#EFCBA2")
_SIGN = 34
_QUAY = theme.rgb("#8C6A44")


def paint_insets(canvas: Image.Image) -> None:
    """Paint both insets, empty."""
    quay = Box(HARBOUR.left, HARBOUR.bottom - PLATE, HARBOUR.right, HARBOUR.bottom)
    _paint(canvas, HARBOUR, quay, "In port", "anchor")
    _paint(canvas, PALACE, Box(PALACE.left - 20, PALACE.top, PALACE.right, PALACE.top + PLATE), "Home")


def _paint(canvas: Image.Image, box: Box, plate: Box, name: str, sign: str | None = None) -> None:
    draw = ImageDraw.Draw(canvas)
    draw.rounded_rectangle((box.left, box.top, box.right - 1, box.bottom - 1), 9, FLOOR, theme.INK, 3)
    draw.rounded_rectangle((plate.left, plate.top, plate.right - 1, plate.bottom - 1), 9, _QUAY, theme.INK, 3)
    x, y = plate.centre
    write_centred(canvas, (x + (sign is not None) * _SIGN / 2, y), name, ITALIC_8, theme.CARD)
    if sign is not None:
        place(canvas, sprite(sign, _SIGN, theme.CARD), (plate.left + _SIGN, y))
