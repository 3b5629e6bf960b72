"""Advice: the action that the bot would choose for a player, and the reason."""

from random import Random
from typing import NamedTuple

from rules.engine.action import Action
from rules.engine.decision import Decision
from rules.engine.game import AnyGame, State
from rules.engine.policy import Policy, imagined, steady
from rules.engine.reasons import reason


class Advice(NamedTuple):
    """A recommended action, and a sentence with the reason, in which "It" is the action."""

    action: Action
    reason: str


def advice(game: AnyGame, state: State, decision: Decision, policy: Policy = steady) -> Advice:
    """Return the action that `policy` chooses for the decision's seat, and the reason.

    The policy's luck depends only on what the seat sees, so the same position always has the same advice, and
    advice reveals neither hidden things nor coming rolls.
    """
    luck = luck_of_looks(game, state, decision.seat)
    action = policy(game, state, decision, luck)
    return Advice(action, reason(game, imagined(game, state, decision.seat, luck), decision, action))


def luck_of_looks(game: AnyGame, state: State, seat: int) -> Random:
    """Return a source of luck that depends only on what the seat sees."""
    seen = game.view_to_choose(state, seat).model_dump_json()
    return Random(f"{seat} {seen}")  # noqa: S311 - it reveals no dice
