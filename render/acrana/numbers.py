"""The numbers of squares: at the ends of the newest turn's movements, and on every fifth square."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from PIL import Image, ImageDraw

from render import theme
from render.acrana.kinds import MARKS
from render.acrana.layout import FIELD, SEA, middle
from render.acrana.sheet import LINE
from render.chart import Box
from render.drawings import OVERSIZE, reduce
from render.lettering import BOLD_8, Face, Style, cap_height, width, write, write_centred
from render.pieces import Spot, place
from render.theme import Colour
from rules.acrana.board import BOARD, FINISH, PLAIN, ROADS, Square

FAINT = Style(Face.BOLD, 18)
"""The style of small numbers, which are legible only in an enlarged picture."""
_LARGE, _SMALL = 10, 5
"""The intervals between large and between small numbers. More numbers would make the files larger."""
_WIDE = 100
"""The first number that is too wide for its square in large type."""
_INSET = 5
_PLATE = 34
_BESIDE = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1))
"""The directions in which a number may be next to its square, in order of preference."""
_APART = 56
"""The distance in pixels between the middle of a square and a number next to the square."""


def paint_told(canvas: Image.Image, squares: Mapping[Square, Colour], taken: Sequence[Box]) -> list[Box]:
    """Paint the number of each square next to the square, if there is room. Return the covered areas."""
    covered: list[Box] = []
    for square, hue in squares.items():
        if not ROADS < square < FINISH:
            continue
        board = _plate(str(square), hue)
        for spot in _spots(square, board.width):
            box = Box.around(spot, board.size)
            in_the_way = any(box.meets(other) for other in [*taken, *covered, *_letters()])
            if box.within(SEA) == box and not in_the_way:
                place(canvas, board, spot)
                covered.append(box)
                break
    return covered


def paint_numbers(canvas: Image.Image, taken: Sequence[Box]) -> None:
    """Paint every fifth number, except in taken areas and on squares with letters."""
    rows: dict[int, list[Box]] = {}
    for box in taken:
        for row in range(box.top // FIELD, box.bottom // FIELD + 1):
            rows.setdefault(row, []).append(box)
    for square, style, spot, box, colour in _numbers():
        near = (one for row in range(box.top // FIELD, box.bottom // FIELD + 1) for one in rows.get(row, ()))
        if not any(box.meets(other) for other in near):
            write(canvas, spot, str(square), style, colour, "middle")


@cache
def _numbers() -> Sequence[tuple[Square, Style, Spot, Box, Colour]]:
    """Return each number with its style, the middle of its baseline, the box it covers, and its colour."""
    found = []
    high = cap_height(BOLD_8)
    large = {
        square.n: Box.around(middle(square.n), (width(str(square.n), BOLD_8) + 2, high + 2))
        for square in BOARD.squares
        if square.n % _LARGE == 0 and square.kind == "open" and square.n < _WIDE
    }
    for square in BOARD.squares:
        if square.n % _SMALL or MARKS[square.kind].letter:
            continue
        number, (x, y) = str(square.n), middle(square.n)
        style = BOLD_8 if square.n in large else FAINT
        wide, high = width(number, style), cap_height(style)
        aside = (0.0, 0.0) if square.n in large else (7 + (wide - FIELD) / 2, 8 + (high - FIELD) / 2)
        centre = x + aside[0], y + aside[1]
        box = Box.around(centre, (wide + 2, high + 2))
        if square.n not in large and any(map(box.meets, large.values())):
            continue
        mark = MARKS[square.kind]
        ink = LINE if square.kind in PLAIN else theme.mix(mark.tint, mark.ink, 0.8)
        found.append((square.n, style, (centre[0], centre[1] + high / 2), box, ink))
    return found


def _spots(square: Square, wide: int) -> Iterator[Spot]:
    x, y = middle(square)
    for east, south in _BESIDE:
        yield x + east * (_APART + wide / 2 - _PLATE / 2), y + south * _APART


@cache
def _letters() -> Sequence[Box]:
    """Return the areas of squares' letters, which only ships may hide."""
    high = cap_height(BOLD_8)
    return [
        Box.around(middle(square.n), (width(MARKS[square.kind].letter.upper(), BOLD_8), high))
        for square in BOARD.squares
        if MARKS[square.kind].letter
    ]


@lru_cache(maxsize=512)
def _plate(number: str, hue: Colour) -> Image.Image:
    wide = width(number, BOLD_8) + 2 * _INSET
    large = Image.new("RGBA", (wide * OVERSIZE, _PLATE * OVERSIZE))
    edges = 0, 0, large.width - 1, large.height - 1
    ImageDraw.Draw(large).rounded_rectangle(edges, 6 * OVERSIZE, theme.CARD, hue, 3 * OVERSIZE)
    board = reduce(large)
    write_centred(board, (wide / 2, _PLATE / 2), number, BOLD_8, theme.INK)
    return board
