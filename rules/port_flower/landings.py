"""The ends of movements: menus and the private picture offer movements by their ends (section 7)."""

from collections.abc import Hashable, Mapping
from functools import lru_cache

from rules.engine.form import MENU_LIMIT
from rules.port_flower.board import PORT, TOW, Position, Square
from rules.port_flower.plans import BOAT, PIECES, Movement, Plans
from rules.port_flower.sailing import next_hit, sail_boat, sail_shark
from rules.port_flower.state import RaceState, ShareWind


def destination(plans: Plans, movement: Movement) -> Position:
    """The square a legal movement ends on, or where it lies if it stays; `port` for a boat that stays there.

    A boat ends where it meets a shark, and a shark where it hits a boat.
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
    """Return where a movement ends, with the buoys it reaches."""
    end = destination(plans, movement)
    if movement.piece != BOAT:
        return end
    voyage = sail_boat(plans.now, movement.leaves_by or plans.now.own, plans.course(movement))
    return " ".join([end, *(f"buoy {number}" for number, _ in voyage.buoys)])


STAYS = "stays"
SHARKS = "sharks"


def answers(plans: Plans, movement: Movement, wary: tuple[int, ...]) -> tuple[str, ...]:
    """The answers that lead to a movement: boat or shark, and the way, which says where it ends.

    All ways of staying have one answer. If a menu cannot hold all answers, sharks are asked one by one, and
    ends before ways. If there are too many ends, columns are asked first.
    """
    way = f"{movement.route.text}@{movement.leaves_by}" if movement.leaves_by else movement.route.text
    crowded = _crowded(plans, wary)
    if movement.piece in crowded:
        return movement.piece, *filter(None, [column(plans, movement)]), outcome(plans, movement), way
    together = movement.piece != BOAT and SHARKS not in crowded
    group, piece = (SHARKS, f"{movement.piece} ") if together else (movement.piece, "")
    return (group, piece + STAYS, way) if stays(plans, movement) else (group, piece + way)


@lru_cache(maxsize=64)
def _crowded(plans: Plans, wary: tuple[int, ...]) -> frozenset[str]:
    """Return the pieces with more ways than a menu holds; `sharks` if all sharks together have."""
    ways: dict[str, set[Hashable]] = {}
    for movement in plans.choices():
        if not outdone(plans, movement):
            piece = movement.piece
            way: Hashable = (piece, STAYS) if stays(plans, movement) else result(plans, movement, wary)
            for group in (piece,) if piece == BOAT else (piece, SHARKS):
                ways.setdefault(group, set()).add(way)
    return frozenset(group for group, found in ways.items() if len(found) > MENU_LIMIT)


def stays(plans: Plans, movement: Movement) -> bool:
    """Whether a movement leaves its piece where it is, and reaches nothing."""
    end = outcome(plans, movement)
    here = plans.now.own if movement.piece == BOAT else plans.now.sharks[int(movement.piece[-1]) - 1]
    return end == here and not plans.course(movement).squares


def outdone(plans: Plans, movement: Movement) -> bool:
    """Return whether a movement without one of its dice that show 0 has the same result.

    That die is then left for another piece, which need not use it. So everything possible after the
    longer movement is possible after the shorter one.
    """
    if plans.open_pieces == 1:
        return False
    values = dict(plans.progress.left)
    empty = [die for die in movement.route.dice if not values[die]]
    ends = _shorter(plans)
    key = movement.piece, movement.leaves_by, outcome(plans, movement)
    return len(movement.route.dice) > 1 and any(
        frozenset(movement.route.dice) - {die} in ends.get(key, ()) for die in empty
    )


@lru_cache(maxsize=64)
def _shorter(plans: Plans) -> Mapping[tuple[str, str | None, str], set[frozenset[str]]]:
    """Return the dice with which each piece may reach each end."""
    found: dict[tuple[str, str | None, str], set[frozenset[str]]] = {}
    for movement in plans.choices():
        key = movement.piece, movement.leaves_by, outcome(plans, movement)
        found.setdefault(key, set()).add(frozenset(movement.route.dice))
    return found


def column(plans: Plans, movement: Movement) -> str:
    """The column of the chart a movement ends in, `port` for a boat that stays there.

    Empty unless its piece has more ends than a menu holds, as in the middle of the largest charts.
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


def wary(state: RaceState) -> tuple[int, ...]:
    """The seats that hold a repellent."""
    return tuple(number for number, seat in enumerate(state.seats, 1) if seat.repellents)


def result(plans: Plans, movement: Movement, wary: tuple[int, ...]) -> Hashable:
    """Return a key of a movement's result: movements with the same key lead to the same position.

    While something else is to be decided in the turn, the dice left are part of it. If a `wary` seat may
    repel a shark, the shark's whole way is part of it.
    """
    now, course = plans.now, plans.course(movement)
    hit: tuple[int, ...] = ()
    is_home = False
    if movement.piece == BOAT:
        is_home = sail_boat(now, movement.leaves_by or now.own, course).ending == "finished"
        then = plans.after(movement)
    else:
        then, hit = sail_shark(now, PIECES.index(movement.piece), course)
        if any(seat in wary for seat in hit):
            return movement
    more = plans.open_pieces > 1 or TOW in then.boats
    dice = movement.route.dice if more else ""
    towed = tuple(dict.fromkeys(seat for seat in hit if then.boats[seat - 1] == TOW))
    return movement.piece, dice, is_home, then.boats, then.reached, then.sharks, towed


def landings(state: RaceState) -> Mapping[Square, int]:
    """The number of each square where the turn's boat could end if it sailed now: 1, 2, 3 ...

    The menus name these squares with their numbers. The chooser's view holds the squares in this order
    (`PortFlowerView.can_end`: the first is number 1), so that the picture can write the same numbers. Empty
    unless a wind is being shared out, and once the boat has moved.
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
