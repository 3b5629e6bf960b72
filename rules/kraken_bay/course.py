"""Courses: their notation, their legality, and the best course to a space (sections 7.1 and 12)."""

import re
from bisect import bisect_right
from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from rules.engine.action import repeated
from rules.kraken_bay.board import (
    CLOCKWISE,
    PIERS,
    RED,
    RING,
    STEPS,
    TURNS,
    Character,
    Heading,
    Space,
    Step,
    in_order,
)
from rules.kraken_bay.refusals import refusal
from rules.kraken_bay.state import BayState, Turn
from rules.kraken_bay.tables import CARGO, FLOATING, Chit, Stray
from rules.kraken_bay.waters import blocked_by_ship, blocked_for_tow

MOST_STEPS = 12
"""The maximum count after a step, such as 3 in `a3`, which is also the farthest that a ship can move."""

ONWARD: tuple[Step, ...] = ("a", "i", "o")
"""The steps that all ships can take."""

TURNING: tuple[Step, ...] = ("ti", "to")
"""The additional steps that turn the Explorer about."""

STEP_NAMES: tuple[Step, ...] = (*ONWARD, *TURNING)
_LEGS = re.compile(r"(ti|to|a|i|o)(?:0*([1-9]\d*))?")
_COUNTS: Mapping[str, int] = {"": 1, **{str(count): count for count in range(1, MOST_STEPS + 1)}}


class Way(NamedTuple):
    """A key that sorts courses of the same length. The best course has the smallest key.

    `missed` is minus the number of useful chits on the course. `signs` has one digit for each step (see
    `_SIGNS`).
    """

    hazards: int
    missed: int
    signs: str


@lru_cache(maxsize=512)
def read_course(text: str) -> tuple[Step, ...]:
    """Return the steps of a course such as `i2a3o`. Raises IllegalAction if the text is not a course."""
    bare = re.sub(r"[\s,]", "", text).lower()
    steps: list[Step] = []
    place = 0
    while place < len(bare):
        leg = _LEGS.match(bare, place)
        if leg is None or (leg[2] or "") not in _COUNTS:
            raise refusal("bad_course", what=repeated(text))
        name = next(step for step in STEP_NAMES if step == leg[1])
        steps += [name] * _COUNTS[leg[2] or ""]
        place = leg.end()
    if not steps:
        raise refusal("bad_course", what=repeated(text))
    return tuple(steps)


def step_to(at: Space, heading: Heading, step: Step) -> tuple[Space | None, Heading]:
    """Return the space and heading after a step. The space is `None` if the step is impossible at `at`."""
    if step in {"ti", "to"}:
        return TURNS[at].get(step), -1 if heading == CLOCKWISE else CLOCKWISE
    return STEPS[heading][at].get(step), heading


def way_of(state: BayState, name: Character, steps: Iterable[Step]) -> Iterator[Space]:
    """Yield the spaces that a ship enters on a course, in order."""
    at, heading = state.here(name), state.ships[name].heading
    for step in steps:
        to, heading = step_to(at, heading, step)
        at = to or at
        yield at


def check_course(state: BayState, turn: Turn, steps: Sequence[Step]) -> None:
    """Raise IllegalAction if a course cannot be sailed to its end (section 7.1)."""
    name = turn.ship
    if name != "explorer" and any(step in {"ti", "to"} for step in steps):
        raise refusal("not_explorer")
    if len(steps) > turn.move_left:
        raise refusal("course_too_long", steps=len(steps), left=turn.move_left)
    ship = state.ships[name]
    at, heading, tow, turned = state.here(name), ship.heading, ship.tow, turn.turned
    for step in steps:
        if step in {"ti", "to"}:
            if turned:
                raise refusal("already_turned")
            turned = True
        to, heading = step_to(at, heading, step)
        if to is None:
            raise refusal("no_such_step", at, step=step)
        if blocked_by_ship(state, name, to):
            raise refusal("blocked_by_ship", to)
        if blocked_for_tow(state, tow, to):
            raise refusal("blocked_for_tow", to)
        at = to
        if at == PIERS[name]:
            tow = None


