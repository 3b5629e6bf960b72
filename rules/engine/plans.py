"""Plans: what a seat will do automatically when it is asked. Only that seat knows them.

A plan depends on the position it was made in. It is dropped when play is undone or redone, when the state is
amended, and when its seat gets another player. It is also dropped when its seat does something else first,
unless the plan waits for its question.
"""

from rules.engine.action import Action, Resign
from rules.engine.decision import Decision
from rules.engine.entry import Entry
from rules.engine.position import Plan

WAIT = "wait"
"""The label of a plan for the next question that takes such an action, whatever is asked before."""

MOST_PLANS = 12
"""The most waiting plans of one seat."""


def plans_after(plans: tuple[Plan, ...], entry: Entry) -> tuple[Plan, ...]:
    """Return the plans after that entry: those that are left, and the one it adds."""
    if entry.kind == "plan":
        return (*plans, Plan(entry=entry.number, seat=entry.seat, what=entry.what, waits=entry.label == WAIT))
    return tuple(plan for plan in plans if not _drops(entry, plan)) if plans else ()


def _drops(entry: Entry, plan: Plan) -> bool:
    if entry.kind in {"undo", "redo", "restored", "rules", "end", "amend"} and not entry.secret:
        return True
    if entry.seat != plan.seat:
        return False
    if entry.kind == "undo":
        return True
    if entry.kind == "unplan":
        return plan.entry == entry.plan or (entry.actor.role == "system" and plan.entry > entry.plan)
    if entry.kind == "substitute" or (entry.kind == "act" and entry.what == Resign.kind):
        return True
    return plan.entry == entry.plan or (entry.decides and not entry.plan and not plan.waits)


def takes(decision: Decision, action: Action) -> bool:
    """Return whether that kind of action, or one it stands for, answers the question."""
    kinds = (type(action), *action.stands_for)
    offered = (*decision.actions, *(form.action for form in decision.forms), *decision.shortcuts)
    return any(isinstance(one, kinds) for one in offered)
