"""The sailing of boats and sharks (section 6): pure functions from a situation to its results.

It is done in two parts. A `Course` is how far the chart lets a piece sail: edges, islands, buoys, port. The
boats and sharks of a `Situation` are then looked up along that course. These functions change no state: the
rooms carry out, step by step, the movements that they find possible.
"""

from functools import lru_cache
from typing import Literal, NamedTuple

from rules.port_flower.board import PORT, TOW, Position, Square
from rules.port_flower.options import RaceOptions
from rules.port_flower.route import Route
from rules.port_flower.sea import Refusal, Sea

Ending = Literal["sailed", "stayed", "met_shark", "landed", "finished"]


class Course(NamedTuple):
    """The course that the chart allows a piece.

    The squares entered, in order; the same as bits; what stops the piece after the last of them, if anything;
    and for a boat the buoys it reaches, each with the number of squares entered by then.
    """

    squares: tuple[Square, ...]
    mask: int
    refusal: Refusal | None = None
    buoys: tuple[tuple[int, int], ...] = ()


class Customs(NamedTuple):
    """The options that affect sailing. Results are cached by them."""

    sharks_per_turn: int
    boat_meets_shark: str
    shark_finishes: bool
    comeback: str
    calm: bool
    """Whether sharks keep clear of boats."""


class Situation(NamedTuple):
    """All positions during the turn of seat `mover`, also as bits for quick checks.

    Seats count from 1; the tuples are in seat order, and in the order of the sharks.
    """

    sea: Sea
    options: Customs
    mover: int
    boats: tuple[Position, ...]
    reached: tuple[int, ...]
    sharks: tuple[Square, ...]
    boat_mask: int
    shark_mask: int

    @property
    def own(self) -> Position:
        """The position of that seat's boat."""
        return self.boats[self.mover - 1]

    def boat_at(self, square: Square) -> int:
        """The seat whose boat is on that square, 0 for none."""
        return self.boats.index(square) + 1 if square in self.boats else 0

    def with_boat(self, seat: int, position: Position) -> "Situation":
        """The situation with that boat somewhere else."""
        bit = self.sea.bit
        boats = (*self.boats[: seat - 1], position, *self.boats[seat:])
        mask = self.boat_mask & ~bit.get(self.boats[seat - 1], 0) | bit.get(position, 0)
        return Situation(
            self.sea, self.options, self.mover, boats, self.reached, self.sharks, mask, self.shark_mask
        )

    def with_reached(self, seat: int, reached: int) -> "Situation":
        """The situation with that many buoys reached by a seat."""
        return self._replace(reached=(*self.reached[: seat - 1], reached, *self.reached[seat:]))

    def with_shark(self, shark: int, square: Square) -> "Situation":
        """The situation with that shark (1, 2, ...) somewhere else."""
        bit = self.sea.bit
        sharks = (*self.sharks[: shark - 1], square, *self.sharks[shark:])
        mask = self.shark_mask & ~bit[self.sharks[shark - 1]] | bit[square]
        return Situation(
            self.sea, self.options, self.mover, self.boats, self.reached, sharks, self.boat_mask, mask
        )


def situation(
    sea: Sea,
    options: RaceOptions,
    mover: int,
    boats: tuple[Position, ...],
    reached: tuple[int, ...],
    sharks: tuple[Square, ...],
    *,
    calm: bool = False,
) -> Situation:
    """The situation with these pieces; `calm`: sharks keep clear of boats."""
    bits = sea.board.bits
    customs = Customs(
        options.sharks_per_turn, options.boat_meets_shark, options.shark_finishes, options.comeback, calm
    )
    return Situation(sea, customs, mover, boats, reached, sharks, bits(boats), bits(sharks))


# What the chart allows


@lru_cache(maxsize=2048)
def shark_course(sea: Sea, start: Square, route: Route) -> Course:
    """Return the course of a shark along a route on the chart: never into the port."""
    course = _legs(sea, start, route)
    if not course.mask & sea.port_mask:
        return course
    closed = next(n for n, square in enumerate(course.squares) if square in sea.port)
    return _cut(sea, course, closed, "port_closed")


@lru_cache(maxsize=2048)
def boat_course(sea: Sea, start: Position, reached: int, route: Route) -> Course:
    """Return the course of a boat along a route on the chart, and the buoys it reaches.

    A boat leaves the port from one of its squares; `departure` checks that the first step leads out, not this
    function.
    """
    course = _legs(sea, start, route)
    if sea.escape and course.refusal is not None:
        course = _ashore(sea, route, course)
    buoys = () if sea.must_stop else _passed(sea, reached, course)
    if course.mask & sea.port_mask:
        course = _into_port(sea, course, _home_after(sea, reached, buoys))
    if course.refusal is None:
        end = course.squares[-1] if course.squares else start
        due = reached + len(buoys) + 1
        # 6 Arrival, R15: ending there reaches the buoy, also without having moved.
        if sea.touches(end, due):
            buoys += ((due, len(course.squares)),)
    return course._replace(buoys=buoys) if buoys else course


