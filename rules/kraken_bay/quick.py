"""The fast player, with which the strong player simulates turns.

The fast player plans the rest of its turn as in `policy.py`, and performs the first action of the plan.
"""

from typing import TypeAlias

from rules.engine.action import Action
from rules.engine.chance import Luck
from rules.engine.decision import Decision
from rules.kraken_bay.actions import Attack, EndTurn, Greed, RollDice, Sail, Tow
from rules.kraken_bay.board import Space
from rules.kraken_bay.policy import STEADY, TOW, Plan, ending
from rules.kraken_bay.state import BayState

AT_ONCE = 0.4
"""The minimum value of an action before the roll or during a course. A better action may come later."""

NOTHING = 0.0, ""
"""The value and the target if no action is possible."""

Trip: TypeAlias = tuple[float, int, str, str | None]
"""A course: its value, the number of its actions, its steps, and the steps before its first action.

The last item is `None` if the course has no action.
"""

Front: TypeAlias = dict[Space, Trip]
"""The best trip to each space."""


def plain(_: object, state: BayState, decision: Decision, luck: Luck) -> Action:
    """Return the fast player's action, as a policy for simulations."""
    return quick(state, decision, luck)


def quick(state: BayState, decision: Decision, luck: Luck) -> Action:
    """Return the first action of the best plan or, before the first round, a random character."""
    turn = state.turn
    if turn is None:
        return luck.choice(decision.actions)
    plan = Plan(STEADY, state, turn)
    if turn.greed_credit and plan.actions:
        return Greed()
    here = state.here(turn.ship)
    worth, target = max(plan.deeds(here), default=NOTHING) if plan.actions else NOTHING
    deed = Tow() if target == TOW else Attack(target=target)
    if turn.rolled == "no":
        return deed if worth >= AT_ONCE else RollDice()
    if leg := _first_leg(plan):
        return Sail(course=leg)
    return deed if target else EndTurn()


def _first_leg(plan: Plan) -> str:
    """Return the part of the best course before its first action; empty if an action comes first."""
    front = _with_deeds(plan, {plan.state.here(plan.name): (0.0, 0, "", None)})
    fronts = [front]
    for _ in range(plan.move):
        front = _with_deeds(plan, _further(plan, front))
        if not front:
            break
        fronts.append(front)
    if plan.state.options.movement == "full":
        del fronts[:-1]
    trips = ((at, trip) for front in fronts for at, trip in front.items())
    ends = {at: ending(plan.state, plan.name, at) for front in fronts for at in front}
    _, (_, _, way, leg) = max(trips, key=lambda one: one[1][0] + ends[one[0]])
    return way if leg is None else leg


def _further(plan: Plan, front: Front) -> Front:
    """Extend the trips by one step. Return the best trip to each space."""
    found: Front = {}
    for at, (worth, done, way, leg) in front.items():
        for to, more, step in plan.steps_from(at):
            there = found.get(to)
            if there is None or worth + more > there[0]:
                found[to] = worth + more, done, way + step, leg
    return found


def _with_deeds(plan: Plan, front: Front) -> Front:
    """Spend remaining actions at the end of each trip if the best action there is worth `AT_ONCE` or more."""
    for at, (worth, done, way, leg) in front.items():
        if done < plan.actions and (worths := plan.deeds_at(at)) and worths[0] >= AT_ONCE:
            together = worths[: plan.actions - done]
            front[at] = worth + together[-1], done + len(together), way, way if leg is None else leg
    return front
