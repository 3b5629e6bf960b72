"""The sailing of boats and sharks (section 6): pure functions, which change no state.

A `Course` is the path that the chart allows. A `Situation` has the boats and sharks that a piece may meet.
"""

from functools import lru_cache
from typing import Literal, NamedTuple

from rules.port_flower.board import PORT, TOW, Position, Square
from rules.port_flower.options import RaceOptions
from rules.port_flower.route import Route
from rules.port_flower.sea import Refusal, Sea

Ending = Literal["sailed", "stayed", "met_shark", "landed", "finished"]


class Course(NamedTuple):
    """The squares that a piece enters, in order and as bits, and the refusal of the next step, if any.

    `buoys` are the buoys that a boat reaches, each with the number of squares entered by then.
    """

    squares: tuple[Square, ...]
    mask: int
    refusal: Refusal | None = None
    buoys: tuple[tuple[int, int], ...] = ()


class Customs(NamedTuple):
    """The options that affect sailing, which are part of cache keys."""

    sharks_per_turn: int
    boat_meets_shark: str
    shark_finishes: bool
    comeback: str
    calm: bool
    """Whether sharks keep clear of boats."""


class Situation(NamedTuple):
    """All positions in the turn of the seat `mover`: boats by seat, sharks by number, and both as bits."""

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
        """The position of the mover's boat."""
        return self.boats[self.mover - 1]

    def boat_at(self, square: Square) -> int:
        """Return the seat whose boat is on `square`, or 0."""
        return self.boats.index(square) + 1 if square in self.boats else 0

    def with_boat(self, seat: int, position: Position) -> "Situation":
        """Return the situation with the seat's boat at `position`."""
        bit = self.sea.bit
        boats = (*self.boats[: seat - 1], position, *self.boats[seat:])
        mask = self.boat_mask & ~bit.get(self.boats[seat - 1], 0) | bit.get(position, 0)
        return Situation(
            self.sea, self.options, self.mover, boats, self.reached, self.sharks, mask, self.shark_mask
        )

    def with_reached(self, seat: int, reached: int) -> "Situation":
        """Return the situation with the seat's number of reached buoys set to `reached`."""
        return self._replace(reached=(*self.reached[: seat - 1], reached, *self.reached[seat:]))

    def with_shark(self, shark: int, square: Square) -> "Situation":
        """Return the situation with shark number `shark`, counted from 1, on `square`."""
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
    """Return the situation with these pieces. `calm` is true if sharks keep clear of boats."""
    bits = sea.board.bits
    customs = Customs(
        options.sharks_per_turn, options.boat_meets_shark, options.shark_finishes, options.comeback, calm
    )
    return Situation(sea, customs, mover, boats, reached, sharks, bits(boats), bits(sharks))


# What the chart allows


@lru_cache(maxsize=2048)
def shark_course(sea: Sea, start: Square, route: Route) -> Course:
    """Return the course of a shark along a route. The course never enters the port."""
    course = _legs(sea, start, route)
    if not course.mask & sea.port_mask:
        return course
    closed = next(n for n, square in enumerate(course.squares) if square in sea.port)
    return _cut(sea, course, closed, "port_closed")


@lru_cache(maxsize=2048)
def boat_course(sea: Sea, start: Position, reached: int, route: Route) -> Course:
    """Return a boat's course along a route, with buoys. Departures from port are checked by `departure`."""
    course = _legs(sea, start, route)
    if sea.escape and course.refusal is not None:
        course = _ashore(sea, route, course)
    buoys = () if sea.must_stop else _passed(sea, reached, course)
    if course.mask & sea.port_mask:
        course = _into_port(sea, course, _home_after(sea, reached, buoys))
    if course.refusal is None:
        end = course.squares[-1] if course.squares else start
        due = reached + len(buoys) + 1
        # A boat that ends at its next buoy reaches the buoy, even without moving (section 6, R15).
        if sea.touches(end, due):
            buoys += ((due, len(course.squares)),)
    return course._replace(buoys=buoys) if buoys else course


def departure(sea: Sea, start: Square, route: Route) -> Refusal | None:
    """Return why a boat cannot leave the port, or `None` if its first step leads out (R3)."""
    if start not in sea.port:
        return Refusal("bad_departure", start)
    beyond = sea.board.neighbour(start, route.legs[0][0])
    return Refusal("bad_departure", beyond) if beyond in sea.port else None


def _legs(sea: Sea, start: Square, route: Route) -> Course:
    """Return the route up to its first impossible step (section 3, rules 1 to 4)."""
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
    """Return the first `entered` squares of a course, because the next square may not be entered."""
    squares = course.squares[:entered]
    return Course(squares, sea.board.bits(squares), Refusal(code, course.squares[entered]))


def _ashore(sea: Sea, route: Route, course: Course) -> Course:
    """If only the last step is impossible, because of an island, return the course with that step."""
    steps = sum(length for _, length in route.legs)
    refusal = course.refusal
    if refusal is None or refusal.code != "blocked_island" or len(course.squares) + 1 < steps:
        return course
    return Course((*course.squares, refusal.at), course.mask | sea.bit[refusal.at])


