"""The ends of movements, as menus and the private picture offer them (section 7)."""

from collections.abc import Hashable, Mapping
from functools import lru_cache

from rules.engine.form import MENU_LIMIT
from rules.port_flower.board import PORT, TOW, Position, Square
from rules.port_flower.plans import BOAT, PIECES, Movement, Plans
from rules.port_flower.sailing import next_hit, sail_boat, sail_shark
from rules.port_flower.state import RaceState, ShareWind


def destination(plans: Plans, movement: Movement) -> Position:
    """Return where a legal movement ends: a boat before a shark it meets, and a shark on a boat it hits."""
    course = plans.course(movement)
    if movement.piece == BOAT:
        return sail_boat(plans.now, movement.leaves_by or plans.now.own, course).path[-1]
    squares = course.squares
    if not squares:
        return plans.now.sharks[int(movement.piece[-1]) - 1]
    met = next_hit(plans.now, squares)
    return squares[-1 if met is None else met]


def outcome(plans: Plans, movement: Movement) -> str:
    """Return the end of a movement and the buoys that it reaches, in words."""
    end = destination(plans, movement)
    if movement.piece != BOAT:
        return end
    voyage = sail_boat(plans.now, movement.leaves_by or plans.now.own, plans.course(movement))
    return " ".join([end, *(f"buoy {number}" for number, _ in voyage.buoys)])


STAYS = "stays"
SHARKS = "sharks"


def answers(plans: Plans, movement: Movement, wary: tuple[int, ...]) -> tuple[str, ...]:
    """Return the answers that lead to a movement: boat or shark, and the route.

    All routes of a piece that stays share an answer. If a menu has no room for the routes of all sharks, each
    shark has its own answer. If a menu has no room for a piece's routes, the end comes before the route. If
    a menu has no room for the ends, the column comes before the end.
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
    """Return the pieces with too many choices for a menu. `sharks` stands for all sharks together."""
    ways: dict[str, set[Hashable]] = {}
    for movement in plans.choices:
        if not outdone(plans, movement):
            piece = movement.piece
            way: Hashable = (piece, STAYS) if stays(plans, movement) else result(plans, movement, wary)
            for group in (piece,) if piece == BOAT else (piece, SHARKS):
                ways.setdefault(group, set()).add(way)
    return frozenset(group for group, found in ways.items() if len(found) > MENU_LIMIT)


def stays(plans: Plans, movement: Movement) -> bool:
    """Return whether a movement enters no square and reaches no buoy."""
    end = outcome(plans, movement)
    here = plans.now.own if movement.piece == BOAT else plans.now.sharks[int(movement.piece[-1]) - 1]
    return end == here and not plans.course(movement).squares


def outdone(plans: Plans, movement: Movement) -> bool:
    """Return whether a movement would end in the same way without one of its dice that show 0.

    The movement with fewer dice is never worse, because another piece may use the unused die.
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
    """Return the sets of dice with which each piece may reach each end."""
    found: dict[tuple[str, str | None, str], set[frozenset[str]]] = {}
    for movement in plans.choices:
        key = movement.piece, movement.leaves_by, outcome(plans, movement)
        found.setdefault(key, set()).add(frozenset(movement.route.dice))
    return found


def column(plans: Plans, movement: Movement) -> str:
    """Return the column in which a movement ends, or `port`; empty if a menu has room for all ends."""
    if movement.piece not in _with_many_ends(plans):
        return ""
    end = destination(plans, movement)
    return end if end == PORT else end[0]


@lru_cache(maxsize=64)
def _with_many_ends(plans: Plans) -> frozenset[str]:
    ends: dict[str, set[str]] = {}
    for movement in plans.choices:
        ends.setdefault(movement.piece, set()).add(outcome(plans, movement))
    return frozenset(piece for piece, found in ends.items() if len(found) > MENU_LIMIT)


def wary(state: RaceState) -> tuple[int, ...]:
    """Return the seats that hold a repellent."""
    return tuple(number for number, seat in enumerate(state.seats, 1) if seat.repellents)


def result(plans: Plans, movement: Movement, wary: tuple[int, ...]) -> Hashable:
    """Return a key that is equal for movements after which everything is the same, later choices included.

    If a shark's movement hits a `wary` seat, the key is unique, because the seat may use a repellent.
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
    """Map the squares where the turn's boat could end now to their numbers in menus and on the picture."""
    if not isinstance(state.task, ShareWind):
        return {}
    return _numbered(state.plans())


@lru_cache(maxsize=64)
def _numbered(plans: Plans) -> Mapping[Square, int]:
    ends: dict[Square, int] = {}
    for movement in plans.choices:
        if movement.piece != BOAT:
            break
        end = destination(plans, movement)
        if end in plans.now.sea.bit:
            ends.setdefault(end, len(ends) + 1)
    return ends
