"""Where everything lies on the picture. The chart is always the same, the cards below it are not."""

from functools import cache, lru_cache
from typing import NamedTuple

from render.chart import Box
from render.lettering import Face, Style, cap_height, width
from render.pieces import Spot
from rules.acrana.board import BOARD, PORT, Square

WIDTH = 1200
MARGIN = 14
GAP = 10
FIELD = 53
"""The side of a square in pixels."""
NUMBER = Style(Face.BOLD, 17)
"""The number of a square."""
BORDER = 56
"""How wide the graduated frame is: the labels of the sea edge need more room than single letters."""
_BAND = 68
_WORDS = 96
_SUITS = 14
_LEGEND = 36
_CARD = 116
_ROWS_OF_CARDS = {2: (2,), 3: (3,), 4: (4,), 5: (3, 2), 6: (3, 3), 7: (4, 3), 8: (4, 4)}

_LEFT, _TOP = (WIDTH - FIELD * BOARD.grid.cols) // 2, _BAND + _WORDS + BORDER
SEA = Box(_LEFT, _TOP, _LEFT + FIELD * BOARD.grid.cols, _TOP + FIELD * BOARD.grid.rows)
FRAME = SEA.grown(BORDER)
BAND = Box(0, 0, WIDTH, _BAND)
TABLE = Box(FRAME.right - 430, 8, FRAME.right, FRAME.top - 8)
"""Where cards and dice lie, beside the title."""
WORDS = Box(FRAME.left, _BAND + _SUITS, TABLE.left - GAP, FRAME.top)
TITLE_END = TABLE.left - 2 * GAP
LEGEND = Box(FRAME.left, FRAME.bottom, FRAME.right, FRAME.bottom + _LEGEND)
CHART = Box(0, 0, WIDTH, LEGEND.bottom)
"""All that is painted once."""

HARBOUR = Box(FRAME.left, SEA.top + 11 * FIELD + 4, SEA.left + 3 * FIELD - 4, FRAME.bottom)
"""The home ports, on an inset that breaks the frame."""
PLATE = 30
"""How much of an inset its name takes."""
QUAYS = Box(HARBOUR.left + 5, HARBOUR.top + 5, HARBOUR.right - 5, HARBOUR.bottom - PLATE - 2)
PALACE = Box(SEA.left + 19 * FIELD + 3, SEA.top + 9 * FIELD + 4, FRAME.right, FRAME.bottom)
"""Where ships lie that are home, beside the finish."""
HALL = Box(PALACE.left + 5, PALACE.top + PLATE + 2, PALACE.right - 5, PALACE.bottom - 5)

_CELLS = {square.n: (square.x, square.y) for square in BOARD.squares}


class Berths(NamedTuple):
    """Places in rows and columns of a box, each of them as large as fits."""

    box: Box
    columns: int
    rows: int

    def berth(self, number: int) -> Box:
        """The place of that number, from 0."""
        row, column = divmod(number, self.columns)
        wide, high = self.box.width / self.columns, self.box.height / self.rows
        left, top = self.box.left + wide * column, self.box.top + high * row
        return Box(round(left), round(top), round(left + wide), round(top + high))

    @property
    def room(self) -> float:
        """The largest square that fits a place."""
        return min(self.box.width / self.columns, self.box.height / self.rows)


@lru_cache(maxsize=512)
def berths(box: Box, count: int) -> Berths:
    """How to divide a box among so many things that each gets the largest square place."""
    grids = [Berths(box, columns, -(-count // columns)) for columns in range(1, max(1, count) + 1)]
    return max(grids, key=lambda grid: grid.room)


def cell(x: float, y: float) -> Spot:
    """The middle of a cell."""
    return SEA.left + (x + 0.5) * FIELD, SEA.top + (y + 0.5) * FIELD


@cache
def middle(square: Square) -> Spot:
    """The middle of a square from 1 to the finish."""
    return cell(*_CELLS[square])


@cache
def number_spot(square: Square) -> Spot:
    """The middle of the number in the corner of a square."""
    x, y = middle(square)
    return x - FIELD / 2 + 7 + width(str(square), NUMBER) / 2, y - FIELD / 2 + 19 - cap_height(NUMBER) / 2


def field(square: Square) -> Box:
    """A square as a box on the picture."""
    return block(*_CELLS[square])


def block(x: int, y: int, across: int = 1, down: int = 1) -> Box:
    """So many cells as a box on the picture, from that cell on to the right and down."""
    left, top = SEA.left + x * FIELD, SEA.top + y * FIELD
    return Box(left, top, left + across * FIELD, top + down * FIELD)


def spot(square: Square, seat: int, seats: int) -> Spot:
    """Where a way of that seat's ship begins or ends: its quay for the port."""
    if square == PORT:
        return berths(QUAYS, seats).berth(seat - 1).centre
    return middle(square)


@lru_cache(maxsize=8)
def seat_cards(seats: int) -> tuple[Box, ...]:
    """The seats' cards below the chart."""
    cards, top = [], CHART.bottom
    for count in _ROWS_OF_CARDS[seats]:
        pitch = (FRAME.width + GAP) / count
        cards += [
            Box(
                round(FRAME.left + pitch * number),
                top,
                round(FRAME.left + pitch * (number + 1)) - GAP,
                top + _CARD,
            )
            for number in range(count)
        ]
        top += _CARD + GAP
    return tuple(cards)


def size(seats: int) -> tuple[int, int]:
    """Width and height of the picture."""
    return WIDTH, seat_cards(seats)[-1].bottom + MARGIN
