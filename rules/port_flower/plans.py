"""Plans: the movements a seat may choose, and whether a turn can be completed (sections 6 and 7).

A movement is legal if it can be sailed now and the rest of the turn can be completed after it.
"""

from collections.abc import Iterator
from functools import cache, cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple, TypeAlias

from rules.engine.cache import Cache
from rules.port_flower.board import PORT, Position, Square
from rules.port_flower.route import Hand, Route, routes
from rules.port_flower.sailing import (
    Course,
    Situation,
    after_boat,
    boat_course,
    boat_refusal,
    departure,
    sail_shark,
    shark_course,
    shark_refusal,
)
from rules.port_flower.sea import Refusal, Sea

BOAT = "boat"
PIECES = (BOAT, "shark1", "shark2", "shark3", "shark4")
MOST_DICE = 4
FEWEST_DICE = 3


class Movement(NamedTuple):
    """A piece, its canonical route and, for a boat that leaves the port, the square by which it leaves."""

    piece: str
    route: Route
    leaves_by: Square | None = None


Moved: TypeAlias = tuple[tuple[str, int], ...]
"""The pieces that have moved in a turn, in order, and the number of dice that each used."""


class Progress(NamedTuple):
    """The progress of a turn: the unused dice with their values, and the pieces that moved."""

    left: Hand
    moved: Moved

    def after(self, piece: str, dice: str) -> "Progress":
        """Return the progress after `piece` has used `dice`."""
        left = tuple([die for die in self.left if die[0] not in dice])
        return Progress(left, (*self.moved, (piece, len(dice))))


@cache
def movable(sharks: int, sharks_per_turn: int, moved: Moved) -> tuple[str, ...]:
    """Return the pieces that may still move in a turn with `sharks` sharks on the chart."""
    done = {piece for piece, _ in moved}
    pieces = PIECES[: sharks + 1] if len(done - {BOAT}) < sharks_per_turn else PIECES[:1]
    return tuple(piece for piece in pieces if piece not in done)


@cache
def dice_counts(sharks_per_turn: int, moved: Moved) -> tuple[int, ...]:
    """Return the dice counts allowed next. A turn uses 3 or 4 dice, and each piece uses at least 1."""
    most = 3 if sharks_per_turn == 1 else 2
    used = sum(count for _, count in moved)
    others = sharks_per_turn - len(moved)
    return tuple(
        count
        for count in range(1, most + 1)
        if used + count + others <= MOST_DICE and used + count + others * most >= FEWEST_DICE
    )


_Ahead: TypeAlias = tuple[tuple[Position, ...], tuple[int, ...], tuple[Square, ...], Progress]
"""A key for the rest of a turn: the boats, the buoys reached, the sharks, and the turn's progress."""

_Boats: TypeAlias = tuple[tuple[Position, ...], tuple[int, ...]]
"""The positions of the boats, and the buoys that they have reached."""


@lru_cache(maxsize=64)
def plans_for(now: Situation, progress: Progress) -> "Plans":
    """Return the plans of a situation, cached because labels, menus and pictures of a turn all need them."""
    return Plans(now, progress)