def single_steps(state: BayState, turn: Turn) -> Iterator[Step]:
    """Yield the steps that can be sailed now, in the order a, i, o, ti, to."""
    if turn.rolled == "no" or turn.move_left < 1:
        return
    yield from onward(state, turn)
    if turn.ship == "explorer" and not turn.turned:
        tow = state.ships[turn.ship].tow
        yield from _open(state, turn.ship, tow, TURNS[state.here(turn.ship)].items())


def onward(state: BayState, turn: Turn) -> Iterator[Step]:
    """Yield the possible steps ahead, in and out. Turning about is never compulsory (R8)."""
    ship = state.ships[turn.ship]
    return _open(state, turn.ship, ship.tow, STEPS[ship.heading][state.here(turn.ship)].items())


def steps_out(state: BayState, at: Space) -> int:
    """Return the minimum number of steps to leave the red water from a space; 0 for a space outside."""
    # A step leads at most one lane outwards, but smoke in the red water can carry a ship to any space.
    if at not in RED:
        return 0
    if any(state.live(space) == "smoke" for space in RED):
        return 1
    return RING[at] - min(RING[red] for red in RED) + 1


def goes_on_from(state: BayState, turn: Turn, way: Sequence[Space]) -> bool:
    """Return whether a step ahead, in or out is possible at the end of `way`, a path without live bombs."""
    ship, home = state.ships[turn.ship], PIERS[turn.ship]
    tow = None if home in way else ship.tow
    return any(_open(state, turn.ship, tow, STEPS[ship.heading][way[-1]].items()))


def _open(
    state: BayState, name: Character, tow: Stray | None, ways: Iterable[tuple[Step, Space]]
) -> Iterator[Step]:
    for step, to in ways:
        if not (blocked_by_ship(state, name, to) or blocked_for_tow(state, tow, to)):
            yield step


class Waters(NamedTuple):
    """A ship and the board around it, as the key of a cache of courses.

    `hazards` contains a space once for each hazard there. `chits` lists the spaces with a useful chit. The
    fields are tuples because sets would be slower to make and to compare.
    """

    start: Space
    towing: bool
    heading: Heading
    home: Space
    closed: tuple[Space | None, ...]
    closed_for_tow: tuple[Space | None, ...]
    hazards: tuple[Space, ...]
    chits: tuple[Space, ...]


def _waters(state: BayState, name: Character, useful: Collection[Chit]) -> Waters:
    ship = state.ships[name]
    return Waters(
        state.here(name), ship.tow is not None, ship.heading, PIERS[name],
        tuple([other.at for other_name, other in state.ships.items() if other_name != name]),
        tuple([other.at for stray, other in state.strays.items() if stray != ship.tow]),
        tuple(_hazards(state, name)),
        tuple([at for at, chit in state.chits.items() if chit in useful]),
    )  # fmt: skip


def _layers(waters: Waters, most: int) -> Iterator[Mapping[Space, Way]]:
    """Yield mappings from spaces to the best course in exactly 1 step, then in 2, up to `most` steps.

    The courses have no turns about. If a course enters a space twice, its hazards and chits count twice.
    """
    hazards_at, chits = Counter(waters.hazards), frozenset(waters.chits)
    closed, closed_for_tow = frozenset(waters.closed), frozenset(waters.closed_for_tow)
    front = {(waters.start, waters.towing): Way(0, 0, "")}
    for _ in range(most):
        found: dict[tuple[Space, bool], Way] = {}
        for (at, towing), way in front.items():
            for sign, to in _WAYS[waters.heading][at]:
                if to in closed or (towing and to in closed_for_tow):
                    continue
                key = to, towing and to != waters.home
                new = Way(way.hazards + hazards_at[to], way.missed - (to in chits), way.signs + sign)
                if key not in found or new < found[key]:
                    found[key] = new
        if not found:
            return
        ends: dict[Space, Way] = {}
        for (at, _towing), way in found.items():
            if at not in ends or way < ends[at]:
                ends[at] = way
        yield ends
        front = found


