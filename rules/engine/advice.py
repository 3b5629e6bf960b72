"""Advice: the action that the bot would choose for a player, and the reason."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from rules.engine.action import Action
from rules.engine.decision import Decision
from rules.engine.game import AnyGame, State
from rules.engine.policy import Policy, imagined, steady
from rules.engine.wording import listed

COMPARED = 40
"""The maximum number of other choices with which a choice is compared."""

TOLD = 2
"""The maximum number of reasons that are given for a choice."""

NOTHING_BETTER = "I looked ahead and found nothing better."
ONLY = "There is nothing else to do."
VARIED = "The choice is secret, so I do not always take the best one: nobody can predict mine."


class Advice(NamedTuple):
    """A recommended action, and a sentence with the reason. "It" in that sentence means the action."""

    action: Action
    reason: str


def advice(game: AnyGame, state: State, decision: Decision, policy: Policy = steady) -> Advice:
    """Return the action that `policy` chooses, and the reason. The same position always gets the same advice.

    The luck depends only on what the seat sees, so advice reveals neither hidden things nor coming rolls.
    """
    luck = luck_of_looks(game, state, decision.seat)
    action = policy(game, state, decision, luck)
    return Advice(action, reason(game, imagined(game, state, decision.seat, luck), decision, action))


def luck_of_looks(game: AnyGame, state: State, seat: int) -> Random:
    """Return a source of luck that depends only on what the seat sees."""
    seen = game.view_to_choose(state, seat).model_dump_json()
    return Random(f"{seat} {seen}")  # noqa: S311 - it reveals no dice


def reason(game: AnyGame, state: State, decision: Decision, action: Action) -> str:
    """Return the reasons for an action in a sentence or, without reasons, how the action was chosen.

    `state` must contain nothing that the seat cannot see (see `rules.engine.policy.imagined`).
    """
    others = _spread([one for one in decision.distinct if one != action])
    if not others and not decision.forms:
        return ONLY
    of_others = [game.in_favour(state, decision.seat, other) for other in others]
    shares = {
        point: sum(point in points for points in of_others)
        for point in game.in_favour(state, decision.seat, action)
    }
    # Drop reasons that all other choices share. Reasons that at least half of them share come last.
    apart = sorted(
        (point for point, share in shares.items() if share < len(others) or not others),
        key=lambda point: 2 * shares[point] >= len(others),
    )
    if apart:
        return f"It {listed(apart[:TOLD])}."
    return VARIED if action.secret else NOTHING_BETTER


def _spread(actions: Sequence[Action]) -> Sequence[Action]:
    """Return at most `COMPARED` of these actions, evenly spread."""
    return actions[:: -(-len(actions) // COMPARED)] if actions else actions
