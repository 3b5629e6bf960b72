"""Plans: what a seat will do automatically when it is asked. Only the seat itself knows its plans.

A plan depends on the position it was made in, so it is dropped when play is undone or redone, when the state
is amended, and when its seat gets another player. A plan is also dropped when its seat does something else
first, unless the plan waits for its question.
"""

from rules.engine.action import Action
from rules.engine.decision import Decision

WAIT = "wait"
"""The label of a plan that waits for a question that its action answers, whatever is asked before."""

MOST_PLANS = 12
"""The maximum number of waiting plans of a seat."""


def takes(decision: Decision, action: Action) -> bool:
    """Return whether the decision accepts the action's kind, or a kind that the action stands for."""
    kinds = (type(action), *action.stands_for)
    offered = (*decision.actions, *(form.action for form in decision.forms), *decision.shortcuts)
    return any(isinstance(one, kinds) for one in offered)
