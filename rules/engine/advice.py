"""Advice: what the bot would do in somebody's place, and why."""

from random import Random
from typing import NamedTuple

from rules.engine.action import Action
from rules.engine.decision import Decision
from rules.engine.game import AnyGame, State
from rules.engine.policy import Policy, imagined, steady
from rules.engine.reasons import reason


class Advice(NamedTuple):
    """What somebody should do, and why, in a sentence that calls the choice "It"."""

    action: Action
    reason: str


def advice(game: AnyGame, state: State, decision: Decision, policy: Policy = steady) -> Advice:
    """Return the action of that policy in that seat's place, and why.

    Its luck depends only on what the seat sees. So the same position gets the same advice, which reveals
    nothing hidden and no coming roll.
    """
    luck = luck_of_looks(game, state, decision.seat)
    action = policy(game, state, decision, luck)
    return Advice(action, reason(game, imagined(game, state, decision.seat, luck), decision, action))


def luck_of_looks(game: AnyGame, state: State, seat: int) -> Random:
    """Return luck that follows from what that seat sees and from nothing else."""
    seen = game.view_to_choose(state, seat).model_dump_json()
    return Random(f"{seat} {seen}")  # noqa: S311 - it foretells nothing