def departure(sea: Sea, start: Square, route: Route) -> Refusal | None:
    """Why a boat in the port cannot leave it that way: the first step must lead out (ruling R3)."""
    if start not in sea.port:
        return Refusal("bad_departure", start)
    beyond = sea.board.neighbour(start, route.legs[0][0])
    return Refusal("bad_departure", beyond) if beyond in sea.port else None


def _legs(sea: Sea, start: Square, route: Route) -> Course:
    """The route as far as the steps themselves are possible (rules 1 to 4 of the unit step)."""
    squares: tuple[Square, ...] = ()
    mask = 0
    square = start
    for direction, length in route.legs:
        leg = sea.leg(square, direction, length)
        squares += leg.squares
        mask |= leg.mask
        if leg.refusal is not None:
            return Course(squares, mask, leg.refusal)
        square = leg.squares[-1]
    return Course(squares, mask)


def _cut(sea: Sea, course: Course, entered: int, code: Literal["port_closed", "left_port_again"]) -> Course:
    """The course as far as it goes before the square that may not be entered."""
    squares = course.squares[:entered]
    return Course(squares, sea.board.bits(squares), Refusal(code, course.squares[entered]))


def _ashore(sea: Sea, route: Route, course: Course) -> Course:
    """The course with its very last step onto an island, if an island is what stopped it there."""
    steps = sum(length for _, length in route.legs)
    refusal = course.refusal
    if refusal is None or refusal.code != "blocked_island" or len(course.squares) + 1 < steps:
        return course
    return Course((*course.squares, refusal.at), course.mask | sea.bit[refusal.at])


def _passed(sea: Sea, reached: int, course: Course) -> tuple[tuple[int, int], ...]:
    """The buoys reached on the way, in their order, each with the number of squares entered by then."""
    due = reached + 1
    if due > len(sea.buoys) or not course.mask & sea.buoy_masks[due - 1]:
        return ()
    buoys = []
    for entered, square in enumerate(course.squares, 1):
        if sea.touches(square, due):
            buoys.append((due, entered))
            due += 1
    return tuple(buoys)


def _home_after(sea: Sea, reached: int, buoys: tuple[tuple[int, int], ...]) -> int | None:
    """Return after how many squares the port opens for the boat; `None` if it stays closed."""
    if reached == len(sea.buoys):
        return 0
    return buoys[-1][1] if reached + len(buoys) == len(sea.buoys) else None


def _into_port(sea: Sea, course: Course, home_after: int | None) -> Course:
    """The course under rules 6 and 7 of the unit step.

    The port is open once `home_after` squares have been entered (`None`: it stays closed); a boat that has
    entered it stays inside.
    """
    inside = False
    for entered, square in enumerate(course.squares):
        if square not in sea.port:
            if inside:
                return _cut(sea, course, entered, "left_port_again")
        elif home_after is None or entered < home_after:
            return _cut(sea, course, entered, "port_closed")
        else:
            inside = True
    return course


# What the others on the water allow


class Voyage(NamedTuple):
    """A boat's voyage: its whole path, the buoys reached and where, and how it ends.

    `position` is where it ends; it is `tow` until it is sent back by the shark `met` (0: none).
    """

    path: tuple[Position, ...]
    buoys: tuple[tuple[int, Square], ...]
    ending: Ending
    position: Position
    met: int = 0


def boat_refusal(now: Situation, course: Course) -> Refusal | None:
    """Why the turn's boat cannot sail this course to its end; `None` if it can."""
    if course.mask & now.shark_mask:
        if now.options.boat_meets_shark == "towed":
            return None
        return Refusal("blocked_shark", course.squares[_first_shark(now, course)])
    if course.refusal is not None:
        return _in_order(now, course.refusal)
    bit = now.sea.bit
    if course.squares and bit[course.squares[-1]] & now.boat_mask & ~bit.get(now.own, 0):
        return Refusal("ends_on_boat", course.squares[-1])
    return None


def _in_order(now: Situation, refusal: Refusal) -> Refusal:
    """The refusal of a step out of the port again, unless a shark on that square is named before it."""
    barred = now.options.boat_meets_shark == "blocked" and refusal.at in now.sharks
    return Refusal("blocked_shark", refusal.at) if barred and refusal.code == "left_port_again" else refusal


