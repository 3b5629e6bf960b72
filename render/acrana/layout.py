"""The layout of the picture: a fixed chart, and below it a card for each seat."""

from functools import cache, lru_cache
from typing import NamedTuple

from render.chart import Box
from render.pieces import Spot
from render.sheet import BOARD_WIDTH, MARGIN, Sheet, sheet
from rules.acrana.board import BOARD, PORT, Square

MOST = 8
"""The maximum number of players."""
LABEL = 26, 38
"""The width and height of each of the two digits next to a square of the sea edge."""
LEGEND = 44
"""The height of a line of the legend. The first line is on the rim below the chart."""
FIELD = (BOARD_WIDTH - 4 * LABEL[0]) // BOARD.grid.cols
"""The side of a square in pixels."""

_BOARD_HEIGHT = LABEL[1] + FIELD * BOARD.grid.rows + 2 * LEGEND
_BOARD = sheet(_BOARD_HEIGHT, MOST).board
_LEFT, _TOP = MARGIN + 2 * LABEL[0], _BOARD.top + LABEL[1]
SEA = Box(_LEFT, _TOP, _LEFT + FIELD * BOARD.grid.cols, _TOP + FIELD * BOARD.grid.rows)
FRAME = Box(SEA.left - 2 * LABEL[0], _BOARD.top, SEA.right + 2 * LABEL[0], SEA.bottom + LEGEND)
"""The chart with its rim."""

HARBOUR = Box(FRAME.left, SEA.top + 11 * FIELD + 4, SEA.left + 3 * FIELD - 4, FRAME.bottom)
"""The home ports, on an inset that breaks the frame."""
PLATE = 42
"""The height of an inset's name."""
QUAYS = Box(HARBOUR.left + 5, HARBOUR.top + 5, HARBOUR.right - 5, HARBOUR.bottom - PLATE)
PALACE = Box(SEA.left + 19 * FIELD + 4, SEA.top + 9 * FIELD + 4, FRAME.right, SEA.bottom)
"""The place of ships that are home, next to the finish."""
HALL = Box(PALACE.left + 5, PALACE.top + PLATE, PALACE.right - 5, PALACE.bottom - 5)
LEGENDS = (
    Box(SEA.left + 5 * FIELD + 12, SEA.bottom, FRAME.right - 12, SEA.bottom + LEGEND),
    Box(FRAME.left, FRAME.bottom, FRAME.right, FRAME.bottom + LEGEND),
)
"""The two lines of the legend, which explains the letters on squares."""

_CELLS = {square.n: (square.x, square.y) for square in BOARD.squares}


class Berths(NamedTuple):
    """A box that is divided into rows and columns of equal places."""

    box: Box
    columns: int
    rows: int

    def berth(self, number: int) -> Box:
        """Return the place with this number, counted from 0."""
        row, column = divmod(number, self.columns)
        wide, high = self.box.width / self.columns, self.box.height / self.rows
        left, top = self.box.left + wide * column, self.box.top + high * row
        return Box(round(left), round(top), round(left + wide), round(top + high))

    @property
    def room(self) -> float:
        """The side of the largest square that fits into a place."""
        return min(self.box.width / self.columns, self.box.height / self.rows)


@lru_cache(maxsize=512)
def berths(box: Box, count: int) -> Berths:
    """Divide a box into at least `count` places that are as large as possible."""
    grids = [Berths(box, columns, -(-count // columns)) for columns in range(1, max(1, count) + 1)]
    return max(grids, key=lambda grid: grid.room)


def cell(x: float, y: float) -> Spot:
    """Return the middle of a cell."""
    return SEA.left + (x + 0.5) * FIELD, SEA.top + (y + 0.5) * FIELD


@cache
def middle(square: Square) -> Spot:
    """Return the middle of a square, which must not be the port."""
    return cell(*_CELLS[square])


def field(square: Square) -> Box:
    """Return a square as a box on the picture."""
    return block(*_CELLS[square])


def block(x: int, y: int, across: int = 1, down: int = 1) -> Box:
    """Return a box of `across` by `down` cells, with (`x`, `y`) in its upper left corner."""
    left, top = SEA.left + x * FIELD, SEA.top + y * FIELD
    return Box(left, top, left + across * FIELD, top + down * FIELD)


def stop(square: Square, seat: int, seats: int) -> Spot:
    """Return the middle of a square or, in port, of the seat's quay."""
    if square == PORT:
        return berths(QUAYS, seats).berth(seat - 1).centre
    return middle(square)


def lies(seats: int) -> Sheet:
    """Return the sheet for a number of players."""
    return sheet(_BOARD_HEIGHT, seats)
