"""Legal plans: which movements a seat may choose, and whether a turn can still be completed (sections 6, 7).

A movement is a legal choice if it can be sailed now and some way is left to sail the rest of the turn.
`Plans` answers both questions for one situation; it stops at the first completion it finds and remembers the
courses it has worked out, since the same few pieces sail from the same few squares in most plans.
"""

from collections.abc import Iterator
from typing import NamedTuple

from rules.port_flower.board import Square
from rules.port_flower.options import RaceOptions
from rules.port_flower.route import Hand, Route, routes, subsets
from rules.port_flower.sailing import (
    PORT,
    Course,
    Position,
    Situation,
    after_boat,
    after_shark,
    boat_course,
    boat_refusal,
    departure,
    shark_course,
    shark_refusal,
)
from rules.port_flower.sea import Refusal

BOAT = "boat"
PIECES = (BOAT, "shark1", "shark2", "shark3", "shark4")
MOST_DICE = 4
FEWEST_DICE = 3


class Movement(NamedTuple):
    """The piece, its canonical route, and for a boat that leaves the port the square it leaves by."""

    piece: str
    route: Route
    leaves_by: Square | None = None


class Progress(NamedTuple):
    """How far a turn has come: the dice left with their values, and per piece moved how many dice it used."""

    left: Hand
    moved: tuple[tuple[str, int], ...]

    def after(self, piece: str, dice: str) -> "Progress":
        """The progress once that piece has used these dice."""
        left = tuple(entry for entry in self.left if entry[0] not in dice)
        return Progress(left, (*self.moved, (piece, len(dice))))


def movable(options: RaceOptions, progress: Progress) -> tuple[str, ...]:
    """The pieces that may still move in this turn."""
    moved = {piece for piece, _ in progress.moved}
    sharks_moved = len(moved - {BOAT})
    pieces = PIECES[: options.sharks + 1] if sharks_moved < options.sharks_per_turn else PIECES[:1]
    return tuple(piece for piece in pieces if piece not in moved)


def dice_counts(options: RaceOptions, progress: Progress) -> tuple[int, ...]:
    """How many dice the next movement may use: 3 or 4 are used in all, and every piece gets one."""
    most = 3 if options.sharks_per_turn == 1 else 2
    used = sum(count for _, count in progress.moved)
    others = options.sharks_per_turn - len(progress.moved)
    return tuple(
        count
        for count in range(1, most + 1)
        if used + count + others <= MOST_DICE and used + count + others * most >= FEWEST_DICE
    )