def sail_boat(now: Situation, start: Position, course: Course) -> Voyage:
    """Return the voyage of the turn's boat along a possible course, from its square or the port's exit."""
    squares = course.squares
    if course.mask & now.shark_mask:
        entered = _first_shark(now, course)
        met = now.sharks.index(squares[entered]) + 1
        path = (start, *squares[:entered])
        # A buoy whose square the shark holds is not reached: the boat never lies there.
        buoys = tuple([(buoy, path[after]) for buoy, after in course.buoys if after <= entered])
        return Voyage(path, buoys, "met_shark", TOW, met)
    path = (start, *squares)
    buoys = tuple([(buoy, path[after]) for buoy, after in course.buoys])
    if now.sea.is_island(path[-1]):
        return Voyage(path, buoys, "landed", path[-1])
    if not squares:
        return Voyage(path, buoys, "stayed", start)
    if now.sea.is_port(path[-1]):
        return Voyage(path, buoys, "finished", PORT)
    return Voyage(path, buoys, "sailed", path[-1])


def _first_shark(now: Situation, course: Course) -> int:
    return next(n for n, square in enumerate(course.squares) if square in now.sharks)


def shark_refusal(now: Situation, shark: int, course: Course) -> Refusal | None:
    """Why a shark (1, 2, ...) cannot sail this course; `None` if it can.

    By default, the rest of the way after a hit need not be possible (ruling R8). With `shark_finishes`, the
    whole way must be possible, whatever boats are on it. In a calm opening no boat may be on it.
    """
    bit, options = now.sea.bit, now.options
    others = now.shark_mask & ~bit[now.sharks[shark - 1]]
    kept_clear_of = now.boat_mask if options.calm else 0
    if not course.mask & (others | kept_clear_of) and course.refusal is None:
        return None
    prey = 0 if options.shark_finishes or options.calm else now.boat_mask
    if course.mask & (others | kept_clear_of | prey):
        for square in course.squares:
            if bit[square] & prey:
                return None
            if bit[square] & kept_clear_of:
                return Refusal("blocked_boat", square)
            if bit[square] & others:
                return Refusal("blocked_shark", square)
    return course.refusal


def next_hit(now: Situation, squares: tuple[Square, ...]) -> int | None:
    """Return how many squares a shark enters before one with a boat; `None` if it meets no boat."""
    return next((n for n, square in enumerate(squares) if now.sea.bit[square] & now.boat_mask), None)


# Being sent back


def free(now: Situation, square: Square) -> bool:
    """Whether a boat may be put there: open sea without boat or shark."""
    return bool(now.sea.bit[square] & now.sea.open_mask & ~now.boat_mask & ~now.shark_mask)


def refuge(now: Situation, seat: int) -> Position:
    """Return the automatic square for a boat that was sent back. The boat must be in tow."""
    last = now.reached[seat - 1]
    if not last:
        return PORT
    return next(square for square in now.sea.moorings(last) if free(now, square))


def choosable(now: Situation, seat: int) -> tuple[Square, ...]:
    """The free squares among the four of the seat's last buoy, clockwise from the north-west."""
    four = now.sea.moorings(now.reached[seat - 1])[:4]
    return tuple(square for square in four if free(now, square))


def sent_back(now: Situation, seat: int) -> Situation:
    """The situation after a boat was hit or met a shark: it is at its last buoy, in the port, or in tow."""
    lifted = now.with_boat(seat, TOW)
    choosing = now.options.comeback == "choose" and seat != now.mover and now.reached[seat - 1]
    return lifted if choosing else lifted.with_boat(seat, refuge(lifted, seat))


# The situation afterwards, as far as it can be foreseen


def after_boat(now: Situation, start: Position, course: Course) -> Situation:
    """The situation after the turn's boat sailed a course that is allowed."""
    voyage = sail_boat(now, start, course)
    then = now.with_boat(now.mover, voyage.position)
    if voyage.buoys:
        then = then.with_reached(now.mover, voyage.buoys[-1][0])
    return sent_back(then, now.mover) if voyage.met else then


def sail_shark(now: Situation, shark: int, course: Course) -> tuple[Situation, tuple[int, ...]]:
    """Return the situation after a shark's course, and the seats hit if nobody uses a repellent."""
    squares, hit = course.squares, list[int]()
    if not squares:
        return now, ()
    while course.mask & now.boat_mask:
        entered = next_hit(now, squares)
        if entered is None:
            break
        at = squares[entered]
        hit.append(now.boat_at(at))
        now = sent_back(now.with_shark(shark, at), hit[-1])
        squares = squares[entered + 1 :]
        if not now.options.shark_finishes or not squares:
            return now, tuple(hit)
    return now.with_shark(shark, squares[-1]), tuple(hit)


def after_shark(now: Situation, shark: int, course: Course) -> Situation:
    """The situation after a shark sailed a course that is allowed, if nobody uses a repellent."""
    then, _ = sail_shark(now, shark, course)
    return then
