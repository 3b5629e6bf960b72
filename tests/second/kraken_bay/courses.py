"""Courses: their legality, and the best courses to a place (section 7.1) or to safety (section 12)."""

from collections.abc import Iterable
from dataclasses import dataclass

from tests.second.kraken_bay import sea
from tests.second.kraken_bay.bay import Bay
from tests.second.kraken_bay.pieces import HOMES, Ship, Turn

STEPS = "oai"
"""The letters in alphabetical order, for comparing courses as strings."""


def course_fault(bay: Bay, ship: Ship, turn: Turn, course: Iterable[str]) -> str | None:
    """Return the refusal of a course, or None. The check is complete before anything moves."""
    course = list(course)
    if ship.character != "explorer" and any(step in {"ti", "to"} for step in course):
        return "not_explorer"
    if len(course) > turn.move_left:
        return "course_too_long"
    space, heading, turned, towing = ship.space, ship.heading, turn.turned, ship.tow is not None
    for step in course:
        if step in {"ti", "to"}:
            if turned:
                return "already_turned"
            turned, heading = True, -heading
            to = sea.turns(space).get(step)
        else:
            to = sea.steps(space, heading).get(step)
        if to is None:
            return "no_such_step"
        fault = bay.no_room(ship.character, to, towing=towing)
        if fault is not None:
            return fault
        space = to
        towing = towing and space != HOMES[ship.character]
    return None


@dataclass(frozen=True)
class Course:
    """A course of `a`, `i`, `o`, and what a ship meets on it."""

    text: str
    end: str
    towing: bool
    hazards: int = 0
    useful: int = 0

    @property
    def worth(self) -> tuple[int, int, list[int]]:
        """A sort key for courses of one length: fewest hazards, most useful chits, smallest string."""
        return self.hazards, -self.useful, [STEPS.index(step) for step in self.text]

    @property
    def safety(self) -> tuple[int, str, list[int]]:
        """A sort key for absent ships' courses: fewest hazards, outermost final lane, smallest string."""
        return self.hazards, sea.lane(self.end), [STEPS.index(step) for step in self.text]


def hazards_on(bay: Bay, ship: Ship, space: str) -> int:
    bomb = bay.bombs.get(space)
    plague = bay.chits.get(space) == "plague" and ship.character != "houseboat"
    return (space in bay.awake()) + (bomb is not None and not bomb.fused) + plague


def useful_on(bay: Bay, ship: Ship, space: str) -> int:
    chit = bay.chits.get(space)
    return int(chit is not None and (chit != "plague" or ship.character == "houseboat"))


def next_courses(bay: Bay, ship: Ship, course: Course) -> Iterable[Course]:
    """Yield the courses that continue `course` by one legal step."""
    for step, to in sea.steps(course.end, ship.heading).items():
        if bay.no_room(ship.character, to, towing=course.towing) is None:
            yield Course(
                course.text + step,
                to,
                course.towing and to != HOMES[ship.character],
                course.hazards + hazards_on(bay, ship, to),
                course.useful + useful_on(bay, ship, to),
            )


def courses_by_length(bay: Bay, ship: Ship, longest: int, *, for_safety: bool) -> list[list[Course]]:
    """Return the courses that may be the best, by length: one for each end, with and without a tow.

    Two courses of one length to one end continue in the same way, so the worse of them can be dropped.
    """

    def worth(course: Course) -> tuple[object, ...]:
        return course.safety if for_safety else course.worth

    layers = [[Course("", ship.space, ship.tow is not None)]]
    while len(layers) <= longest:
        best: dict[tuple[str, bool], Course] = {}
        for course in layers[-1]:
            for longer in next_courses(bay, ship, course):
                key = longer.end, longer.towing
                if key not in best or worth(longer) < worth(best[key]):
                    best[key] = longer
        if not best:
            break
        layers.append(list(best.values()))
    return layers


def safe_course(bay: Bay, ship: Ship, turn: Turn) -> str:
    """Return the course of an absent ship; empty if no step is possible."""
    longest = courses_by_length(bay, ship, turn.move_left, for_safety=True)[-1]
    safe = [course for course in longest if bay.time == 1 or not sea.is_red(course.end)]
    return min(safe or longest, key=lambda course: course.safety).text


def suggested_course(bay: Bay, ship: Ship, turn: Turn, to: str) -> str | None:
    """Return the best course to the space `to` (`suggest_course`), or None if no course leads there."""
    layers = courses_by_length(bay, ship, turn.move_left, for_safety=False)[1:]
    there = [course for layer in layers for course in layer if course.end == to]
    if not there:
        return None
    return min(there, key=lambda c: (c.worth[:2], len(c.text), c.worth[2])).text
