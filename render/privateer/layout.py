"""Where everything lies on the picture. The chart is always the same, the cards below it are not."""

import math
from collections.abc import Sequence
from functools import lru_cache

from render.chart import Box
from render.pieces import Spot
from rules.privateer.board import FILE, HEXES, Direction, Hex

WIDTH = 1200
MARGIN = 14
GAP = 10
SIDE = 50
"""The side of a hex in pixels."""
BORDER = 22
"""How wide the graduated frame is: the names of columns and rows stand at the hexes, not in it."""
_BAND = 68
_WORDS = 96
_OUTSIDE = 38
"""Water north and south of the map, for the names of the columns."""
_CARD = 118
_CARD_OF_A_DUEL = 128
_ROWS_OF_CARDS = {1: (1,), 2: (2,), 3: (3,), 4: (4,), 5: (3, 2), 6: (3, 3)}

ACROSS, DOWN = 1.5 * SIDE, math.sqrt(3) * SIDE
"""From a hex to the next one: between columns, and within a column."""

_TOP = _BAND + _WORDS + BORDER
SEA = Box(
    MARGIN + BORDER,
    _TOP,
    WIDTH - MARGIN - BORDER,
    _TOP + round((2 * FILE.radius + 1) * DOWN) + 2 * _OUTSIDE,
)
FRAME = SEA.grown(BORDER)
BAND = Box(0, 0, WIDTH, _BAND)
TABLE = Box(FRAME.right - 408, 8, FRAME.right, FRAME.top - 8)
"""Where the dice lie, beside the title."""
WORDS = Box(FRAME.left, _BAND + 6, TABLE.left - GAP, FRAME.top)
TITLE_END = TABLE.left - 2 * GAP
CHART = Box(0, 0, WIDTH, FRAME.bottom + GAP)
"""All that is painted once."""

_INSET = 9
LOG = Box(SEA.left + _INSET, SEA.top + _INSET, SEA.left + _INSET + 268, SEA.top + _INSET + 124)
"""Round and battle, in the north-west corner."""
WIND = Box(SEA.right - _INSET - 236, SEA.top + _INSET, SEA.right - _INSET, SEA.top + _INSET + 150)
"""Where wind and storm are told, in the north-east corner."""
LEGEND = Box(SEA.left + _INSET, SEA.bottom - _INSET - 138, SEA.left + _INSET + 236, SEA.bottom - _INSET)
"""What the letters of the terrain mean, in the south-west corner."""
ROSE = (SEA.right - 118, SEA.bottom - 112)
"""The middle of the compass rose, in the south-east corner."""

_CENTRE: Spot = SEA.centre
_CELLS = {cell.id: (cell.q, cell.r) for cell in FILE.hexes}
_STEPS = {heading.name: (heading.dq, heading.dr) for heading in FILE.directions}


def _at(q: float, r: float) -> Spot:
    return _CENTRE[0] + ACROSS * q, _CENTRE[1] + DOWN * (r + q / 2)


_MIDDLES = {name: _at(*_CELLS[name]) for name in HEXES}


def middle(name: Hex) -> Spot:
    """The middle of a hex."""
    return _MIDDLES[name]


def beside(name: Hex, direction: Direction, steps: float) -> Spot:
    """So many steps from the middle of a hex, also where no hex is."""
    (q, r), (dq, dr) = _CELLS[name], _STEPS[direction]
    return _at(q + dq * steps, r + dr * steps)


def outline(at: Spot, side: float) -> list[Spot]:
    """The six corners of a hex of that side."""
    turns = [math.tau * corner / 6 for corner in range(6)]
    return [(at[0] + side * math.cos(turn), at[1] + side * math.sin(turn)) for turn in turns]


@lru_cache(maxsize=8)
def seat_cards(seats: int, *, duel: bool) -> tuple[Box, ...]:
    """The players' cards below the chart."""
    cards, top = [], CHART.bottom
    high = _CARD_OF_A_DUEL if duel else _CARD
    for count in _ROWS_OF_CARDS[seats]:
        cards += _row(top, high, count)
        top += high + GAP
    return tuple(cards)


def _row(top: int, high: int, count: int) -> Sequence[Box]:
    pitch = (FRAME.width + GAP) / count
    lefts = [round(FRAME.left + pitch * number) for number in range(count + 1)]
    return [Box(left, top, following - GAP, top + high) for left, following in zip(lefts, lefts[1:])]


def size(seats: int, *, duel: bool) -> tuple[int, int]:
    """Width and height of the picture."""
    return WIDTH, seat_cards(seats, duel=duel)[-1].bottom + MARGIN
