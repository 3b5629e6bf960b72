"""The layout of the picture. The map has the same size for all numbers of players."""

from functools import cache

from render.chart import AXIS_EDGE, Box
from render.pieces import Spot
from render.sheet import BOARD_WIDTH, HEADLINE, Sheet, room_for_board, sheet
from rules.privateer.board import FILE, HEXES, Direction, Hex

FULL = 6
"""The maximum number of fleets, whose cards determine the room for the map."""
_TWO_ROWS = 3
_FOUR = 4
"""The number of places in the layout for three cards, which would be too narrow for names in one row."""
_LABEL = 0.78
"""The distance in steps from the middle of a hex to the name of its column."""
_ABOVE = 70
"""The distance from the top of the water to the middle of the northernmost hex."""
_WEST, _EAST = 60, 86
"""The distances from the left edge of the water to the middle of the westernmost hex, and from the right edge
to the middle of the easternmost hex."""
_STEPS_ACROSS = 2 * FILE.radius
_ROOM = room_for_board(FULL)
ACROSS = (BOARD_WIDTH - 2 * AXIS_EDGE - _WEST - _EAST) // _STEPS_ACROSS
DOWN = (_ROOM - 2 * AXIS_EDGE - _ABOVE) // (2 * _STEPS_ACROSS + 1) * 2
"""The pixels from a hex to the next column, and to the next hex in its column. `DOWN` is even, because its
half is used, too. Hexes are wider than regular hexes, so that the map fills the width."""
SIDE = ACROSS * 2 / 3
"""The length in pixels of a hex's northern and southern side."""
WIDE, HIGH = round(2 * SIDE), DOWN
"""The width and height of a hex in pixels."""

_BOARD = sheet(_ROOM, FULL).board
SEA = _BOARD.grown(-AXIS_EDGE)
"""The water, inside the frame."""
BORDER = AXIS_EDGE
EAVES = HEADLINE + 6
"""The vertical position of the cannonballs below the headline."""

_INSET = 8
LOG = SEA.left + _INSET, SEA.top + _INSET
"""The upper left corner of the notices about the round."""
TRAY = SEA.right - _INSET, SEA.top + _INSET
"""The upper right corner of the dice or the barrel."""
LEGEND = SEA.left + _INSET, SEA.bottom - _INSET
"""The lower left corner of the legend of letters."""
WIND = Box(SEA.right - _INSET - 216, SEA.bottom - _INSET - 104, SEA.right - _INSET, SEA.bottom - _INSET)
"""The box of the wind, or else of a compass rose."""

_CELLS = {cell.id: (cell.q, cell.r) for cell in FILE.hexes}
_STEPS = {heading.name: (heading.dq, heading.dr) for heading in FILE.directions}
_CENTRE = SEA.left + _WEST + FILE.radius * ACROSS, SEA.top + _ABOVE + FILE.radius * DOWN


def _at(q: float, r: float) -> Spot:
    return _CENTRE[0] + ACROSS * q, _CENTRE[1] + DOWN * (r + q / 2)


@cache
def middle(name: Hex) -> Spot:
    """Return the middle of a hex."""
    return _at(*_CELLS[name])


def name_spot(at: Spot) -> Spot:
    """Return the spot of a hex's faint name at its lower edge."""
    return at[0], at[1] + DOWN / 2 - 11


def berth_spot(name: Hex) -> Spot:
    """Return the middle of the circle or diamond on a hex, above the hex's name."""
    x, y = middle(name)
    return x, y - 9


def beside(name: Hex, direction: Direction, steps: float) -> Spot:
    """Return the spot `steps` steps in a direction from the middle of a hex, even outside the map."""
    (q, r), (dq, dr) = _CELLS[name], _STEPS[direction]
    return _at(q + dq * steps, r + dr * steps)


def column_spot(name: Hex) -> Spot:
    """Return the spot of a column's name, above the column's northernmost hex `name`."""
    x, y = middle(name)
    return x, y - DOWN * _LABEL


def row_spot(name: Hex) -> Spot:
    """Return the spot of a row's name, east of the row's last hex `name`."""
    x, y = middle(name)
    return (x + 72, y) if name[0] == HEXES[-1][0] else (x + 70, y + 19)


def outline(at: Spot, side: float) -> list[Spot]:
    """Return the six corners of a hex whose side is `side` pixels long."""
    x, y = at
    high, half = side * DOWN / 2 / SIDE, side / 2
    lower = [(x + side, y), (x + half, y + high), (x - half, y + high)]
    return [*lower, (x - side, y), (x - half, y - high), (x + half, y - high)]


def lies(cards: int) -> Sheet:
    """Return the layout of a sheet with `cards` cards."""
    plan = sheet(_ROOM, _FOUR if cards == _TWO_ROWS else cards)
    return plan._replace(cards=plan.cards[:cards])
