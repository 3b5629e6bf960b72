"""Where everything lies on the picture. The chart is always the same, the cards below it are not."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from render.chart import Box
from render.lettering import Face, Style
from render.pieces import Spot
from rules.privateer.board import FILE, HEXES, Direction, Hex

WIDTH = 1104
MARGIN = 14
GAP = 10
ACROSS, DOWN = 70, 80
"""From a hex to the next one: between columns, and within a column. A hex is regular to one percent, and
whole numbers let every hex be drawn alike."""
SIDE = ACROSS * 2 / 3
"""The side of a hex in pixels."""
WIDE, HIGH = 94, DOWN
"""The box of a hex."""
RAISED = 6
"""By how much circles lie above the middle of their hexes, to leave the names free."""
HEX_NAME = Style(Face.TEXT, 16)
BORDER = 22
"""How wide the graduated frame is: the names of columns and rows stand at the hexes, not in it."""
_BAND = 68
_WORDS = 104
_STRING = 18
_OUTSIDE = 36
"""Water north and south of the map, for the names of the columns."""
_CARD = 118
_CARD_OF_A_DUEL = 128
_ROWS_OF_CARDS = {1: (1,), 2: (2,), 3: (3,), 4: (2, 2), 5: (3, 2), 6: (3, 3)}

_TOP = _BAND + _WORDS + BORDER
SEA = Box(
    MARGIN + BORDER,
    _TOP,
    WIDTH - MARGIN - BORDER,
    _TOP + (2 * FILE.radius + 1) * DOWN + 2 * _OUTSIDE,
)
FRAME = SEA.grown(BORDER)
BAND = Box(0, 0, WIDTH, _BAND)
TABLE = Box(FRAME.right - 384, 8, FRAME.right, FRAME.top - 8)
"""Where the dice lie, beside the title."""
WORDS = Box(FRAME.left, _BAND + _STRING, TABLE.left - GAP, FRAME.top)
TITLE_END = TABLE.left - 2 * GAP
CHART = Box(0, 0, WIDTH, FRAME.bottom + GAP)
"""All that is painted once."""

_INSET = 9
LOG = SEA.left + _INSET, SEA.top + _INSET
"""Where a panel begins that tells what is special about the round: in the north-west corner."""
WIND = Box(SEA.right - _INSET - 262, SEA.top + _INSET, SEA.right - _INSET, SEA.top + _INSET + 126)
"""Where the wind is told, in the north-east corner."""
LEGEND = Box(SEA.left + _INSET, SEA.bottom - _INSET - 138, SEA.left + _INSET + 236, SEA.bottom - _INSET)
"""What the letters of the terrain mean, in the south-west corner."""
ROSE = (SEA.right - 104, SEA.bottom - 100)
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


def name_spot(at: Spot) -> Spot:
    """Where a hex with that middle has its name: at its lower edge, below what lies there."""
    return at[0], at[1] + DOWN / 2 - 10


def beside(name: Hex, direction: Direction, steps: float) -> Spot:
    """So many steps from the middle of a hex, also where no hex is."""
    (q, r), (dq, dr) = _CELLS[name], _STEPS[direction]
    return _at(q + dq * steps, r + dr * steps)


def outline(at: Spot, side: float) -> list[Spot]:
    """The six corners of a hex of that side."""
    x, y = at
    high = side * DOWN / 2 / SIDE
    half = side / 2
    return [
        (x + side, y),
        (x + half, y + high),
        (x - half, y + high),
        (x - side, y),
        (x - half, y - high),
        (x + half, y - high),
    ]


@lru_cache(maxsize=8)
def seat_cards(seats: int, *, duel: bool) -> tuple[Box, ...]:
    """The players' cards below the chart."""
    cards: list[Box] = []
    top = CHART.bottom
    high = _CARD_OF_A_DUEL if duel else _CARD
    for count in _ROWS_OF_CARDS[seats]:
        cards += _row(top, high, count)
        top += high + GAP
    return tuple(cards)


def _row(top: int, high: int, count: int) -> Sequence[Box]:
    pitch = (FRAME.width + GAP) / count
    lefts = [round(FRAME.left + pitch * number) for number in range(count + 1)]
    return [Box(left, top, following - GAP, top + high) for left, following in pairwise(lefts)]


def size(seats: int, *, duel: bool) -> tuple[int, int]:
    """Width and height of the picture."""
    return WIDTH, seat_cards(seats, duel=duel)[-1].bottom + MARGIN
