"""What a seat will do automatically. Only the seat knows of these entries."""

from rules.engine.entries.draft import EntryDraft
from rules.engine.entry import Actor, Entry
from rules.engine.errors import NotNow
from rules.engine.plans import MOST_PLANS, WAIT
from rules.engine.position import Plan
from rules.engine.situation import Situation


class MakePlan(EntryDraft):
    """A plan of what a seat does when it is next asked or, if it `waits`, when it is asked for that."""

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
    """The end of a plan. The system gives up what the rules refuse, and all that the seat planned after it.

    `what` are the actions left undone, if others of that plan were done.
    """

    plan: Plan
    what: str = ""

    def holds(self, match: Situation) -> dict[str, object]:
        return {"seat": self.plan.seat, "what": self.what, "plan": self.plan.entry, "veiled": True}

    @classmethod
    def drops(cls, plan: Plan, entry: Entry) -> bool:
        """Drop the plan, and if the system gives it up, the seat's later ones."""
        if plan.seat != entry.seat:
            return False
        return plan.entry == entry.plan or (entry.actor.role == "system" and plan.entry > entry.plan)
