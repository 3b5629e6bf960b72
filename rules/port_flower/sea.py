"""The sea of one race: a board with its buoys and islands, and the steps that these allow.

Boats and sharks are not here: whatever depends on them is in `sailing`. A sea never changes, so it caches its
results (steps, legs, distances).
"""

from collections import deque
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from rules.engine.cache import Cache
from rules.port_flower.board import DIRECTIONS, Board, ChartName, Point, Square, board, four_of

Code = Literal[
    "off_board", "blocked_buoy", "blocked_gap", "blocked_island", "blocked_shark", "blocked_boat",
    "port_closed", "left_port_again", "ends_on_boat", "no_completion", "bad_route", "dice_not_left",
    "piece_already_moved",
    "wrong_number_of_dice", "bad_departure", "need_from",
]  # fmt: skip


class Refusal(NamedTuple):
    """Why a movement is not possible: the code of sections 3 and 7, and the place it names (or nothing)."""

    code: Code
    at: str = ""


OFF_BOARD = Refusal("off_board")


class Leg(NamedTuple):
    """One straight run: the squares entered, the same as bits, and what stopped it short, if anything."""

    squares: tuple[Square, ...]
    mask: int
    refusal: Refusal | None


_Run: TypeAlias = tuple[tuple[Square, ...], tuple[int, ...], Code, str]
"""A straight run until something stops it: its squares; the first 0, 1, 2, ... of them as bits; the refusal.

A plain tuple of texts and numbers, because there are thousands and the garbage collector skips such tuples.
"""


