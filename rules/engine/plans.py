"""Plans: what a seat will do by itself when it is asked, known to that seat alone.

A plan rests on the position it was made in. It is dropped when play is taken back or brought back or the
state amended, when its seat gets another player, and when its seat does something else meanwhile, unless it
waits for its question.
"""

from rules.engine.action import Action, Resign
from rules.engine.decision import Decision
from rules.engine.entry import Entry
from rules.engine.position import Plan

WAIT = "wait"
"""The label of a plan for the next question that takes such an action, whatever is asked before."""

MOST_PLANS = 12
"""Plans of one seat that may wait."""


def plans_after(plans: tuple[Plan, ...], entry: Entry) -> tuple[Plan, ...]:
    """What is left of the plans after that entry, and what it adds."""
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
    """Whether that kind of action, or one it stands for, answers what is asked."""
    kinds = (type(action), *action.stands_for)
    offered = (*decision.actions, *(form.action for form in decision.forms), *decision.shortcuts)
    return any(isinstance(one, kinds) for one in offered)
