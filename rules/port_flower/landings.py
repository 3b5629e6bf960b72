"""Where movements end: so they are chosen, and numbered in menus and on the private picture (section 7)."""

from collections.abc import Hashable, Mapping
from functools import lru_cache

from rules.engine.form import MENU_LIMIT
from rules.port_flower.board import Square
from rules.port_flower.plans import BOAT, PIECES, Movement, Plans
from rules.port_flower.sailing import PORT, TOW, Position, next_hit, sail_boat, sail_shark
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
    """Where a movement ends, with the buoys it reaches."""
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


def result(state: RaceState, movement: Movement) -> Hashable:
    """What a movement comes to: two with the same lead to the same position, whatever the dice show.

    As long as something else is to be decided in the turn, it matters which dice are left. Where a shark may
    be repelled, its whole way does.
    """
    plans = state.plans()
    now, course = plans.now, plans.course(movement)
    hit: tuple[int, ...] = ()
    is_home = False
    if movement.piece == BOAT:
        is_home = sail_boat(now, movement.leaves_by or now.own, course).ending == "finished"
        then = plans.after(movement)
    else:
        then, hit = sail_shark(now, PIECES.index(movement.piece), course)
        if any(state.seat(seat).repellents for seat in hit):
            return movement
    more = plans.open_pieces > 1 or TOW in then.boats
    dice = movement.route.dice if more else ""
    towed = tuple(dict.fromkeys(seat for seat in hit if then.boats[seat - 1] == TOW))
    return movement.piece, dice, is_home, then.boats, then.reached, then.sharks, towed


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
