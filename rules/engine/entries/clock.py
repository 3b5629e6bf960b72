"""Changes of the time limits: another pace, and more time for open questions."""

from rules.engine.decision import Awaited
from rules.engine.entries.draft import EntryDraft
from rules.engine.entry import Actor, Entry
from rules.engine.errors import NotNow
from rules.engine.position import Position
from rules.engine.situation import Situation
from rules.engine.time_control import SHORTER, TimeControl


class SetClock(EntryDraft):
    """A new time control. Open questions get their full new time."""

    kind = "clock"

    pace: TimeControl

    def check(self, match: Situation, actor: Actor) -> None:
        if self.pace == match.pace:
            raise NotNow("The clock is set like that already. Nothing was changed.")

    def holds(self, match: Situation) -> dict[str, object]:
        return {"pace": self.pace, "label": SHORTER if self.pace.is_shorter_than(match.pace) else ""}

    @classmethod
    def in_time(cls, asked: Awaited, old: Position, entry: Entry, pace: TimeControl) -> Awaited:
        # A pause adds its length when it ends, so a limit set during a pause counts from the pause's start.
        return pace.anew(asked, old.paused or entry.at)


class Extend(EntryDraft):
    """More time for the open question of a seat; with seat 0, for all open questions."""

    seat: int
    seconds: int

    def check(self, match: Situation, actor: Actor) -> None:
        asked = (one for one in match.position.awaited if self.seat in {0, one.seat})
        if not any(match.deadline(one.seat) for one in asked):
            raise NotNow("No clock is running there: the open question has no time limit.")

    def holds(self, match: Situation) -> dict[str, object]:
        return {"seat": self.seat, "what": str(self.seconds)}

    @classmethod
    def in_time(cls, asked: Awaited, old: Position, entry: Entry, pace: TimeControl) -> Awaited:
        if entry.seat not in {0, asked.seat} or not pace.allows(asked.clock):
            return asked
        return asked.model_copy(update={"extra": asked.extra + int(entry.what)})
