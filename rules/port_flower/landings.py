"""Where movements end: so they are chosen, and numbered in menus and on the private picture (section 7)."""

from collections.abc import Mapping
from functools import lru_cache

from rules.engine.form import MENU_LIMIT
from rules.port_flower.board import Square
from rules.port_flower.plans import BOAT, Movement, Plans
from rules.port_flower.sailing import PORT, Position, next_hit, sail_boat
from rules.port_flower.state import RaceState, ShareWind


def destination(plans: Plans, movement: Movement) -> Position:
    """The square a legal movement ends on, or where it lies if it stays; `port` for a boat that stays there.

    A boat that meets a shark ends there, a shark that hits a boat where it hits.
    """
    course = plans.course(movement)
    if movement.piece == BOAT:
        return sail_boat(plans.now, movement.leaves_by or plans.now.own, course).path[-1]
    squares = course.squares
    if not squares:
        return plans.now.sharks[int(movement.piece[-1]) - 1]
    met = next_hit(plans.now, squares)
    return squares[-1 if met is None else met]


def outcome(plans: Plans, movement: Movement) -> str:
    """Where a movement ends, with the buoys it reaches: ways that come to the same have the same."""
    end = destination(plans, movement)
    if movement.piece != BOAT:
        return end
    voyage = sail_boat(plans.now, movement.leaves_by or plans.now.own, plans.course(movement))
    return " ".join([end, *(f"buoy {number}" for number, _ in voyage.buoys)])


def column(plans: Plans, movement: Movement) -> str:
    """The column of the chart a movement ends in, `port` for a boat that stays there.

    Only where its piece has more ends than a menu holds, as in the middle of the largest charts; else empty.
    """
    if movement.piece not in _with_many_ends(plans):
        return ""
    end = destination(plans, movement)
    return end if end == PORT else end[0]


@lru_cache(maxsize=64)
def _with_many_ends(plans: Plans) -> frozenset[str]:
    ends: dict[str, set[str]] = {}
    for movement in plans.choices():
        ends.setdefault(movement.piece, set()).add(outcome(plans, movement))
    return frozenset(piece for piece, found in ends.items() if len(found) > MENU_LIMIT)


def result(state: RaceState, movement: Movement) -> tuple[str | int, ...]:
    """What a movement comes to: two with the same leave the race in the same position.

    As long as another piece has to move it matters which dice are left; and where a shark may be repelled,
    how it came there.
    """
    plans = state.plans()
    now, course = plans.now, plans.course(movement)
    dice = movement.route.dice if plans.open_pieces > 1 else ""
    if movement.piece == BOAT:
        voyage = sail_boat(now, movement.leaves_by or now.own, course)
        is_home = voyage.ending == "finished"
        return BOAT, dice, voyage.position, is_home, *(buoy for buoy, _ in voyage.buoys)
    start = now.sharks[int(movement.piece[-1]) - 1]
    path = (start, *course.squares)
    met = next_hit(now, course.squares)
    if met is not None and not now.options.shark_finishes:
        path = path[: met + 2]
    prey = [square for square in path if now.boat_at(square)]
    if any(state.seat(now.boat_at(square)).repellents for square in prey):
        # It is stopped on the square before the boat; one that goes on may be stopped at several.
        return movement.piece, dice, *(path if now.options.shark_finishes else path[-2:])
    return movement.piece, dice, *prey, path[-1]


def landings(state: RaceState) -> Mapping[Square, int]:
    """The number of each square where the turn's boat could end if it sailed now: 1, 2, 3 ...

    The menus name these squares with their numbers, and the view of who chooses holds the squares in this
    order (`PortFlowerView.can_end`: the first is number 1), so that the picture can write the same numbers.
    Empty while no wind is shared out, and once the boat has moved.
    """
    if not isinstance(state.task, ShareWind):
        return {}
    return _numbered(state.plans())


@lru_cache(maxsize=64)
def _numbered(plans: Plans) -> Mapping[Square, int]:
    ends: dict[Square, int] = {}
    for movement in plans.choices():
        if movement.piece != BOAT:
            break
        end = destination(plans, movement)
        if end in plans.now.sea.bit:
            ends.setdefault(end, len(ends) + 1)
    return ends
