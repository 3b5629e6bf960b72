"""The results of movements, in the words of a choice (section 7, menus)."""

from collections.abc import Hashable
from functools import lru_cache

from rules.engine.action import Action
from rules.engine.wording import counted
from rules.port_flower.actions import Move
from rules.port_flower.board import PORT
from rules.port_flower.landings import result
from rules.port_flower.orders import movement_of
from rules.port_flower.plans import BOAT, PIECES, Movement, Plans
from rules.port_flower.sailing import Ending, next_hit, sail_boat
from rules.port_flower.state import RaceState


def boat_or_shark(piece: str) -> str:
    """Return the name of a piece: `Boat`, `Shark 2`."""
    return "Boat" if piece == BOAT else f"Shark {PIECES.index(piece)}"


def piece_name(state: RaceState, piece: str) -> str:
    """Return a piece with its position: `Shark 2 at J6`."""
    if piece != BOAT:
        number = PIECES.index(piece)
        return f"Shark {number} at {state.sharks[number - 1]}"
    position = state.seat(state.turn_seat).position
    return "Your boat in port" if position == PORT else f"Your boat at {position}"


def leads_to(state: RaceState, seat: int, action: Action) -> str:  # noqa: ARG001
    """Return the result of a movement, such as `to H6, buoy 3` (section 7)."""
    return forecast(state.plans(), movement_of(state, action)) if isinstance(action, Move) else ""


def forecast(plans: Plans, movement: Movement) -> str:
    """Return the result of a legal movement: `to H6, buoy 3`, `hits Seat 2`, `stays`."""
    course = plans.course(movement)
    if movement.piece != BOAT:
        return _shark_forecast(plans, movement)
    voyage = sail_boat(plans.now, movement.leaves_by or plans.now.own, course)
    buoys = f", buoy{'s' * (len(voyage.buoys) > 1)} " + "+".join(str(buoy) for buoy, _ in voyage.buoys)
    ends: dict[Ending, str] = {
        "stayed": "stays",
        "met_shark": f"meets shark {voyage.met}",
        "finished": "home",
        "landed": f"ashore at {voyage.position}",
        "sailed": f"to {voyage.position}",
    }
    return ends[voyage.ending] + (buoys if voyage.buoys else "")


@lru_cache(maxsize=64)
def told_by_ends(plans: Plans, wary: tuple[int, ...]) -> frozenset[Movement]:
    """Return the movements whose forecast identifies their result."""
    found: dict[tuple[str, str], set[Hashable]] = {}
    told = {movement: (movement.piece, forecast(plans, movement)) for movement in plans.choices}
    for movement, words in told.items():
        found.setdefault(words, set()).add(result(plans, movement, wary))
    return frozenset(movement for movement, words in told.items() if len(found[words]) == 1)


def remaining(plans: Plans, movement: Movement) -> str:
    """Return the wind dice left for the pieces that sail afterwards: `N4 S2 W0 remain`."""
    left = [f"{die}{value}" for die, value in plans.progress.left if die not in movement.route.dice]
    return f"{' '.join(left)} remain{'s' * (len(left) == 1)}"


def sets_back(plans: Plans, movement: Movement) -> bool:
    """Return whether a movement sends the chooser's own boat back."""
    course, now = plans.course(movement), plans.now
    if movement.piece == BOAT:
        return bool(sail_boat(now, movement.leaves_by or now.own, course).met)
    met = next_hit(now, course.squares)
    return met is not None and now.boat_at(course.squares[met]) == now.mover


def to_go(plans: Plans, movement: Movement) -> str:
    """Return the distance left after a boat's movement, such as `3 squares to buoy 2`; empty for sharks."""
    if movement.piece != BOAT:
        return ""
    then = plans.after(movement)
    due = then.reached[then.mover - 1] + 1
    left = counted(then.sea.to_go(then.own, due), "square")
    if due > len(then.sea.buoys):
        return "" if then.own in {PORT, *then.sea.port} else f"{left} to go home"
    return f"{left} to buoy {due}"


def _shark_forecast(plans: Plans, movement: Movement) -> str:
    squares = plans.course(movement).squares
    if not squares:
        return "stays"
    met = next_hit(plans.now, squares)
    if met is None:
        return f"to {squares[-1]}"
    seat = plans.now.boat_at(squares[met])
    return "hits your own boat" if seat == plans.now.mover else f"hits Seat {seat}"
