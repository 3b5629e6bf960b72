"""The layout of the picture. The sea has the same size for all numbers of captains."""

from collections.abc import Sequence
from itertools import pairwise

from render.chart import AXIS_EDGE, AXIS_LEFT, AXIS_TOP, Box
from render.pieces import Spot
from render.sheet import BOARD_WIDTH, GAP, HEADLINE, MARGIN, Sheet, room_for_board, sheet
from rules.dangerous_sea.board import FILE, Square, column_and_row

FULL = 4
"""The maximum number of captains, whose cards determine the room for the sea."""
_TWO_ROWS = 3
"""The minimum number of captains whose cards need two rows."""
WIDE = (BOARD_WIDTH - AXIS_LEFT - AXIS_EDGE) // len(FILE.columns)
_KEY = 52
"""The height of the legend, in pixels."""
HIGH = (room_for_board(FULL) - AXIS_TOP - AXIS_EDGE - _KEY) // FILE.rows
"""The height of a square, in pixels; `WIDE` is larger, so that the sea fills the sheet's width."""
_BOARD_HEIGHT = AXIS_TOP + HIGH * FILE.rows + AXIS_EDGE + _KEY
_BOARD = sheet(_BOARD_HEIGHT, FULL).board
_LEFT = MARGIN + AXIS_LEFT + (BOARD_WIDTH - AXIS_LEFT - AXIS_EDGE - WIDE * len(FILE.columns)) // 2

_TOP = _BOARD.top + AXIS_TOP
SEA = Box(_LEFT, _TOP, _LEFT + WIDE * len(FILE.columns), _TOP + HIGH * FILE.rows)
FRAME = Box(SEA.left - AXIS_LEFT, SEA.top - AXIS_TOP, SEA.right + AXIS_EDGE, SEA.bottom + AXIS_EDGE)
KEY = Box(_BOARD.left + GAP, _BOARD.bottom - _KEY, _BOARD.right - GAP, _BOARD.bottom)
EAVES = HEADLINE + 6
"""The vertical position of the runes below the headline, in pixels."""


def at(column: float, row: float) -> Spot:
    """Return the middle of a square. `column` and `row` begin with 1 and may be beyond the edges."""
    return SEA.left + (column - 0.5) * WIDE, SEA.top + (row - 0.5) * HIGH


def middle(square: Square) -> Spot:
    """Return the middle of a square."""
    return at(*column_and_row(square))


def field(square: Square) -> Box:
    """Return the box of a square on the picture."""
    x, y = middle(square)
    return Box(round(x - WIDE / 2), round(y - HIGH / 2), round(x + WIDE / 2), round(y + HIGH / 2))


def runs(path: Sequence[Square]) -> list[list[Spot]]:
    """Return the line through the middles of squares, cut where it crosses an edge of the sea."""
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
    """Return the number of steps along the shorter path, in a sea that wraps round after `size` squares."""
    return (difference + size // 2) % size - size // 2


def lies(seats: int) -> Sheet:
    """Return the layout for `seats` captains. Three cards use the more legible layout of four cards."""
    plan = sheet(_BOARD_HEIGHT, seats if seats < _TWO_ROWS else FULL)
    return plan._replace(cards=plan.cards[:seats])
