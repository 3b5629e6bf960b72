"""The paper round a chart: the title band in a seat's colour, the words below it, the seats' cards."""

from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render import theme
from render.chart import Box
from render.drawings import OVERSIZE
from render.lettering import (
    BOLD_11,
    ELLIPSIS,
    Face,
    Style,
    cap_height,
    fit,
    fit_name,
    width,
    wrap,
    write,
)
from render.pieces import Livery, boat, faded, place
from render.theme import Colour

TITLE = Style(Face.TITLE, 42)
SMALL_TITLE = Style(Face.TITLE, 34)
_ASIDE = Style(Face.TEXT, 30)
_WORDS = Style(Face.TEXT, 28)
NAME = Style(Face.BOLD, 29)
SMALL_NAME = Style(Face.BOLD, 26)
NOTE = Style(Face.TEXT, 26)

SHIP = 78
BADGE_GAP = 4
"""Pixels between two signs on a card."""


class Standing(Enum):
    """How a card stands out: whose turn it is, anybody else, who has left."""

    AT_TURN = "at turn"
    WAITING = "waiting"
    GONE = "gone"


class Figure(NamedTuple):
    """A drawing on a card with a number or words behind it; words alone where it has no name."""

    name: str
    hue: Colour
    text: str


def title_band(canvas: Image.Image, box: Box, room: int, livery: Livery, title: str, aside: str) -> None:
    """The band in the seat's colour with its ship and the title, and at the end of `room` pixels an aside."""
    draw = ImageDraw.Draw(canvas)
    draw.rectangle((box.left, box.top, box.right - 1, box.bottom - 1), livery.hue)
    draw.rectangle((box.left, box.bottom - 4, box.right - 1, box.bottom - 1), theme.INK)
    ship = boat(livery, box.height - 8)
    place(canvas, ship, (box.left + 24 + ship.width / 2, box.centre[1] - 2))
    start, end = box.left + 24 + ship.width + 16, box.left + room
    baseline = box.centre[1] - 2 + cap_height(TITLE) / 2
    write(canvas, (end, baseline), aside, _ASIDE, livery.ink, "right")
    left_over = end - start - width(aside, _ASIDE) - 24
    _write_fitting(canvas, (start, baseline), title, (TITLE, SMALL_TITLE), left_over, livery.ink)


def words(canvas: Image.Image, box: Box, text: str, most: int = 2) -> None:
    """What just happened, in at most so many lines."""
    lines = wrap(text, _WORDS, box.width, most)
    first = box.centre[1] + cap_height(_WORDS) / 2 - 17 * (len(lines) - 1)
    for number, line in enumerate(lines):
        write(canvas, (box.left, first + 34 * number), line, _WORDS, theme.INK)


def has_room(box: Box, text: str, most: int = 2) -> bool:
    """Whether all of what just happened can be read there."""
    return not wrap(text, _WORDS, box.width, most)[-1].endswith(ELLIPSIS)


def seat_card(
    canvas: Image.Image,
    box: Box,
    livery: Livery,
    name: str,
    standing: Standing,
    taken: int,
    tallest: int = SHIP,
) -> Box:
    """A seat's card with ship and name, `taken` pixels left free after it. Returns the room below.

    `tallest`: the ship's height where the card has room for it.
    """
    canvas.paste(_frame((box.width, box.height), livery.hue, standing), box[:2])
    ship = boat(livery, min(tallest, box.height - 22))
    if standing is Standing.GONE:
        ship = faded(ship)
    place(canvas, ship, (box.left + 18 + ship.width / 2, box.centre[1]))
    left, right = box.left + 18 + ship.width + 10, box.right - 14
    baseline = box.top + max(23, round(box.height * 0.225)) + cap_height(NAME) // 2
    ink = theme.mix(theme.CARD, theme.INK, 0.55) if standing is Standing.GONE else theme.INK
    _write_fitting(canvas, (left, baseline), name, (NAME, SMALL_NAME), right - taken - left, ink)
    return Box(left, baseline + 6, right, box.bottom - 10)


def paint_card(
    canvas: Image.Image,
    box: Box,
    livery: Livery,
    name: str,
    standing: Standing,
    taken: int = 0,
    mark: Image.Image | None = None,
) -> Box:
    """A seat's card: its ship, its name, and a line below, which is returned for the game to fill.

    `taken`: pixels left free behind the name, for signs. What is written there has capitals of 11 pixels.
    `mark`: what stands there instead of the ship, where the lines need more room.
    """
    canvas.paste(_frame((box.width, box.height), livery.hue, standing), box[:2])
    ship = boat(livery, box.height - 16) if mark is None else mark
    if standing is Standing.GONE:
        ship = faded(ship)
    place(canvas, ship, (box.left + 18 + ship.width / 2, box.centre[1]))
    left, right = box.left + 18 + ship.width + 10, box.right - 14
    high = cap_height(BOLD_11)
    between = (box.height - 2 * high) // 3
    ink = theme.mix(theme.CARD, theme.INK, 0.55) if standing is Standing.GONE else theme.INK
    written = fit_name(name, BOLD_11, right - taken - left)
    write(canvas, (left, box.top + between + high), written, BOLD_11, ink)
    return Box(left, box.bottom - between - high, right, box.bottom - between)


def paste_badges(canvas: Image.Image, badges: Sequence[Image.Image], right: int, middle: float) -> None:
    """Small signs in a row that ends at `right`."""
    for badge in reversed(badges):
        right -= badge.width
        canvas.paste(badge, (right, round(middle - badge.height / 2)), badge)
        right -= BADGE_GAP


def _write_fitting(
    canvas: Image.Image,
    at: tuple[float, float],
    text: str,
    styles: Sequence[Style],
    room: int,
    colour: Colour,
) -> None:
    """Set a line in the first style that fits, else cut short in the last."""
    style = next((style for style in styles if width(text, style) <= room), styles[-1])
    write(canvas, at, fit(text, style, room), style, colour)


@lru_cache(maxsize=64)
def _frame(size: tuple[int, int], hue: Colour, standing: Standing) -> Image.Image:
    """The empty card on the paper it lies on, opaque so that it is pasted at once."""
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
