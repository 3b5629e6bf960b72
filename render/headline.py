"""The top of a sheet: a headline in the colour of the leading seat, and a text about the latest events."""

from collections.abc import Callable
from functools import partial

from PIL import Image, ImageDraw

from render import theme
from render.chart import Box
from render.lettering import ELLIPSIS, TEXT_8, TITLE_11, cap_height, width, with_short_names, wrap, write
from render.pieces import Livery, boat, place
from rules.engine.seat import Names

_LINE = 4
"""The height of the line of ink below the band."""
_SHIP_LEFT = 18
_GAP = 16
_PITCH = 43
"""The distance between two lines of words."""


def paint_title(
    canvas: Image.Image,
    box: Box,
    livery: Livery,
    title: Callable[[Names], str],
    names: Names,
    aside: str,
    taken: int = 0,
) -> Box:
    """Draw the headline with the longest names for which the text of `title` fits. See `paint_headline`."""
    told = with_short_names(title, names, lambda text: title_fits(box, text, taken))
    return paint_headline(canvas, box, livery, told, aside, taken)


def paint_headline(
    canvas: Image.Image, box: Box, livery: Livery, title: str, aside: str, taken: int = 0
) -> Box:
    """Draw a band with the seat's ship and the title. A title of one line has the text `aside` below it.

    Return the box at the band's right end, `taken` pixels wide, which the game fills, for example with dice.
    """
    draw = ImageDraw.Draw(canvas)
    draw.rectangle(box.edges, livery.hue)
    draw.rectangle((box.left, box.bottom - _LINE, box.right - 1, box.bottom - 1), theme.INK)
    ship = boat(livery, _ship_height(box))
    place(canvas, ship, (box.left + _SHIP_LEFT + ship.width / 2, _middle(box)))
    left, room = box.left + _SHIP_LEFT + ship.width + _GAP, _room(box, taken)
    high = cap_height(TITLE_11)
    if width(title, TITLE_11) <= room:
        between = (box.height - _LINE - high - cap_height(TEXT_8)) // 3
        write(canvas, (left, between + high), title, TITLE_11, livery.ink)
        write(canvas, (left, box.bottom - _LINE - between), aside, TEXT_8, livery.ink)
    else:
        lines = wrap(title, TITLE_11, room, 2)
        for number, line in enumerate(lines):
            middle = _middle(box) + (number - (len(lines) - 1) / 2) * (box.height - _LINE) * 0.46
            write(canvas, (left, middle + high / 2), line, TITLE_11, livery.ink)
    return Box(box.right - taken - _GAP, box.top, box.right - _GAP, box.bottom - _LINE)


def title_fits(box: Box, title: str, taken: int = 0) -> bool:
    """Return whether the complete title fits on at most two lines."""
    return not wrap(title, TITLE_11, _room(box, taken), 2)[-1].endswith(ELLIPSIS)


def paint_tale(
    canvas: Image.Image, box: Box, tale: Callable[[Names, Callable[[str], bool]], str], names: Names
) -> None:
    """Draw the text of `tale` with the longest names that fit. `tale` gets a test whether a text fits."""
    fits = partial(words_fit, box)
    paint_words(canvas, box, with_short_names(lambda called: tale(called, fits), names, fits))


def paint_words(canvas: Image.Image, box: Box, text: str) -> None:
    """Draw a text in one or two lines, cut with an ellipsis if it is longer."""
    lines = wrap(text, TEXT_8, box.width, 2)
    first = box.centre[1] + cap_height(TEXT_8) / 2 - _PITCH / 2 * (len(lines) - 1)
    for number, line in enumerate(lines):
        write(canvas, (box.left, first + _PITCH * number), line, TEXT_8, theme.INK)


def words_fit(box: Box, text: str) -> bool:
    """Return whether the complete text fits on two lines."""
    return not "".join(wrap(text, TEXT_8, box.width, 2)).endswith(ELLIPSIS)


def _ship_height(box: Box) -> int:
    return box.height - _LINE - 4


def _middle(box: Box) -> float:
    return box.top + (box.height - _LINE) / 2


def _room(box: Box, taken: int) -> int:
    """Return the width for the title, in pixels. Ships are about as wide as they are high."""
    return box.width - _SHIP_LEFT - _ship_height(box) - 3 * _GAP - taken
