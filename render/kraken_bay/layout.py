"""The layout of the picture: the round bay, tracks and the legend in the corners, and pieces on spaces."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate, chain, pairwise
from typing import NamedTuple

from render.chart import AXIS_EDGE, Box
from render.lettering import BOLD_8
from render.pieces import Spot, disc_size
from render.sheet import Sheet, room_for_board, sheet
from rules.kraken_bay.board import CELLS, CHARACTERS, FILE, MOUTH, Space
from rules.kraken_bay.shown.view import BayView

BORDER = AXIS_EDGE
"""The width of the frame."""
_FULL = len(CHARACTERS)
_HEIGHT = room_for_board(_FULL)
_BOARD = sheet(_HEIGHT, _FULL).board
SEA = _BOARD.grown(-BORDER)
CENTRE: Spot = SEA.centre
CHART = Box(0, 0, _BOARD.right + _BOARD.left, _BOARD.bottom)
"""The fixed part of the picture, above the cards."""

RADIUS = SEA.height // 2 - 46
"""The radius of the bay, up to the outer edge of lane A."""
HOUR_REACH = RADIUS + 22
"""The distance from the middle of the bay to the names of the hours."""
MOUTH_REACH = round(RADIUS * 0.13)
"""The radius of the mouth."""
_RED_LANE, LANE = RADIUS * 0.105, RADIUS * 0.11
"""The widths of a red lane and of a sea lane."""
SHIFT = 20
"""The distance along the lane from the middle of a space to its pieces. The direction alternates from
lane to lane, so that ships do not hide each other."""
LETTERED: Mapping[str, Sequence[float]] = {"sea": (15, 195), "red": (30, 210)}
"""The angles in degrees of the lanes' letters, by kind of lane. Letters are on edges of spaces."""
_EDGE, _LETTER = 5, 20
"""The gap between a piece and an end of its space, without and with the lane's letter at this end."""

TRACK = 36, 38
"""The width and height of a cell of the time track and the health track."""
TIME = Box(SEA.left + 16, SEA.top + 62, SEA.left + 16 + TRACK[0], SEA.top + 62)
HEALTH = Box(SEA.right - 16 - TRACK[0], TIME.top, SEA.right - 16, TIME.top)
"""The upper edges of the tracks."""
LINE = 44
"""The height of a line of the legend."""
KEY = Box(SEA.left + 14, SEA.bottom - 12 - 5 * LINE, SEA.right - 14, SEA.bottom - 12)
"""The box of the legend, with five lines in each lower corner."""

SHIP, PLATE, STRAY = 70, 38, 52
"""The widths in pixels of a ship, of the plate that replaces a ship, and of an off-course ship."""
CHIT, BOMB, TENTACLE = 34, 36, 42

BENDS = 4
"""The number of straight lines with which a step along a lane is drawn."""

_NARROW: Mapping[int, int] = {0: _FULL, 1: 1, 2: 2, 3: 4, 4: 4, 5: _FULL, _FULL: _FULL}
"""The number of places for cards, by number of ships, so that all cards have the same size."""


def lies(ships: int) -> Sheet:
    """Return the layout for `ships` ships. While ships are picked (0 ships), each character has a card."""
    plan = sheet(_HEIGHT, _NARROW[ships])
    return plan._replace(cards=plan.cards[: ships or _FULL])


@cache
def edges(ring: int) -> tuple[float, float]:
    """Return the inner and the outer radius of a ring. Ring 1 is the outermost ring."""
    red = sum(lane.kind == "red" for lane in FILE.lanes)
    within = len(FILE.lanes) - ring
    inner = MOUTH_REACH + min(within, red) * _RED_LANE + max(0, within - red) * LANE
    return inner, inner + (_RED_LANE if within < red else LANE)


def on_clock(degrees: float, reach: float) -> Spot:
    """Return the spot at `degrees` clockwise from twelve o'clock and `reach` pixels from the middle."""
    turn = math.radians(degrees)
    return CENTRE[0] + reach * math.sin(turn), CENTRE[1] - reach * math.cos(turn)


@cache
def reach_of(space: Space) -> float:
    """Return the distance between the middles of a space and of the bay."""
    return sum(edges(CELLS[space].ring)) / 2


@cache
def middle(space: Space) -> Spot:
    """Return the middle of a space or of the mouth."""
    if space == MOUTH:
        return CENTRE
    return on_clock(CELLS[space].angle_deg, reach_of(space))


def breadth(space: Space) -> float:
    """Return the number of pixels along its lane that a space has for pieces."""
    low, high = _ends(space)
    return high - low


