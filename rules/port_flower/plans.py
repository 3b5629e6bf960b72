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
    after_shark,
    boat_course,
    boat_refusal,
    departure,
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
    """Return how many dice the next movement may use: a turn uses 3 or 4, each piece at least 1."""
    most = 3 if sharks_per_turn == 1 else 2
    used = sum(count for _, count in moved)
    others = sharks_per_turn - len(moved)
    return tuple(
        count
        for count in range(1, most + 1)
        if used + count + others <= MOST_DICE and used + count + others * most >= FEWEST_DICE
    )


def routes_of(left: Hand, counts: tuple[int, ...]) -> Iterator[Route]:
    """Yield the routes of every allowed set of the unused dice, in the order of the list of choices."""
    for count in counts:
        for dice in combinations(left, count):
            yield from routes(dice)


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

    def choices(self) -> tuple[Movement, ...]:
        """Return all legal movements, in the order of section 7."""
        return self._listed

    @cached_property
    def _listed(self) -> tuple[Movement, ...]:
        return tuple(self._choices())

    def _choices(self) -> Iterator[Movement]:
        for piece in self._movable(self.progress):
            for route in self._routes(self.progress):
                for movement in self._ways(piece, route):
                    if self.refusal(movement) is None:
                        yield movement

    def exist(self) -> bool:
        """Return whether the turn can be completed."""
        return not self.open_pieces or self._find_completion(self.now, self.progress)

    def ends(self) -> Iterator[Situation]:
        """Yield the possible ends of the turn without repellents, one for each state of boats and buoys."""
        return self._ends(self.now, self.progress, set())

    def _ends(self, now: Situation, progress: Progress, met: set[_Ahead | _Boats]) -> Iterator[Situation]:
        """Yield the ends that follow `now` and are not in `met` yet."""
        last = len(progress.moved) == self._sharks_per_turn
        for piece in self._movable(progress):
            sailed = (
                self._boat_ends(now, progress) if piece == BOAT else self._shark_ends(now, progress, piece)
            )
            for dice, then in sailed:
                if last:
                    if (end := (then.boats, then.reached)) not in met:
                        met.add(end)
                        yield then
                    continue
                rest = progress.after(piece, dice)
                if (ahead := (then.boats, then.reached, then.sharks, rest)) not in met:
                    met.add(ahead)
                    yield from self._ends(then, rest, met)

    def _boat_ends(self, now: Situation, progress: Progress) -> Iterator[tuple[str, Situation]]:
        """Yield the situations to which the boat can sail, with the dice that it uses."""
        sea, own, reached = now.sea, now.own, now.reached[now.mover - 1]
        for route in self._routes(progress):
            for start in _departures(sea, route) if own == PORT and route.legs else (own,):
                course = boat_course(sea, start, reached, route)
                if boat_refusal(now, course) is None:
                    yield route.dice, after_boat(now, start, course)

    def _shark_ends(self, now: Situation, progress: Progress, piece: str) -> Iterator[tuple[str, Situation]]:
        """Yield the situations to which a shark can sail, with the dice that it uses.

        A last movement that hits no boat yields `now`, because only the boats matter then.
        """
        shark = _number(piece)
        last = len(progress.moved) == self._sharks_per_turn
        for route in self._routes(progress):
            course = shark_course(now.sea, now.sharks[shark - 1], route)
            if shark_refusal(now, shark, course) is None:
                unhurt = last and not course.mask & now.boat_mask
                yield route.dice, now if unhurt else after_shark(now, shark, course)

    def refusal(self, movement: Movement) -> Refusal | None:
        """Return why a movement with allowed dice is not legal; `None` if it is."""
        if movement.piece == BOAT and self.now.own == PORT and movement.route.legs:
            leaves_by = movement.leaves_by or ""
            refusal = departure(self.now.sea, leaves_by, movement.route)
            if refusal is not None:
                return refusal
        return self._sailing_refusal(movement) or self._completion_refusal(movement)

    def leaving_by(self, route: Route) -> Square | Refusal:
        """Return the only port square by which a boat can sail the route; else a refusal (section 7)."""
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
        if movement.piece == BOAT:
            return _boat_course(self.now, movement.leaves_by or self.now.own, movement.route)
        return shark_course(self.now.sea, self.now.sharks[_number(movement.piece) - 1], movement.route)

    def after(self, movement: Movement) -> Situation:
        """Return the situation after a movement that can be sailed."""
        return _after(self.now, movement.piece, movement.leaves_by or self.now.own, self.course(movement))

    def then(self, movement: Movement) -> "Plans":
        """Return the plans for the rest of the turn after a movement that can be sailed."""
        return Plans(self.after(movement), self.progress.after(movement.piece, movement.route.dice))

    @property
    def open_pieces(self) -> int:
        """The number of pieces that must still move."""
        return self._sharks_per_turn + 1 - len(self.progress.moved)

    def _ways(self, piece: str, route: Route) -> Iterator[Movement]:
        """Yield the movement; for a boat that leaves the port, a movement from each port square."""
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
        if self.open_pieces <= 1:
            return None
        rest = self.progress.after(movement.piece, movement.route.dice)
        return None if self._can_complete(self.after(movement), rest) else Refusal("no_completion")

    def _can_complete(self, now: Situation, progress: Progress) -> bool:
        """Return whether the rest of the turn can be sailed if nobody uses a repellent."""
        # The buoys reached are part of the key because they decide where a boat that is hit is put.
        key = (now.boats, now.reached, now.sharks, progress)
        known = self._completable.get(key)
        if known is None:
            known = self._completable[key] = self._find_completion(now, progress)
        return known

    def _find_completion(self, now: Situation, progress: Progress) -> bool:
        """Return whether the search finds movements that complete the turn."""
        for piece in self._movable(progress):
            if piece == BOAT:
                found = self._boat_completes(now, progress)
            else:
                found = self._shark_completes(now, progress, _number(piece))
            if found:
                return True
        return False

    def _boat_completes(self, now: Situation, progress: Progress) -> bool:
        last = len(progress.moved) == self._sharks_per_turn
        sea, own, reached = now.sea, now.own, now.reached[now.mover - 1]
        for route in self._routes(progress):
            for start in _departures(sea, route) if own == PORT and route.legs else (own,):
                course = boat_course(sea, start, reached, route)
                if boat_refusal(now, course) is None and (
                    last
                    or self._can_complete(after_boat(now, start, course), progress.after(BOAT, route.dice))
                ):
                    return True
        return False

    def _shark_completes(self, now: Situation, progress: Progress, shark: int) -> bool:
        last = len(progress.moved) == self._sharks_per_turn
        start, piece = now.sharks[shark - 1], PIECES[shark]
        for route in self._routes(progress):
            course = shark_course(now.sea, start, route)
            if shark_refusal(now, shark, course) is None and (
                last or self._can_complete(after_shark(now, shark, course), progress.after(piece, route.dice))
            ):
                return True
        return False

    def _routes(self, progress: Progress) -> Iterator[Route]:
        return routes_of(progress.left, dice_counts(self._sharks_per_turn, progress.moved))

    def _movable(self, progress: Progress) -> tuple[str, ...]:
        return movable(len(self.now.sharks), self._sharks_per_turn, progress.moved)


def _number(shark: str) -> int:
    """Return the number of a shark from the name of its piece."""
    return PIECES.index(shark)


def _departures(sea: Sea, route: Route) -> list[Square]:
    """Return the port squares from which the first step leads out of the port."""
    return [square for square in sea.port if departure(sea, square, route) is None]


def _boat_course(now: Situation, start: Position, route: Route) -> Course:
    return boat_course(now.sea, start, now.reached[now.mover - 1], route)


def _after(now: Situation, piece: str, start: Position, course: Course) -> Situation:
    return after_boat(now, start, course) if piece == BOAT else after_shark(now, _number(piece), course)
