"""The layout of the picture: the map is as wide as the sheet, and as large for two as for six."""

from render.chart import AXIS_EDGE, Box
from render.pieces import Spot
from render.sheet import BOARD_WIDTH, HEADLINE, Sheet, room_for_board, sheet
from rules.privateer.board import FILE, HEXES, Direction, Hex

_FULL = 6
"""Fleets at the fullest table: the map is as large as their cards leave room for."""
_TWO_ROWS = 3
_FOUR = 4
"""Three players have their cards where four would: with three in a row their names would be short."""
_LABEL = 0.78
"""From the middle of a hex to the name of its column or row outside the map, in steps."""
_ABOVE = 70
"""Water from the top of the chart to the middle of the northernmost hex: its column is named there."""
_WEST, _EAST = 60, 86
"""And from its left and right edges to the middles of the westernmost and easternmost ones: rows are named
in the east."""
_STEPS_ACROSS = 2 * FILE.radius
_ROOM = room_for_board(_FULL)
ACROSS = (BOARD_WIDTH - 2 * AXIS_EDGE - _WEST - _EAST) // _STEPS_ACROSS
DOWN = (_ROOM - 2 * AXIS_EDGE - _ABOVE) // (2 * _STEPS_ACROSS + 1) * 2
"""From a hex to the next one: between columns, and within a column; the latter even, so that half of it is a
whole number of pixels. Hexes are wider than high, so that the map takes the whole width."""
SIDE = ACROSS * 2 / 3
"""The northern and southern side of a hex in pixels."""
WIDE, HIGH = round(2 * SIDE), DOWN
"""The box of a hex."""

_BOARD = sheet(_ROOM, _FULL).board
SEA = _BOARD.grown(-AXIS_EDGE)
"""The water, within a frame marked off like a ruler."""
BORDER = AXIS_EDGE
EAVES = HEADLINE + 6
"""Where cannonballs lie below the headline."""

_INSET = 8
LOG = SEA.left + _INSET, SEA.top + _INSET
"""Where plates begin that tell what is special about the round: in the north-west corner."""
TRAY = SEA.right - _INSET, SEA.top + _INSET
"""The upper right corner of the dice, or of the barrel: in the north-east corner."""
LEGEND = SEA.left + _INSET, SEA.bottom - _INSET
"""The lower left corner of what the letters of the terrain mean."""
WIND = Box(SEA.right - _INSET - 216, SEA.bottom - _INSET - 104, SEA.right - _INSET, SEA.bottom - _INSET)
"""Where the wind is told, in the south-east corner; while there is none a rose lies there."""

_CELLS = {cell.id: (cell.q, cell.r) for cell in FILE.hexes}
_STEPS = {heading.name: (heading.dq, heading.dr) for heading in FILE.directions}
_CENTRE = SEA.left + _WEST + FILE.radius * ACROSS, SEA.top + _ABOVE + FILE.radius * DOWN


def _at(q: float, r: float) -> Spot:
    return _CENTRE[0] + ACROSS * q, _CENTRE[1] + DOWN * (r + q / 2)


_MIDDLES = {name: _at(*_CELLS[name]) for name in HEXES}


def middle(name: Hex) -> Spot:
    """The middle of a hex."""
    return _MIDDLES[name]


def name_spot(at: Spot) -> Spot:
    """Return the place of a hex's faint name: at its lower edge."""
    return at[0], at[1] + DOWN / 2 - 11


def berth_spot(name: Hex) -> Spot:
    """The middle of the circle or diamond on a hex: above its name."""
    x, y = middle(name)
    return x, y - 9


def beside(name: Hex, direction: Direction, steps: float) -> Spot:
    """Return the spot that many steps from the middle of a hex, even if no hex is there."""
    (q, r), (dq, dr) = _CELLS[name], _STEPS[direction]
    return _at(q + dq * steps, r + dr * steps)


def column_spot(name: Hex) -> Spot:
    """Return the place of a column's name, above its northernmost hex."""
    x, y = middle(name)
    return x, y - DOWN * _LABEL


def row_spot(name: Hex) -> Spot:
    """Return the place of a row's name, east of its last hex; below the next row if that is longer."""
    x, y = middle(name)
    return (x + 72, y) if name[0] == HEXES[-1][0] else (x + 70, y + 19)


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


def lies(cards: int) -> Sheet:
    """The sheet with that many cards."""
    plan = sheet(_ROOM, _FOUR if cards == _TWO_ROWS else cards)
    return plan._replace(cards=plan.cards[:cards])
