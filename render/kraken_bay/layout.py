"""Where everything lies on the picture: the round bay, and beside it the words, the tracks and the cards."""

import math
from functools import lru_cache
from itertools import pairwise

from render.chart import Box
from render.lettering import Face, Style
from render.pieces import Spot
from rules.kraken_bay.board import CELLS, MOUTH, Space

WIDTH = 1200
MARGIN = 14
GAP = 10
BORDER = 16
"""How wide the graduated frame is: lanes and hours have their names on the water."""
_BAND = 68
_STRING = 20
_SIDE = 848
"""The frame round the bay is a square."""
RADIUS = 370
"""From the middle to the outer edge of lane A."""
HOUR_REACH = 391
"""From the middle to the names of the hours."""

_TOP = _BAND + _STRING
FRAME = Box(MARGIN, _TOP, MARGIN + _SIDE, _TOP + _SIDE)
SEA = FRAME.grown(-BORDER)
BAND = Box(0, 0, WIDTH, _BAND)
CENTRE: Spot = SEA.centre
WORDS = Box(FRAME.right + GAP, FRAME.top, WIDTH - MARGIN, FRAME.top + 132)
TRACKS = Box(WORDS.left, WORDS.bottom + GAP, WORDS.right, WORDS.bottom + GAP + 118)
"""The time left and the kraken's health."""
TITLE_END = WORDS.right
CHART = Box(0, 0, WIDTH, FRAME.bottom + MARGIN)
"""All that is painted once, as large as the picture."""
_CARD = 92

SPACE_NAME = Style(Face.TEXT, 16)
LANE = RADIUS * 0.1
"""How wide a lane of the sea is."""


def on_clock(degrees: float, reach: float) -> Spot:
    """A spot so many degrees clockwise from twelve o'clock, and so many pixels from the middle."""
    turn = math.radians(degrees)
    return CENTRE[0] + reach * math.sin(turn), CENTRE[1] - reach * math.cos(turn)


def reach_of(space: Space) -> float:
    """How far from the middle of the bay the middle of a space lies."""
    cell = CELLS[space]
    return RADIUS * (cell.r_inner + cell.r_outer) / 2


def middle(space: Space) -> Spot:
    """The middle of a space, or of the mouth."""
    if space == MOUTH:
        return CENTRE
    return on_clock(CELLS[space].angle_deg, reach_of(space))


def name_spot(space: Space) -> Spot:
    """Where a space has its name: beside the edge that comes first on the clock.

    Names of lanes side by side lie apart: on a close-up they would run into each other.
    """
    cell, reach = CELLS[space], reach_of(space)
    aside = math.degrees((27 if cell.ring % 2 else 14) / reach)
    return on_clock(cell.angle_deg - cell.half_width_deg + aside, reach)


def beside(space: Space) -> Spot:
    """Beside the middle of a space, away from its name."""
    cell = CELLS[space]
    return on_clock(cell.angle_deg + 0.58 * cell.half_width_deg, reach_of(space))


def row(space: Space, count: int, room: float) -> list[Spot]:
    """Places for so many things in a space, along its lane, `room` pixels each where there is room."""
    cell, reach = CELLS[space], reach_of(space)
    breadth = math.radians(2 * cell.half_width_deg) * reach
    pitch = min(room, breadth / count)
    middles = [pitch * (number - (count - 1) / 2) for number in range(count)]
    return [on_clock(cell.angle_deg + math.degrees(along / reach), reach) for along in middles]


def way(path: list[Space]) -> list[Spot]:
    """The line through the middles of spaces, bent along the lanes."""
    line = [middle(path[0])]
    for start, end in pairwise(path):
        if MOUTH in {start, end}:
            line.append(middle(end))
            continue
        first, last = CELLS[start].angle_deg, CELLS[end].angle_deg
        turn = (last - first + 180) % 360 - 180
        for part in range(1, 5):
            share = part / 4
            reach = reach_of(start) + (reach_of(end) - reach_of(start)) * share
            line.append(on_clock(first + turn * share, reach))
    return line


@lru_cache(maxsize=8)
def cards(ships: int) -> tuple[Box, ...]:
    """A card for each ship, below the tracks."""
    top = TRACKS.bottom + GAP
    tops = range(top, top + ships * (_CARD + 7), _CARD + 7)
    return tuple(Box(WORDS.left, upper, WORDS.right, upper + _CARD) for upper in tops)