class Plans:
    """The movements that are possible in one situation of one turn."""

    def __init__(self, now: Situation, progress: Progress) -> None:
        self.now = now
        self.progress = progress
        self._sharks_per_turn = now.options.sharks_per_turn
        self._completable: Cache[_Ahead, bool] = Cache()

    @cached_property
    def choices(self) -> tuple[Movement, ...]:
        """All legal movements, in the order of section 7."""
        movements = (
            movement
            for piece in self._movable(self.progress)
            for route in self._routes(self.progress)
            for movement in self._ways(piece, route)
        )
        return tuple(movement for movement in movements if self.refusal(movement) is None)

    def exist(self) -> bool:
        """Return whether the turn can be completed."""
        return not self.open_pieces or self._find_completion(self.now, self.progress)

    def ends(self) -> Iterator[Situation]:
        """Yield the possible ends of the turn without repellents, one for each state of boats and buoys."""
        return self._ends(self.now, self.progress, set())

    def _ends(self, now: Situation, progress: Progress, met: set[_Ahead | _Boats]) -> Iterator[Situation]:
        """Yield the turn's ends that `now` can lead to, except the ends that are in `met` already."""
        last = len(progress.moved) == self._sharks_per_turn
        for piece in self._movable(progress):
            for dice, start, course in self._courses(now, progress, piece):
                # An end is known by its boats and buoys, which a last shark without a hit does not change.
                unhurt = last and piece != BOAT and not course.mask & now.boat_mask
                then = now if unhurt else _after(now, piece, start, course)
                if last:
                    if (end := (then.boats, then.reached)) not in met:
                        met.add(end)
                        yield then
                    continue
                rest = progress.after(piece, dice)
                if (ahead := (then.boats, then.reached, then.sharks, rest)) not in met:
                    met.add(ahead)
                    yield from self._ends(then, rest, met)

    def _courses(
        self, now: Situation, progress: Progress, piece: str
    ) -> Iterator[tuple[str, Position, Course]]:
        """Yield the courses that a piece can sail, each with its dice and its start."""
        sea, own, reached = now.sea, now.own, now.reached[now.mover - 1]
        shark = PIECES.index(piece)
        for route in self._routes(progress):
            if piece != BOAT:
                at = now.sharks[shark - 1]
                course = shark_course(sea, at, route)
                if shark_refusal(now, shark, course) is None:
                    yield route.dice, at, course
                continue
            for start in _departures(sea, route) if own == PORT and route.legs else (own,):
                course = boat_course(sea, start, reached, route)
                if boat_refusal(now, course) is None:
                    yield route.dice, start, course

    def refusal(self, movement: Movement) -> Refusal | None:
        """Return why a movement with allowed dice is not legal, or `None` if it is legal."""
        if movement.piece == BOAT and self.now.own == PORT and movement.route.legs:
            leaves_by = movement.leaves_by or ""
            refusal = departure(self.now.sea, leaves_by, movement.route)
            if refusal is not None:
                return refusal
        course = self.course(movement)
        if movement.piece == BOAT:
            refusal = boat_refusal(self.now, course)
        else:
            refusal = shark_refusal(self.now, PIECES.index(movement.piece), course)
        if refusal is not None or self.open_pieces <= 1:
            return refusal
        rest = self.progress.after(movement.piece, movement.route.dice)
        return None if self._can_complete(self.after(movement), rest) else Refusal("no_completion")

    def leaving_by(self, route: Route) -> Square | Refusal:
        """Return the only port square by which a boat can sail the route, or else a refusal (section 7)."""
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
        """Return the course of a movement's piece on the chart."""
        now = self.now
        if movement.piece == BOAT:
            start = movement.leaves_by or now.own
            return boat_course(now.sea, start, now.reached[now.mover - 1], movement.route)
        return shark_course(now.sea, now.sharks[PIECES.index(movement.piece) - 1], movement.route)

    def after(self, movement: Movement) -> Situation:
        """Return the situation after a movement that can be sailed."""
        return _after(self.now, movement.piece, movement.leaves_by or self.now.own, self.course(movement))

    @property
    def open_pieces(self) -> int:
        """The number of pieces that must still move."""
        return self._sharks_per_turn + 1 - len(self.progress.moved)

    def _ways(self, piece: str, route: Route) -> Iterator[Movement]:
        """Yield the movement or, for a boat that leaves the port, one movement from each port square."""
        if piece == BOAT and self.now.own == PORT and route.legs:
            yield from (Movement(piece, route, square) for square in self.now.sea.port)
        else:
            yield Movement(piece, route)

    def _can_complete(self, now: Situation, progress: Progress) -> bool:
        """Return whether the rest of the turn can be sailed if nobody uses a repellent."""
        # The key includes the buoys reached, because a boat that is hit goes back to its last buoy.
        key = (now.boats, now.reached, now.sharks, progress)
        known = self._completable.get(key)
        if known is None:
            known = self._completable[key] = self._find_completion(now, progress)
        return known

    def _find_completion(self, now: Situation, progress: Progress) -> bool:
        last = len(progress.moved) == self._sharks_per_turn
        return any(
            last or self._can_complete(_after(now, piece, start, course), progress.after(piece, dice))
            for piece in self._movable(progress)
            for dice, start, course in self._courses(now, progress, piece)
        )

    def _routes(self, progress: Progress) -> Iterator[Route]:
        """Yield the routes of every allowed set of the unused dice, in the order of section 7."""
        for count in dice_counts(self._sharks_per_turn, progress.moved):
            for dice in combinations(progress.left, count):
                yield from routes(dice)

    def _movable(self, progress: Progress) -> tuple[str, ...]:
        return movable(len(self.now.sharks), self._sharks_per_turn, progress.moved)


def _departures(sea: Sea, route: Route) -> list[Square]:
    """Return the port squares from which the first step leads out of the port."""
    return [square for square in sea.port if departure(sea, square, route) is None]


def _after(now: Situation, piece: str, start: Position, course: Course) -> Situation:
    if piece == BOAT:
        return after_boat(now, start, course)
    return sail_shark(now, PIECES.index(piece), course)[0]