def _passed(sea: Sea, reached: int, course: Course) -> tuple[tuple[int, int], ...]:
    """Return the buoys reached along a course, each with the number of squares entered by then."""
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
    """Return the number of squares after which the port opens for the boat; `None` if it stays closed."""
    if reached == len(sea.buoys):
        return 0
    return buoys[-1][1] if reached + len(buoys) == len(sea.buoys) else None


def _into_port(sea: Sea, course: Course, home_after: int | None) -> Course:
    """Return what the port allows of a course (section 3). Without `home_after` the port is closed."""
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


# What other boats and sharks allow


class Voyage(NamedTuple):
    """A boat's path with its start, the reached buoys with their squares, the ending, and the shark or 0."""

    path: tuple[Position, ...]
    buoys: tuple[tuple[int, Square], ...]
    ending: Ending
    position: Position
    met: int = 0


def boat_refusal(now: Situation, course: Course) -> Refusal | None:
    """Return why the mover's boat cannot sail this course; `None` if it can."""
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
    """Return the refusal of a step. A shark ahead takes precedence over the ban on leaving the port again."""
    barred = now.options.boat_meets_shark == "blocked" and refusal.at in now.sharks
    return Refusal("blocked_shark", refusal.at) if barred and refusal.code == "left_port_again" else refusal


def sail_boat(now: Situation, start: Position, course: Course) -> Voyage:
    """Return the voyage of the mover's boat on a possible course. `start` is its square or a port square."""
    squares = course.squares
    if course.mask & now.shark_mask:
        entered = _first_shark(now, course)
        met = now.sharks.index(squares[entered]) + 1
        path = (start, *squares[:entered])
        # A boat never enters the shark's square, so it does not reach a buoy there.
        buoys = tuple([(buoy, path[after]) for buoy, after in course.buoys if after <= entered])
        return Voyage(path, buoys, "met_shark", TOW, met)
    path = (start, *squares)
    buoys = tuple([(buoy, path[after]) for buoy, after in course.buoys])
    if path[-1] in now.sea.islands:
        return Voyage(path, buoys, "landed", path[-1])
    if not squares:
        return Voyage(path, buoys, "stayed", start)
    if path[-1] in now.sea.port:
        return Voyage(path, buoys, "finished", PORT)
    return Voyage(path, buoys, "sailed", path[-1])


def _first_shark(now: Situation, course: Course) -> int:
    return next(n for n, square in enumerate(course.squares) if square in now.sharks)


def shark_refusal(now: Situation, shark: int, course: Course) -> Refusal | None:
    """Return why a shark, counted from 1, cannot sail this course; `None` if it can.

    Unless `shark_finishes` is on, steps after a hit may be impossible (R8). Boats are safe in a calm opening.
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
    """Return the number of squares that a shark enters before it meets a boat; `None` if it meets none."""
    return next((n for n, square in enumerate(squares) if now.sea.bit[square] & now.boat_mask), None)


# Boats that are sent back


def free(now: Situation, square: Square) -> bool:
    """Return whether a boat may be put on a square: open sea without a boat or a shark."""
    return bool(now.sea.bit[square] & now.sea.open_mask & ~now.boat_mask & ~now.shark_mask)


def refuge(now: Situation, seat: int) -> Position:
    """Return the position of a boat that is sent back without a choice and has left its old square."""
    last = now.reached[seat - 1]
    if not last:
        return PORT
    return next(square for square in now.sea.moorings(last) if free(now, square))


def choosable(now: Situation, seat: int) -> tuple[Square, ...]:
    """Return the free squares among the four at the seat's last buoy, clockwise from the north-west."""
    four = now.sea.moorings(now.reached[seat - 1])[:4]
    return tuple(square for square in four if free(now, square))


def sent_back(now: Situation, seat: int) -> Situation:
    """Return the situation after a boat is sent back to its last buoy or the port, or taken in tow."""
    lifted = now.with_boat(seat, TOW)
    choosing = now.options.comeback == "choose" and seat != now.mover and now.reached[seat - 1]
    return lifted if choosing else lifted.with_boat(seat, refuge(lifted, seat))


# Situations after movements, without repellents


def after_boat(now: Situation, start: Position, course: Course) -> Situation:
    """Return the situation after the mover's boat has sailed a legal course."""
    voyage = sail_boat(now, start, course)
    then = now.with_boat(now.mover, voyage.position)
    if voyage.buoys:
        then = then.with_reached(now.mover, voyage.buoys[-1][0])
    return sent_back(then, now.mover) if voyage.met else then


def sail_shark(now: Situation, shark: int, course: Course) -> tuple[Situation, tuple[int, ...]]:
    """Return the situation and the seats hit after a shark's course, if nobody uses a repellent."""
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