class Sea:
    """Squares, port, buoys and islands, and how boats may use them. Get one from `sea`.

    `must_stop`: a boat reaches a buoy only by ending there; `escape`: boats may end on islands.
    """

    def __init__(
        self,
        chart: Board,
        buoys: tuple[Point, ...],
        islands: tuple[Square, ...],
        *,
        must_stop: bool,
        escape: bool,
    ) -> None:
        """Lay buoys (in order) and islands out on a board."""
        self.board = chart
        self.must_stop = must_stop
        self.escape = escape
        self.bit = chart.bit
        self.buoys = buoys
        self.islands = frozenset(islands)
        self.port = chart.port
        self.port_mask = chart.bits(chart.port)
        self.buoy_masks = tuple(chart.bits(four_of(point)) for point in buoys)
        self.open_squares = tuple(
            square for square in chart.squares if square not in self.islands and square not in self.port
        )
        self.open_mask = chart.bits(self.open_squares)
        self._runs: Cache[tuple[Square, str], _Run] = Cache()
        self._to_go: Cache[int, dict[Square, int]] = Cache()
        self._leg_lengths: tuple[int, ...] = ()

    def is_island(self, square: Square) -> bool:
        """Whether an island fills that square."""
        return square in self.islands

    def is_port(self, square: Square) -> bool:
        """Whether the square belongs to the port."""
        return square in self.port

    def is_land(self, square: Square | None) -> bool:
        """Whether there is no water: an island or no square at all. The port is not land."""
        return square is None or square in self.islands

    def touches(self, square: Square, buoy: int) -> bool:
        """Whether the square is one of the four of that buoy (1, 2, ...); false beyond the last buoy."""
        return buoy <= len(self.buoys) and bool(self.buoy_masks[buoy - 1] & self.bit.get(square, 0))

    def moorings(self, buoy: int) -> tuple[Square, ...]:
        """Where a boat sent back to that buoy is put, best first: the four squares, then ring by ring."""
        return self.board.around(self.buoys[buoy - 1])

    def step(self, square: Square, direction: str) -> Square | Refusal:
        """The next square, or why the sea itself forbids the step: rules 1 to 4 of the unit step."""
        squares, _, code, at = self._run(square, direction)
        return squares[0] if squares else Refusal(code, at)

    def leg(self, start: Square, direction: str, length: int) -> Leg:
        """A straight run of up to `length` steps, as far as the sea allows."""
        squares, masks, code, at = self._run(start, direction)
        if length <= len(squares):
            return Leg(squares[:length], masks[length], None)
        return Leg(squares, masks[-1], Refusal(code, at))

    def _run(self, start: Square, direction: str) -> _Run:
        """Return the straight run from there; legs of all lengths are parts of it."""
        known = self._runs.get((start, direction))
        if known is None:
            known = self._runs[start, direction] = self._sailed(start, direction)
        return known

    def _sailed(self, start: Square, direction: str) -> _Run:
        squares: list[Square] = []
        masks = [0]
        beyond = self._beyond(start, direction)
        while not isinstance(beyond, Refusal):
            squares.append(beyond)
            masks.append(masks[-1] | self.bit[beyond])
            beyond = self._beyond(beyond, direction)
        return tuple(squares), tuple(masks), beyond.code, beyond.at

    def _beyond(self, square: Square, direction: str) -> Square | Refusal:
        beyond = self.board.neighbour(square, direction)
        if beyond is None:
            return OFF_BOARD
        if len(direction) > 1:
            point = self.board.point_crossed(square, direction)
            if point in self.buoys:
                return Refusal("blocked_buoy", point)
            if all(map(self.is_land, self.board.flanks(square, direction))):
                return Refusal("blocked_gap", beyond)
        if self.is_island(beyond):
            return Refusal("blocked_island", beyond)
        return beyond

    def to_go(self, square: Square, buoy: int) -> int:
        """The distance in unit steps (section 10) to that buoy, or to the port after the last one.

        From a cut-off island it is greater than from any other square.
        """
        return self._distances_to(buoy).get(square, len(self.board.squares))

    def is_cut_off(self, square: Square, buoy: int) -> bool:
        """Return whether that square is an island from which no way leads to the buoy or the port."""
        return square not in self._distances_to(buoy)

    def to_go_from_port(self, buoy: int) -> int:
        """The distance to go for a boat in the port, which leaves it with the first step."""
        return min(self.to_go(square, buoy) for square in self.port)

    def leg_lengths(self) -> tuple[int, ...]:
        """The distance from each mark of the course to the next: port, buoy 1, ..., last buoy, port."""
        if not self._leg_lengths:
            starts = [self.port, *map(four_of, self.buoys)]
            self._leg_lengths = tuple(
                min(self.to_go(square, goal) for square in squares) for goal, squares in enumerate(starts, 1)
            )
        return self._leg_lengths

    def _distances_to(self, buoy: int) -> dict[Square, int]:
        known = self._to_go.get(buoy)
        if known is None:
            known = self._to_go[buoy] = self._distances(buoy)
        return known

    def _distances(self, buoy: int) -> dict[Square, int]:
        """Breadth first from the goal outwards; a step may be taken backwards wherever it may be taken.

        Land and, unless it is the goal, the port can only be where the way begins.
        """
        goal = self.port if buoy > len(self.buoys) else four_of(self.buoys[buoy - 1])
        distance = dict.fromkeys(goal, 0)
        queue = deque(goal)
        while queue:
            square = queue.popleft()
            for before in self.board.neighbours(square):
                if before not in distance and self._leads(before, square):
                    distance[before] = distance[square] + 1
                    if before not in self.islands and before not in self.port:
                        queue.append(before)
        return distance

    def _leads(self, start: Square, goal: Square) -> bool:
        """Whether one step may lead from one square to another beside it."""
        return any(self.step(start, direction) == goal for direction in DIRECTIONS)


@lru_cache(maxsize=256)
def sea(
    chart: ChartName,
    buoys: tuple[Point, ...],
    islands: tuple[Square, ...],
    *,
    must_stop: bool = False,
    escape: bool = False,
) -> Sea:
    """The sea with these buoys and islands; the same one for every race that sails it."""
    return Sea(board(chart), buoys, islands, must_stop=must_stop, escape=escape)
