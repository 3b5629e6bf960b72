"""Reasons for a choice in words: the `Game.in_favour` reasons that most other choices do not have."""

from collections.abc import Sequence

from rules.engine.action import Action
from rules.engine.decision import Decision
from rules.engine.game import AnyGame, State
from rules.engine.wording import listed

COMPARED = 40
"""The maximum number of other choices with which a choice is compared."""

TOLD = 2
"""The maximum number of reasons that are given for a choice."""

NOTHING_BETTER = "I looked ahead and found nothing better."
ONLY = "There is nothing else to do."
VARIED = "The choice is secret, so I do not always take the best one: nobody can predict mine."


def reason(game: AnyGame, state: State, decision: Decision, action: Action) -> str:
    """Return a sentence with reasons for an action, in which "It" is the action.

    Without reasons that most other choices do not have, the sentence says how the action was found. `state`
    must contain nothing that the seat cannot see (see `rules.engine.policy.imagined`).
    """
    others = _spread([one for one in decision.distinct if one != action])
    if not others and not decision.forms:
        return ONLY
    of_others = [game.in_favour(state, decision.seat, other) for other in others]
    shares = {
        point: sum(point in points for points in of_others)
        for point in game.in_favour(state, decision.seat, action)
    }
    # Reasons that half of the choices share come last.
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
