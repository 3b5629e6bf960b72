"""The reasons that advice gives for a choice."""

from collections.abc import Iterator, Sequence

from rules.engine.action import Action
from rules.engine.wording import counted, listed
from rules.port_flower.actions import Move, PlaceBoat, Repel
from rules.port_flower.orders import movement_of
from rules.port_flower.plans import BOAT, PIECES, Movement, Plans
from rules.port_flower.sailing import next_hit, sail_boat
from rules.port_flower.state import RaceState

_ALL_SHARKS = {1: "the shark", 2: "both sharks"}


def in_favour(state: RaceState, seat: int, action: Action) -> Sequence[str]:
    """Return the reasons for an action: its gains, the distance it saves, or the boats it sends back."""
    if isinstance(action, Move):
        plans, movement = state.plans(), movement_of(state, action)
        return [*(_of_boat(plans, movement) if movement.piece == BOAT else _of_shark(plans, movement))]
    if isinstance(action, Repel):
        return ["stops the shark before it hits your boat"] if action.use else ["saves a repellent for later"]
    if isinstance(action, PlaceBoat):
        left = state.sea.to_go(action.square, state.seat(seat).reached + 1)
        return [f"leaves {counted(left, 'square')} to sail from there"]
    return ()


def _of_boat(plans: Plans, movement: Movement) -> Iterator[str]:
    now = plans.now
    due = now.reached[now.mover - 1] + 1
    voyage = sail_boat(now, movement.leaves_by or now.own, plans.course(movement))
    if voyage.ending == "finished":
        yield "brings your boat home"
    if voyage.buoys:
        yield f"takes buoy{'s' * (len(voyage.buoys) > 1)} {listed(buoy for buoy, _ in voyage.buoys)}"
    elif (
        voyage.ending not in {"finished", "met_shark"}
        and (nearer := now.sea.to_go(now.own, due) - now.sea.to_go(voyage.position, due)) > 0
    ):
        goal = "the port" if due > len(now.sea.buoys) else f"buoy {due}"
        yield f"brings your boat {counted(nearer, 'square')} nearer to {goal}"
    if not voyage.met:
        yield f"keeps your boat off {_ALL_SHARKS.get(len(now.sharks), 'all sharks')}"


def _of_shark(plans: Plans, movement: Movement) -> Iterator[str]:
    now, squares = plans.now, plans.course(movement).squares
    met = next_hit(now, squares)
    struck = 0 if met is None else now.boat_at(squares[met])
    if struck not in {0, now.mover}:
        yield f"sends the boat of Seat {struck} back"
    if struck != now.mover:
        yield f"keeps shark {PIECES.index(movement.piece)} off your own boat"