def has_letter_at(space: Space, side: int) -> bool:
    """Return whether the lane's letter is at a space's edge: clockwise the first (`side` -1) or last (1)."""
    cell = CELLS[space]
    return (cell.angle_deg + side * cell.half_width_deg) % 360 in LETTERED[cell.kind]


def _half(space: Space) -> float:
    return math.radians(CELLS[space].half_width_deg) * reach_of(space)


def _ends(space: Space) -> tuple[float, float]:
    """Return where pieces on a space may begin and end along its lane, in pixels from the space's middle."""
    half = _half(space)
    low, high = (_LETTER if has_letter_at(space, side) else _EDGE for side in (-1, 1))
    return low - half, half - high


def row(space: Space, sizes: Sequence[float]) -> list[Spot]:
    """Return spots in a row along the lane for pieces whose widths are `sizes`."""
    cell, reach, taken = CELLS[space], reach_of(space), sum(sizes)
    middles = [end - size / 2 for end, size in zip(accumulate(sizes), sizes, strict=True)]
    low, high = _ends(space)
    if taken > high - low and len(sizes) > 1:
        # Pieces that have too little room use the complete space. They overlap if even that is too short.
        half = _half(space)
        room = min(taken, 2 * half)
        start, share = -room / 2, 1 - (taken - room) / (middles[-1] - middles[0])
        middles = [middles[0] + (along - middles[0]) * share for along in middles]
    elif taken > high - low:
        start = (low + high - taken) / 2
    else:
        # At four hours, the usual directions would move pieces of neighbouring lanes together.
        shift = SHIFT * (1 if cell.ring % 2 else -1) * (-1 if cell.hour % 6 in {1, 2} else 1)
        start = max(low, min(shift - taken / 2, high - taken))
    return [on_clock(cell.angle_deg + math.degrees((start + along) / reach), reach) for along in middles]


def way(path: list[Space]) -> list[Spot]:
    """Return the line through the middles of the spaces of a path, bent along the lanes."""
    return [middle(path[0]), *chain.from_iterable(_bend(start, end) for start, end in pairwise(path))]


@cache
def _bend(start: Space, end: Space) -> tuple[Spot, ...]:
    """Return the line from the middle of a space to the middle of the next space, without its first spot."""
    if MOUTH in {start, end}:
        return (middle(end),)
    first, last = CELLS[start].angle_deg, CELLS[end].angle_deg
    turn = (last - first + 180) % 360 - 180
    shares = (part / BENDS for part in range(1, BENDS + 1))
    return tuple(
        on_clock(first + turn * share, reach_of(start) + (reach_of(end) - reach_of(start)) * share)
        for share in shares
    )


class Stands(NamedTuple):
    """The spots of all pieces, by names such as `captain`, `tentacle B7` and `number B7`."""

    spots: Mapping[str, Spot]
    crowded: frozenset[Space]
    """The spaces in which plates replace ships, because there is too little room."""


def stands(view: BayView) -> Stands:
    """Return the spots of all pieces on the board and of the menu's numbers."""
    there = _without_ships(view)
    crowded = set()
    for ship in view.ships:
        if ship.at is not None:
            others = there[ship.at]
            # While somebody chooses, plates replace ships, because ships would hide numbers.
            if view.numbers or (others and sum(others.values()) + SHIP > breadth(ship.at)):
                crowded.add(ship.at)
            others[ship.id] = PLATE if ship.at in crowded else SHIP
    spots: dict[str, Spot] = {}
    for space, things in there.items():
        # Reverse the row if the lane's letter is at its end, where a player's ship would hide the letter.
        names = [*things] if not has_letter_at(space, 1) else [*reversed(things)]
        spots |= zip(names, row(space, [things[name] for name in names]), strict=True)
    return Stands(spots, frozenset(crowded))


def _without_ships(view: BayView) -> dict[Space, dict[str, float]]:
    """Return the widths of all pieces except players' ships, by space and by name."""
    there: dict[Space, dict[str, float]] = defaultdict(dict)
    for at in view.chits:
        there[at][f"chit {at}"] = CHIT
    for bomb in view.bombs:
        there[bomb.at][f"{bomb.bomb} {bomb.at}"] = BOMB
    for at in view.tentacles:
        there[at][f"tentacle {at}"] = TENTACLE
    strays = {stray.id: stray.at for stray in view.strays if stray.status == "adrift"}
    strays |= {ship.tow: ship.at for ship in view.ships if ship.tow is not None}
    for stray, space in strays.items():
        if space is not None:
            there[space][stray] = STRAY
    for at, number in view.numbers.items():
        there[at][f"number {at}"] = disc_size(str(number), BOLD_8)[0]
    return there