def hazards(state: BayState, name: Character) -> Mapping[Space, int]:
    """Return the number of hazards that a ship meets on each space (section 7.1)."""
    return Counter(_hazards(state, name))


def _hazards(state: BayState, name: Character) -> Iterable[Space]:
    met = [*state.awake, *[at for at, bomb in state.bombs.items() if not bomb.fused]]
    if name != "houseboat":
        met += [at for at, chit in state.chits.items() if chit == "plague"]
    return met


class Courses:
    """The suggested courses to all spaces that a ship can reach."""

    def __init__(self, courses: Mapping[Space, str]) -> None:
        self.to = MappingProxyType(courses)
        """The course to each space. The shortest courses come first."""
        self._lengths = sorted(map(len, courses.values()))

    def within(self, steps: int) -> int:
        """Return the number of spaces that can be reached in at most `steps` steps."""
        return bisect_right(self._lengths, steps)


_NOWHERE = Courses({})


def suggested_courses(state: BayState, turn: Turn) -> Courses:
    """Return the best course to each space that the ship can reach (section 7.1, `suggest_course`)."""
    if turn.rolled == "no":
        return _NOWHERE
    useful: Collection[Chit] = FLOATING if turn.ship == "houseboat" else CARGO
    return _best_courses(_waters(state, turn.ship, useful), turn.move_left)


@lru_cache(maxsize=16)
def _best_courses(waters: Waters, most: int) -> Courses:
    # The courses are cached because the picture and each label of a menu need them.
    best: dict[Space, tuple[int, int, int, str]] = {}
    for steps, ends in enumerate(_layers(waters, most), 1):
        for to, way in ends.items():
            worth = way.hazards, way.missed, steps, way.signs
            if to not in best or worth < best[to]:
                best[to] = worth
    nearest_first = sorted(in_order(best), key=lambda to: best[to][2])
    return Courses({to: _course(best[to][-1]) for to in nearest_first})


def course_to(state: BayState, turn: Turn, space: Space) -> str:
    """Return the suggested course to a space. Raises IllegalAction before the roll or if no course exists."""
    if turn.rolled == "no":
        raise refusal("not_rolled")
    course = suggested_courses(state, turn).to.get(space)
    if course is None:
        raise refusal("no_course", space, left=turn.move_left)
    return course


def safe_course(state: BayState, turn: Turn) -> str:
    """Return the course of an absent player's ship: the safest of the longest courses (section 12)."""
    layers = deque(_layers(_waters(state, turn.ship, ()), turn.move_left), maxlen=1)
    last = layers[0] if layers else {}
    # No whirlpool follows the last round, so the red water is not dangerous then (R47).
    dreads = state.time > 1
    ends = [(to in RED and dreads, way.hazards, RING[to], way.signs) for to, way in last.items()]
    return _course(min(ends)[-1]) if ends else ""


_SIGNS: Mapping[Step, str] = {"o": "0", "a": "1", "i": "2"}
"""The digit of each step. The digits sort courses in the order o < a < i."""

_LETTERS = str.maketrans({sign: step for step, sign in _SIGNS.items()})


_WAYS: Mapping[Heading, Mapping[Space, tuple[tuple[str, Space], ...]]] = {
    heading: {at: tuple((_SIGNS[step], to) for step, to in ways.items()) for at, ways in steps.items()}
    for heading, steps in STEPS.items()
}
"""The steps by heading and space, as pairs of a digit and the next space."""


def _course(signs: str) -> str:
    return signs.translate(_LETTERS)