class Plans:
    """The movements that are possible in one situation of one turn."""

    def __init__(self, now: Situation, progress: Progress) -> None:
        """Look ahead from a situation. `progress` says which dice are left and what has moved."""
        self.now = now
        self.progress = progress
        self._shark_courses: dict[tuple[Square, str], Course] = {}
        self._boat_courses: dict[tuple[Position, str], Course] = {}
        self._route_lists: dict[tuple[Hand, int], tuple[Route, ...]] = {}
        self._completable: dict[tuple[tuple[Position, ...], tuple[Square, ...], Progress], bool] = {}

    def choices(self) -> Iterator[Movement]:
        """Every legal choice, in the order of the specification."""
        for piece in movable(self.now.options, self.progress):
            for route in self._routes(self.progress):
                for movement in self._ways(piece, route):
                    if self.refusal(movement) is None:
                        yield movement

    def exist(self) -> bool:
        """Whether the turn can be completed from here."""
        return self._can_complete(self.now, self.progress)

    def refusal(self, movement: Movement) -> Refusal | None:
        """Why a movement with allowed dice is no legal choice, if it is none."""
        if movement.piece == BOAT and self.now.own == PORT and movement.route.legs:
            leaves_by = movement.leaves_by or ""
            refusal = departure(self.now.sea, leaves_by, movement.route)
            if refusal is not None:
                return refusal
        return self._sailing_refusal(movement) or self._completion_refusal(movement)

    def leaving_by(self, route: Route) -> Square | Refusal:
        """The port square for a boat that leaves the port, if only one is legal; else why none is taken."""
        port = self.now.sea.port
        refusals = {square: self.refusal(Movement(BOAT, route, square)) for square in port}
        legal = [square for square, refusal in refusals.items() if refusal is None]
        if len(legal) == 1:
            return legal[0]
        if legal:
            return Refusal("need_from")
        found = [refusal for refusal in refusals.values() if refusal is not None]
        return next((refusal for refusal in found if refusal.code != "bad_departure"), found[0])

    def course(self, movement: Movement) -> Course:
        """What the chart lets the piece of a movement sail."""
        if movement.piece == BOAT:
            return self._boat_course(self.now, movement.leaves_by or self.now.own, movement.route)
        return self._shark_course(self.now.sharks[_number(movement.piece) - 1], movement.route)

    def after(self, movement: Movement) -> Situation:
        """The situation after a movement that can be sailed."""
        return _after(self.now, movement.piece, movement.leaves_by or self.now.own, self.course(movement))

    def then(self, movement: Movement) -> "Plans":
        """The plans for the rest of the turn after a movement that can be sailed."""
        return Plans(self.after(movement), self.progress.after(movement.piece, movement.route.dice))

    @property
    def open_pieces(self) -> int:
        """How many pieces still have to move."""
        return self.now.options.sharks_per_turn + 1 - len(self.progress.moved)

    def _ways(self, piece: str, route: Route) -> Iterator[Movement]:
        """The movement; for a boat that leaves the port, one for each square it may leave by."""
        if piece == BOAT and self.now.own == PORT and route.legs:
            yield from (Movement(piece, route, square) for square in self.now.sea.port)
        else:
            yield Movement(piece, route)

    def _sailing_refusal(self, movement: Movement) -> Refusal | None:
        course = self.course(movement)
        if movement.piece == BOAT:
            return boat_refusal(self.now, course)
        return shark_refusal(self.now, _number(movement.piece), course)

    def _completion_refusal(self, movement: Movement) -> Refusal | None:
        rest = self.progress.after(movement.piece, movement.route.dice)
        if self._can_complete(self.after(movement), rest):
            return None
        return Refusal("no_completion")

    def _can_complete(self, now: Situation, progress: Progress) -> bool:
        """Whether the rest of the turn can be sailed, if nobody uses a repellent."""
        open_pieces = now.options.sharks_per_turn + 1 - len(progress.moved)
        if open_pieces == 0:
            return True
        key = (now.boats, now.sharks, progress)
        known = self._completable.get(key)
        if known is None:
            known = self._completable[key] = any(
                open_pieces == 1
                or self._can_complete(_after(now, piece, start, course), progress.after(piece, route.dice))
                for piece, route, start, course in self._sailable(now, progress)
            )
        return known

    def _sailable(self, now: Situation, progress: Progress) -> Iterator[tuple[str, Route, Position, Course]]:
        """What can be sailed next, completed or not: piece, route, where it starts, and its course."""
        choice_of_routes = self._routes(progress)
        for piece in movable(now.options, progress):
            if piece == BOAT:
                for route in choice_of_routes:
                    for start in _starts(now, route):
                        course = self._boat_course(now, start, route)
                        if boat_refusal(now, course) is None:
                            yield piece, route, start, course
            else:
                shark = _number(piece)
                start = now.sharks[shark - 1]
                for route in choice_of_routes:
                    course = self._shark_course(start, route)
                    if shark_refusal(now, shark, course) is None:
                        yield piece, route, start, course

    def _routes(self, progress: Progress) -> tuple[Route, ...]:
        """The routes with every allowed set of the dice left, in the order of the list of choices."""
        key = (progress.left, len(progress.moved))
        known = self._route_lists.get(key)
        if known is None:
            letters = "".join(die for die, _ in progress.left)
            known = self._route_lists[key] = tuple(
                route
                for count in dice_counts(self.now.options, progress)
                for subset in subsets(letters, count)
                for route in routes(tuple(entry for entry in progress.left if entry[0] in subset))
            )
        return known

    def _boat_course(self, now: Situation, start: Position, route: Route) -> Course:
        known = self._boat_courses.get((start, route.text))
        if known is None:
            known = boat_course(now.sea, now.options, start, now.reached[now.mover - 1], route)
            self._boat_courses[start, route.text] = known
        return known

    def _shark_course(self, start: Square, route: Route) -> Course:
        known = self._shark_courses.get((start, route.text))
        if known is None:
            known = self._shark_courses[start, route.text] = shark_course(self.now.sea, start, route)
        return known


def _number(shark: str) -> int:
    """The number of a shark from its piece name."""
    return PIECES.index(shark)


def _starts(now: Situation, route: Route) -> tuple[Position, ...]:
    """Where the boat may start: its square, or each port square from which the first step leads out."""
    if now.own != PORT or not route.legs:
        return (now.own,)
    return tuple(square for square in now.sea.port if departure(now.sea, square, route) is None)


def _after(now: Situation, piece: str, start: Position, course: Course) -> Situation:
    return after_boat(now, start, course) if piece == BOAT else after_shark(now, _number(piece), course)
