"""The two insets that break the frame: the home ports where the race begins, the palace where it ends."""

from PIL import Image, ImageDraw

from render import theme
from render.acrana.layout import HARBOUR, PALACE, PLATE
from render.chart import Box
from render.lettering import Face, Style, write_centred

FLOOR = theme.rgb("#EFCBA2")
_QUAY = theme.rgb("#8C6A44")
_NAME = Style(Face.ITALIC, 25)


def paint_insets(canvas: Image.Image) -> None:
    """Both, empty."""
    _paint(
        canvas,
        HARBOUR,
        Box(HARBOUR.left, HARBOUR.bottom - PLATE, HARBOUR.right, HARBOUR.bottom),
        "Home Coast",
    )
    _paint(canvas, PALACE, Box(PALACE.left, PALACE.top, PALACE.right, PALACE.top + PLATE), "Finish")


def _paint(canvas: Image.Image, box: Box, plate: Box, name: str) -> None:
    draw = ImageDraw.Draw(canvas)
    draw.rounded_rectangle((box.left, box.top, box.right - 1, box.bottom - 1), 9, FLOOR, theme.INK, 3)
    draw.rounded_rectangle((plate.left, plate.top, plate.right - 1, plate.bottom - 1), 9, _QUAY, theme.INK, 3)
    write_centred(canvas, plate.centre, name, _NAME, theme.CARD)
