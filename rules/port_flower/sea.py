"""The sea of one race: a board with buoys and islands, which never change, and the steps that they allow."""

from collections import deque
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple, TypeAlias

from rules.engine.cache import Cache
from rules.port_flower.board import (
    DIRECTIONS,
    PORT,
    Board,
    ChartName,
    Point,
    Position,
    Square,
    board,
    four_of,
)

Code = Literal[
    "off_board", "blocked_buoy", "blocked_gap", "blocked_island", "blocked_shark", "blocked_boat",
    "port_closed", "left_port_again", "ends_on_boat", "no_completion", "bad_route", "dice_not_left",
    "piece_already_moved",
    "wrong_number_of_dice", "bad_departure", "need_from",
]  # fmt: skip


class Refusal(NamedTuple):
    """The reason why a movement is impossible: a code (sections 3 and 7), and a square or a point, if any."""

    code: Code
    at: str = ""


OFF_BOARD = Refusal("off_board")


class Leg(NamedTuple):
    """A straight run: its squares, their bits, and the reason if it ended early."""

    squares: tuple[Square, ...]
    mask: int
    refusal: Refusal | None


_Run: TypeAlias = tuple[tuple[Square, ...], tuple[int, ...], Code, str]
"""The longest straight run: its squares, the bits of its first 0, 1, ... squares, and what ended it.

There are thousands of runs, and the garbage collector skips plain tuples of texts and numbers.
"""


class Sea:
    """Squares, port, buoys and islands, and the steps between squares. `sea` returns one.

    With `must_stop`, a boat reaches a buoy only by ending there. With `escape`, boats may end on islands.
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

    def touches(self, square: Square, buoy: int) -> bool:
        """Return whether a square touches a buoy, counted from 1. False if there is no such buoy."""
        return buoy <= len(self.buoys) and bool(self.buoy_masks[buoy - 1] & self.bit.get(square, 0))

    def moorings(self, buoy: int) -> tuple[Square, ...]:
        """Return all squares from a buoy outwards, in the order in which boats are sent back to them."""
        return self.board.around(self.buoys[buoy - 1])

    def step(self, square: Square, direction: str) -> Square | Refusal:
        """Return the next square, or why the sea forbids the step (section 3, rules 1 to 4)."""
        squares, _, code, at = self._run(square, direction)
        return squares[0] if squares else Refusal(code, at)

    def leg(self, start: Square, direction: str, length: int) -> Leg:
        """Return a straight run of up to `length` steps, which ends before the first forbidden step."""
        squares, masks, code, at = self._run(start, direction)
        if length <= len(squares):
            return Leg(squares[:length], masks[length], None)
        return Leg(squares, masks[-1], Refusal(code, at))

    def _run(self, start: Square, direction: str) -> _Run:
        """Return the longest straight run from `start`; shorter runs begin with the same squares."""
        known = self._runs.get((start, direction))
        if known is not None:
            return known
        squares: list[Square] = []
        masks = [0]
        beyond = self._beyond(start, direction)
        while not isinstance(beyond, Refusal):
            squares.append(beyond)
            masks.append(masks[-1] | self.bit[beyond])
            beyond = self._beyond(beyond, direction)
        found = self._runs[start, direction] = tuple(squares), tuple(masks), beyond.code, beyond.at
        return found

    def _beyond(self, square: Square, direction: str) -> Square | Refusal:
        beyond = self.board.neighbour(square, direction)
        if beyond is None:
            return OFF_BOARD
        if len(direction) > 1:
            point = self.board.point_crossed(square, direction)
            if point in self.buoys:
                return Refusal("blocked_buoy", point)
            # Islands and missing squares are land, but the port is not.
            if all(flank is None or flank in self.islands for flank in self.board.flanks(square, direction)):
                return Refusal("blocked_gap", beyond)
        if beyond in self.islands:
            return Refusal("blocked_island", beyond)
        return beyond

    def to_go(self, at: Position, buoy: int) -> int:
        """Return the number of steps to a buoy or, after the last buoy, to the port (section 10).

        If the goal is cut off, return the number of squares on the board.
        """
        if at == PORT:
            return min(self.to_go(square, buoy) for square in self.port)
        return self._distances(buoy).get(at, len(self.board.squares))

    def is_cut_off(self, square: Square, buoy: int) -> bool:
        """Return whether no path leads from a square to the buoy or, after the last buoy, to the port."""
        return square not in self._distances(buoy)

    @cached_property
    def leg_lengths(self) -> tuple[int, ...]:
        """The distances between consecutive marks: port, buoy 1, ..., last buoy, port."""
        starts = [self.port, *map(four_of, self.buoys)]
        return tuple(
            min(self.to_go(square, goal) for square in squares) for goal, squares in enumerate(starts, 1)
        )

    def _distances(self, buoy: int) -> dict[Square, int]:
        """Map each square to its distance to the goal in steps. Paths cross neither islands nor the port."""
        if buoy in self._to_go:
            return self._to_go[buoy]
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
        self._to_go[buoy] = distance
        return distance

    def _leads(self, start: Square, goal: Square) -> bool:
        """Return whether a single step may lead from `start` to the neighbour `goal`."""
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
    """Return the sea with these buoys and islands. Equal calls return the same object."""
    return Sea(board(chart), buoys, islands, must_stop=must_stop, escape=escape)
