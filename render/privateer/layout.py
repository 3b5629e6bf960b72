"""Where everything lies on the picture: the chart, and beside it words, dice and the players' cards."""

from functools import lru_cache

from render.chart import Box
from render.lettering import Face, Style
from render.pieces import Spot
from rules.privateer.board import FILE, HEXES, Direction, Hex

WIDTH = 1200
MARGIN = 14
GAP = 10
ACROSS, DOWN = 53, 61
"""From a hex to the next one: between columns, and within a column. A hex is regular to one percent, and
whole numbers let every hex be drawn alike."""
SIDE = ACROSS * 2 / 3
"""The side of a hex in pixels."""
WIDE, HIGH = 72, DOWN
"""The box of a hex."""
RAISED = 5
"""By how much circles lie above the middle of their hexes, to leave the names free."""
HEX_NAME = Style(Face.TEXT, 16)
BORDER = 22
"""How wide the graduated frame is: the names of columns and rows stand at the hexes, not in it."""
_BAND = 68
_STRING = 20
_ASIDE = 367
"""How wide the column beside the chart is."""
_OUTSIDE = 30
"""Water north and south of the map, for the names of the columns."""
_WORDS = 130
_TABLE = 130
_CARD = 118
_CARD_OF_A_DUEL = 128

_TOP = _BAND + _STRING + BORDER
SEA = Box(
    MARGIN + BORDER,
    _TOP,
    WIDTH - MARGIN - _ASIDE - GAP - BORDER,
    _TOP + (2 * FILE.radius + 1) * DOWN + 2 * _OUTSIDE,
)
FRAME = SEA.grown(BORDER)
BAND = Box(0, 0, WIDTH, _BAND)
WORDS = Box(FRAME.right + GAP, FRAME.top, WIDTH - MARGIN, FRAME.top + _WORDS)
TABLE = Box(WORDS.left, WORDS.bottom + GAP, WORDS.right, WORDS.bottom + GAP + _TABLE)
"""Where the dice lie, below the words."""
TITLE_END = WORDS.right
CHART = Box(0, 0, WIDTH, FRAME.bottom + MARGIN)
"""All that is painted once, as large as the picture."""

_INSET = 9
LOG = SEA.left + _INSET, SEA.top + _INSET
"""Where plates begin that tell what is special about the round: in the north-west corner."""
WIND = Box(SEA.right - _INSET - 196, SEA.top + _INSET, SEA.right - _INSET, SEA.top + _INSET + 94)
"""Where the wind is told, in the north-east corner."""
LEGEND = Box(SEA.left + _INSET, SEA.bottom - _INSET - 122, SEA.left + _INSET + 190, SEA.bottom - _INSET)
"""What the letters of the terrain mean, in the south-west corner."""
ROSE = (SEA.right - 80, SEA.bottom - 76)
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
    """The players' cards below the dice: lower ones where there are many."""
    top = TABLE.bottom + GAP
    pitch = min((_CARD_OF_A_DUEL if duel else _CARD) + GAP, (FRAME.bottom + GAP - top) // seats)
    tops = range(top, top + pitch * seats, pitch)
    return tuple(Box(WORDS.left, upper, WORDS.right, upper + pitch - GAP) for upper in tops)
