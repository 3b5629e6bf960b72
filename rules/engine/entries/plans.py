"""Plans: what a seat will do automatically when it is asked. Only the seat knows its plans.

Plans depend on their position, so an undo, a redo, an amendment or a new player drops them. A plan that does
not wait is also dropped when its seat does something else first.
"""

from rules.engine.entries.draft import EntryDraft
from rules.engine.entry import Actor, Entry
from rules.engine.errors import NotNow
from rules.engine.position import WAIT, Plan
from rules.engine.situation import Situation

MOST_PLANS = 12
"""The maximum number of plans of a seat."""


class MakePlan(EntryDraft):
    """A plan for the seat's next question or, with `waits`, for its next question that the action fits."""

    kind = "plan"

    seat: int
    what: str
    waits: bool = False

    def check(self, match: Situation, actor: Actor) -> None:
        if len(match.plans_of(self.seat)) >= MOST_PLANS:
            raise NotNow("You have too many waiting plans. /game plan gives one up.")

    def holds(self, match: Situation) -> dict[str, object]:
        return {"seat": self.seat, "what": self.what, "label": WAIT if self.waits else "", "veiled": True}

    @classmethod
    def plans(cls, old: tuple[Plan, ...], entry: Entry) -> tuple[Plan, ...]:
        made = Plan(entry=entry.number, seat=entry.seat, what=entry.what, waits=entry.label == WAIT)
        return (*old, made)


class Unplan(EntryDraft):
    """The end of a plan. If the rules refuse a plan, the system ends it with all later plans of the seat.

    `what` contains the actions that are left undone, if the plan was partly carried out.
    """

    plan: Plan
    what: str = ""

    def holds(self, match: Situation) -> dict[str, object]:
        return {"seat": self.plan.seat, "what": self.what, "plan": self.plan.entry, "veiled": True}

    @classmethod
    def drops(cls, plan: Plan, entry: Entry) -> bool:
        """Drop the plan and, if the system gives it up, all later plans of the seat."""
        if plan.seat != entry.seat:
            return False
        return plan.entry == entry.plan or (entry.actor.role == "system" and plan.entry > entry.plan)
