"""The seats' cards below a chart."""

from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render import theme
from render.chart import Box
from render.drawings import OVERSIZE, sprite
from render.lettering import BOLD_11, Style, cap_height, fit_name, width, write
from render.pieces import Livery, boat, faded, place
from render.theme import Colour


class Standing(Enum):
    """The status of a card's seat, which determines the look of the card."""

    AT_TURN = "at turn"
    WAITING = "waiting"
    GONE = "gone"


class Figure(NamedTuple):
    """A drawing's name and colour on a card, and the text after the drawing. Name and text may be empty."""

    name: str
    hue: Colour
    text: str
    ink: Colour = theme.INK


class Row(NamedTuple):
    """The layout of a row of figures: the style of texts, and sizes in pixels."""

    style: Style
    sign: int
    gap: int
    """The distance between a drawing and its text."""
    between: int
    """The distance between two figures."""

    def width(self, figures: Sequence[Figure]) -> int:
        """Return the width of a row in pixels."""
        return sum(map(self._width, figures)) + self.between * max(0, len(figures) - 1)

    def _width(self, figure: Figure) -> int:
        sign = self.sign + (self.gap if figure.text else 0) if figure.name else 0
        return sign + width(figure.text, self.style)

    def paint(
        self, canvas: Image.Image, left: float, bottom: float, high: int, figures: Sequence[Figure]
    ) -> None:
        """Paint a row that is `high` pixels high, with the lower left corner at `left` and `bottom`."""
        for figure in figures:
            x = left
            if figure.name:
                drawing = sprite(figure.name, self.sign, figure.hue)
                place(canvas, drawing, (x + self.sign / 2, bottom - high / 2))
                x += self.sign + self.gap
            write(canvas, (x, bottom), figure.text, self.style, figure.ink)
            left += self._width(figure) + self.between


def paint_card(
    canvas: Image.Image,
    box: Box,
    livery: Livery,
    name: str,
    standing: Standing,
    taken: int = 0,
    mark: Image.Image | None = None,
) -> Box:
    """Draw a seat's card with ship and name. Return the box of the second line, which the game fills.

    `taken` pixels after the name stay free for signs. If `mark` is given, it replaces the ship.
    """
    canvas.paste(_frame((box.width, box.height), livery.hue, standing), box[:2])
    ship = boat(livery, box.height - 16) if mark is None else mark
    if standing is Standing.GONE:
        ship = faded(ship)
    place(canvas, ship, (box.left + 18 + ship.width / 2, box.centre[1]))
    left, right = box.left + 18 + ship.width + 10, box.right - 14
    high = cap_height(BOLD_11)
    between = (box.height - 2 * high) // 3
    ink = theme.PALE_INK if standing is Standing.GONE else theme.INK
    written = fit_name(name, BOLD_11, right - taken - left)
    write(canvas, (left, box.top + between + high), written, BOLD_11, ink)
    return Box(left, box.bottom - between - high, right, box.bottom - between)


@lru_cache(maxsize=64)
def _frame(size: tuple[int, int], hue: Colour, standing: Standing) -> Image.Image:
    """Return the empty card on paper. The card is opaque, so it is pasted without a mask."""
    large = Image.new("RGB", (size[0] * OVERSIZE, size[1] * OVERSIZE), theme.PAPER)
    draw = ImageDraw.Draw(large)
    right, bottom = large.width - 1, large.height - 1
    round_by, line = 10 * OVERSIZE, 2 * OVERSIZE
    draw.rounded_rectangle((0, 0, right, bottom), round_by, hue, theme.INK, line)
    if standing is Standing.AT_TURN:
        inset = 7 * OVERSIZE
        inner = (inset, inset, right - inset, bottom - inset)
        draw.rounded_rectangle(inner, round_by // 2, theme.WHITE, theme.INK, line // 2)
    else:
        draw.rounded_rectangle((12 * OVERSIZE, 0, right, bottom), round_by, theme.CARD, theme.INK, line)
    return large.reduce(OVERSIZE)
