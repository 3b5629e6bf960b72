"""Where everything lies on the picture: the sea, and beside it words, season and the captains' cards."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from render.chart import BORDER, Box
from render.pieces import Spot
from rules.dangerous_sea.board import FILE, Square, column_and_row

WIDTH = 1200
MARGIN = 14
GAP = 10
FIELD = 62
"""The side of a square in pixels."""
_BAND = 68
_STRING = 20
_WORDS = 132
_SEASON = 150
_CARD = 128

_TOP = _BAND + _STRING
FRAME = Box(MARGIN, _TOP, MARGIN + 12 * FIELD + 2 * BORDER, _TOP + 12 * FIELD + 2 * BORDER)
SEA = FRAME.grown(-BORDER)
BAND = Box(0, 0, WIDTH, _BAND)
WORDS = Box(FRAME.right + GAP, FRAME.top, WIDTH - MARGIN, FRAME.top + _WORDS)
SEASON = Box(WORDS.left, WORDS.bottom + GAP, WORDS.right, WORDS.bottom + GAP + _SEASON)
"""The wheel of the seasons, and what is left in bag and deck."""
TITLE_END = WORDS.right
CHART = Box(0, 0, WIDTH, FRAME.bottom + MARGIN)
"""All that is painted once, as large as the picture."""


def at(column: float, row: float) -> Spot:
    """The middle of a field, counted from 1, also beyond the edges."""
    return SEA.left + (column - 0.5) * FIELD, SEA.top + (row - 0.5) * FIELD


def middle(square: Square) -> Spot:
    """The middle of a square."""
    return at(*column_and_row(square))


def field(square: Square) -> Box:
    """A square as a box on the picture."""
    x, y = middle(square)
    return Box(round(x - FIELD / 2), round(y - FIELD / 2), round(x + FIELD / 2), round(y + FIELD / 2))


def runs(path: Sequence[Square]) -> list[list[Spot]]:
    """The line through the middles of squares, broken where it leaves one edge and comes in at the other."""
    lines = [[middle(path[0])]]
    for start, end in pairwise(path):
        (column, row), (next_column, next_row) = column_and_row(start), column_and_row(end)
        across = _step(next_column - column, len(FILE.columns))
        down = _step(next_row - row, FILE.rows)
        if (column + across, row + down) == (next_column, next_row):
            lines[-1].append(middle(end))
        else:
            lines[-1].append(at(column + across * 0.72, row + down * 0.72))
            lines.append([at(next_column - across * 0.72, next_row - down * 0.72), middle(end)])
    return lines


def _step(difference: int, size: int) -> int:
    """The shorter way round."""
    return (difference + size // 2) % size - size // 2


@lru_cache(maxsize=4)
def cards(seats: int) -> tuple[Box, ...]:
    """The captains' cards, below the season."""
    top = SEASON.bottom + GAP
    tops = range(top, top + seats * (_CARD + GAP), _CARD + GAP)
    return tuple(Box(WORDS.left, upper, WORDS.right, upper + _CARD) for upper in tops)
