"""The value of a race for a seat, in steps, as the steady player estimates it (section 17)."""

from rules.port_flower.board import OUT, PORT
from rules.port_flower.plans import Plans
from rules.port_flower.sailing import Situation
from rules.port_flower.state import RaceState, ShareWind

VICTORY = 1000.0
MISSED_TURN = 5.0
"""The cost of being ashore, in steps: about the distance that a boat sails in a turn."""

RIVALRY = 0.25
"""The weight of the leading rival's distance left, relative to the seat's own distance left."""


def evaluate(state: RaceState, seat: int) -> float:
    """Return the position's value for the seat. In the seat's own turn, assume the best movements."""
    if (settled := not_sailing(state, seat)) is not None:
        return settled
    if isinstance(state.task, ShareWind) and state.turn_seat == seat:
        return best_completion(state.plans())
    return balance(state.situation(), seat)


def not_sailing(state: RaceState, seat: int) -> float | None:
    """Return the value of a race that is over or has no course yet; `None` while boats sail."""
    if state.result is not None:
        return VICTORY if seat in state.result.winners else -VICTORY
    return 0.0 if len(state.buoys) < state.options.buoys else None


def best_completion(plans: Plans) -> float:
    """Return the value of the best situation in which the turn can end, for the seat whose turn it is."""
    if not plans.open_pieces:
        return balance(plans.now, plans.now.mover)
    return max((balance(end, plans.now.mover) for end in plans.ends()), default=-VICTORY)


def balance(now: Situation, seat: int) -> float:
    """Return the leading rival's weighted distance left minus the seat's distance left; `VICTORY` at home."""
    ways = {rival: way_to_go(now, rival) for rival, at in enumerate(now.boats, 1) if at != OUT}
    own = ways.pop(seat, 0.0)
    if own == 0:
        return VICTORY
    return RIVALRY * min(ways.values(), default=0.0) - own


def way_to_go(now: Situation, seat: int) -> float:
    """Return the steps left along the course. A boat in tow counts as being at its last buoy."""
    sea, boat, reached = now.sea, now.boats[seat - 1], now.reached[seat - 1]
    rest = sea.leg_lengths[reached:]
    if boat == PORT:
        return 0.0 if reached == len(sea.buoys) else float(sum(rest))
    if boat not in sea.bit:
        return float(sum(rest))
    ashore = MISSED_TURN if boat in sea.islands else 0.0
    return ashore + sea.to_go(boat, reached + 1) + sum(rest[1:])
