"""What a movement leads to, in the words of a choice (section 7, menus)."""

from rules.port_flower.headings import suit_name
from rules.port_flower.plans import BOAT, PIECES, Movement, Plans
from rules.port_flower.sailing import PORT, next_hit, sail_boat
from rules.port_flower.state import RaceState


def boat_or_shark(piece: str) -> str:
    """`Boat`, `Shark 2`."""
    return "Boat" if piece == BOAT else f"Shark {PIECES.index(piece)}"


def piece_name(state: RaceState, piece: str) -> str:
    """A piece of the turn and where it lies."""
    if piece != BOAT:
        number = PIECES.index(piece)
        return f"Shark {number} at {state.sharks[number - 1]}"
    position = state.seat(state.turn_seat).position
    return "Your boat in port" if position == PORT else f"Your boat at {position}"


def forecast(plans: Plans, movement: Movement) -> str:
    """What a legal movement leads to: `to H6, buoy 3`, `hits Crown at F6`, `stay (N0)`."""
    course = plans.course(movement)
    if movement.piece != BOAT:
        return _shark_forecast(plans, movement)
    voyage = sail_boat(plans.now, movement.leaves_by or plans.now.own, course)
    buoys = "".join(f", buoy {buoy}" for buoy, _ in voyage.buoys)
    match voyage.ending:
        case "stayed":
            return f"stay ({movement.route.text}){buoys}"
        case "met_shark":
            return f"meets shark {voyage.met} at {plans.now.sharks[voyage.met - 1]}{buoys}"
        case "finished":
            return f"home{buoys}"
        case "landed":
            return f"ashore at {voyage.position}{buoys}"
        case _:
            return f"to {voyage.position}{buoys}"


def to_go(plans: Plans, movement: Movement) -> str:
    """How far the turn's boat has still to sail after a legal movement of its own; else nothing."""
    if movement.piece != BOAT:
        return ""
    then = plans.after(movement)
    due = then.reached[then.mover - 1] + 1
    left = then.sea.to_go_from_port(due) if then.own == PORT else then.sea.to_go(then.own, due)
    if due > len(then.sea.buoys):
        return "" if then.own in {PORT, *then.sea.port} else f"{_squares(left)} to go home"
    return f"{_squares(left)} to buoy {due}"


def _squares(number: int) -> str:
    return "1 square" if number == 1 else f"{number} squares"


def _shark_forecast(plans: Plans, movement: Movement) -> str:
    squares = plans.course(movement).squares
    if not squares:
        return f"stay ({movement.route.text})"
    met = next_hit(plans.now, squares)
    if met is None:
        return f"to {squares[-1]}"
    seat = plans.now.boat_at(squares[met])
    return f"hits {'your boat' if seat == plans.now.mover else suit_name(seat)} at {squares[met]}"
