"""Undo and redo: entries that select another position as the current position."""

from rules.engine.entries.draft import EntryDraft, must_allow
from rules.engine.entries.play import Act
from rules.engine.entry import Actor, Entry
from rules.engine.errors import NotNow
from rules.engine.game import AnyGame
from rules.engine.journal import is_step, undone, unheard
from rules.engine.position import Plan
from rules.engine.situation import Situation


class Undo(EntryDraft):
    """The return to the position after step `to` of the current line.

    `seat` is the seat that takes back alone, or 0 if a game master goes back or all agreed. The entry is
    `veiled` if others know none of the steps that it undoes.
    """

    travels = True
    plays_on = True

    to: int
    seat: int = 0
    veiled: bool = False

    def check(self, match: Situation, actor: Actor) -> None:
        if self.to == match.position.head or self.to not in match.within_reach():
            raise NotNow("Nobody can go back to that point. Choose a point from the list.")

    def holds(self, match: Situation) -> dict[str, object]:
        return {"parent": self.to, "left": match.position.head, "seat": self.seat, "veiled": self.veiled}

    @classmethod
    def repeated(cls, game: AnyGame, entry: Entry) -> "Undo":
        return Undo(entry.parent, entry.seat, entry.veiled)

    @classmethod
    def keeps(cls, seat: int, entry: Entry) -> bool:
        """Keep the questions of others if a seat takes back alone. After other undos, ask everybody again."""
        return entry.seat not in {0, seat}

    @classmethod
    def drops(cls, plan: Plan, entry: Entry) -> bool:
        """Drop all plans or, if nobody else notices the undo, only the plans of its seat."""
        return not entry.secret or entry.seat == plan.seat


class TakeBack(EntryDraft):
    """An undo of the last action of `seat` by its player alone."""

    kind = "undo"

    seat: int

    def check(self, match: Situation, actor: Actor) -> None:
        must_allow(match.position.status, Act)
        if not match.position.back or match.position.back_seat != self.seat:
            raise NotNow(
                "You can take back only your own last action, and only until dice are rolled, something"
                " hidden is shown or somebody else decides. A game master can undo more with /gm task:undo."
            )

    def holds(self, match: Situation) -> dict[str, object]:
        head, goal = match.position.head, match.position.back
        undo = Undo(goal, self.seat, veiled=unheard(match.entries, head, goal))
        return {**undo.holds(match), "reason": "taken back"}


class Redo(EntryDraft):
    """The return to the undone position after step `to`. 0 means the position that the last undo left."""

    travels = True
    asks_again = True
    drops_plans = True

    to: int = 0

    def check(self, match: Situation, actor: Actor) -> None:
        goal = self._goal(match)
        if not is_step(match.entries, goal) or goal in match.line():
            raise NotNow("There is nothing to redo: the game has moved on since the last undo.")

    def _goal(self, match: Situation) -> int:
        return self.to or undone(match.entries, match.position.head)

    def holds(self, match: Situation) -> dict[str, object]:
        return {"parent": self._goal(match), "left": match.position.head}

    @classmethod
    def repeated(cls, game: AnyGame, entry: Entry) -> "Redo":
        return Redo(entry.parent)
