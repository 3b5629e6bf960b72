"""The quick player for the strong player's simulated turns, and the value of a race after these turns."""

from rules.engine.action import Action
from rules.engine.chance import Luck
from rules.engine.decision import Decision
from rules.port_flower.actions import Move
from rules.port_flower.policy import balance, not_sailing, way_to_go
from rules.port_flower.state import RaceState, ShareWind

WHIM = 0.01
"""The size of random differences in value, which decide among equal movements."""


def outlook(state: RaceState, seat: int) -> float:
    """Return the leading rival's distance left minus the seat's distance left, in steps, ignoring dice."""
    if (settled := not_sailing(state, seat)) is not None:
        return settled
    now = state.situation()
    ways = {boat: way_to_go(now, boat) for boat in state.active}
    return min(way for boat, way in ways.items() if boat != seat) - ways[seat]


def quick(state: RaceState, decision: Decision, luck: Luck) -> Action | None:
    """Return the movement that leads to the best situation; answer other questions at random."""
    if not isinstance(state.task, ShareWind):
        return luck.choice(decision.actions) if decision.actions else None
    plans, seat = state.plans(), decision.seat
    choices = plans.choices
    worths = [balance(plans.after(one), seat) + WHIM * luck.random() for one in choices]
    return Move.of(choices[worths.index(max(worths))])
