"""The layout of the picture: the round bay as wide as the sheet, tracks and key in its corners."""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate, chain, pairwise
from typing import Literal

from render.chart import AXIS_EDGE, Box
from render.pieces import Spot
from render.sheet import Sheet, room_for_board, sheet
from rules.kraken_bay.board import CELLS, CHARACTERS, FILE, MOUTH, Space

BORDER = AXIS_EDGE
"""How wide the graduated frame is: lanes and hours have their names on the water."""
_FULL = len(CHARACTERS)
_HEIGHT = room_for_board(_FULL)
_BOARD = sheet(_HEIGHT, _FULL).board
SEA = _BOARD.grown(-BORDER)
CENTRE: Spot = SEA.centre
CHART = Box(0, 0, _BOARD.right + _BOARD.left, _BOARD.bottom)
"""All that is painted once: below it lie the cards."""

RADIUS = SEA.height // 2 - 46
"""From the middle to the outer edge of lane A."""
HOUR_REACH = RADIUS + 22
"""From the middle to the names of the hours."""
MOUTH_REACH = round(RADIUS * 0.13)
"""From the middle to the edge of the mouth: lanes have the room, for ships lie there."""
_RED_LANE, LANE = RADIUS * 0.105, RADIUS * 0.11
"""How wide a lane of the red water and of the sea is."""
SHIFT = 20
"""So far from the middle of a space lies what has room, towards its one end in every other lane.

So ships in lanes side by side do not hide each other.
"""
LETTERED: Mapping[str, Sequence[float]] = {"sea": (15, 195), "red": (30, 210)}
"""At how many degrees the letters of the lanes stand: on edges of spaces, and nothing else lies there."""
_FIRST: Literal[-1] = -1
_LAST: Literal[1] = 1
_EDGE, _LETTER = 5, 20
"""Room between what lies in a space and its ends, and where that is a lane's letter."""

TRACK = 36, 38
"""How wide and how high a cell of the tracks of time and health is."""
TIME = Box(SEA.left + 16, SEA.top + 62, SEA.left + 16 + TRACK[0], SEA.top + 62)
HEALTH = Box(SEA.right - 16 - TRACK[0], TIME.top, SEA.right - 16, TIME.top)
"""The upper ends of the tracks."""
LINE = 44
"""From line to line of the key."""
KEY = Box(SEA.left + 14, SEA.bottom - 12 - 5 * LINE, SEA.right - 14, SEA.bottom - 12)
"""What signs say: in five lines in the lower corners."""

BENDS = 4
"""How many straight parts a step along a lane is drawn with."""

_NARROW: Mapping[int, int] = {0: _FULL, 1: 1, 2: 2, 3: 4, 4: 4, 5: _FULL, _FULL: _FULL}
"""Ships -> for how many the cards are laid out: all on a picture are of one size."""


def lies(ships: int) -> Sheet:
    """The sheet for that many ships; for 0, while ships are picked, it has a card for each character."""
    plan = sheet(_HEIGHT, _NARROW[ships])
    return plan._replace(cards=plan.cards[: ships or _FULL])


@cache
def edges(ring: int) -> tuple[float, float]:
    """Return the distances of a ring's edges from the middle of the bay; ring 1 is the outermost."""
    red = sum(lane.kind == "red" for lane in FILE.lanes)
    within = len(FILE.lanes) - ring
    inner = MOUTH_REACH + min(within, red) * _RED_LANE + max(0, within - red) * LANE
    return inner, inner + (_RED_LANE if within < red else LANE)


def on_clock(degrees: float, reach: float) -> Spot:
    """A spot, by its degrees clockwise from twelve o'clock and its pixels from the middle."""
    turn = math.radians(degrees)
    return CENTRE[0] + reach * math.sin(turn), CENTRE[1] - reach * math.cos(turn)


@cache
def reach_of(space: Space) -> float:
    """Return the distance of a space's middle from the middle of the bay."""
    return sum(edges(CELLS[space].ring)) / 2


@cache
def middle(space: Space) -> Spot:
    """The middle of a space, or of the mouth."""
    if space == MOUTH:
        return CENTRE
    return on_clock(CELLS[space].angle_deg, reach_of(space))


def breadth(space: Space) -> float:
    """Return the room along a space's lane."""
    low, high = _ends(space)
    return high - low


def has_letter_at(space: Space, side: Literal[-1, 1]) -> bool:
    """Whether the letter of its lane stands at that end of a space: the first on the clock, or the last."""
    cell = CELLS[space]
    return (cell.angle_deg + side * cell.half_width_deg) % 360 in LETTERED[cell.kind]


def _half(space: Space) -> float:
    return math.radians(CELLS[space].half_width_deg) * reach_of(space)


def _ends(space: Space) -> tuple[float, float]:
    """Return the ends of that room, in pixels from the middle of the space."""
    half = _half(space)
    low, high = (_LETTER if has_letter_at(space, side) else _EDGE for side in (_FIRST, _LAST))
    return low - half, half - high


def row(space: Space, sizes: Sequence[float]) -> list[Spot]:
    """Places side by side along a space's lane for things of that width; closer if room is short."""
    cell, reach, taken = CELLS[space], reach_of(space), sum(sizes)
    middles = [end - size / 2 for end, size in zip(accumulate(sizes), sizes, strict=True)]
    low, high = _ends(space)
    if taken > high - low and len(sizes) > 1:
        # A crowd takes all of the space, and still lies closer where that is too little.
        half = _half(space)
        room = min(taken, 2 * half)
        start, share = -room / 2, 1 - (taken - room) / (middles[-1] - middles[0])
        middles = [middles[0] + (along - middles[0]) * share for along in middles]
    elif taken > high - low:
        start = (low + high - taken) / 2
    else:
        # On the slants where the two directions would push wide things together they are changed.
        shift = SHIFT * (1 if cell.ring % 2 else -1) * (-1 if cell.hour % 6 in {1, 2} else 1)
        start = max(low, min(shift - taken / 2, high - taken))
    return [on_clock(cell.angle_deg + math.degrees((start + along) / reach), reach) for along in middles]


def way(path: list[Space]) -> list[Spot]:
    """The line through the middles of spaces, bent along the lanes."""
    return [middle(path[0]), *chain.from_iterable(_bend(start, end) for start, end in pairwise(path))]


@cache
def _bend(start: Space, end: Space) -> tuple[Spot, ...]:
    """The line from the middle of a space to that of the next, without its first spot."""
    if MOUTH in {start, end}:
        return (middle(end),)
    first, last = CELLS[start].angle_deg, CELLS[end].angle_deg
    turn = (last - first + 180) % 360 - 180
    shares = (part / BENDS for part in range(1, BENDS + 1))
    return tuple(
        on_clock(first + turn * share, reach_of(start) + (reach_of(end) - reach_of(start)) * share)
        for share in shares
    )
