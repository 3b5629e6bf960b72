"""Pauses, the end of a match without a result, restored copies, and newer rules."""

from rules.engine.decision import Awaited
from rules.engine.entries.draft import EntryDraft
from rules.engine.entry import Actor, Entry
from rules.engine.errors import NotNow
from rules.engine.position import Position
from rules.engine.situation import Situation
from rules.engine.time_control import TimeControl

_LOST, _MOST_LOST = 1_000, 10_000_000
"""The bounds for the stamps that are skipped when a copy is restored: one for each second of its age."""


class Pause(EntryDraft):
    """A stop of all play until `Resume`. Game masters may still correct things."""

    while_paused = False
    leads_to = "paused"


class Resume(EntryDraft):
    """The end of a pause."""

    leads_to = "running"

    @classmethod
    def in_time(cls, asked: Awaited, old: Position, entry: Entry, pace: TimeControl) -> Awaited:
        return pace.after_pause(asked, old.paused, entry.at, old.bank(asked.seat))

    @classmethod
    def missed(cls, old: tuple[int, ...], entry: Entry) -> tuple[int, ...]:
        return (0,) * len(old)


class End(EntryDraft):
    """The end of the match without a result."""

    leads_to = "ended"
    drops_plans = True


class Restore(EntryDraft):
    """A note that the match goes on from a copy. `taken` is the copy's time in seconds since 1970.

    Every question is asked again, so that controls made after the copy are invalid.
    """

    kind = "restored"
    asks_again = True
    drops_plans = True

    taken: int

    def holds(self, match: Situation) -> dict[str, object]:
        return {"what": str(self.taken)}

    @classmethod
    def lost(cls, entry: Entry) -> int:
        return max(_LOST, min(entry.at - int(entry.what), _MOST_LOST))


class NewRules(EntryDraft):
    """The change to this program's version of the rules."""

    kind = "rules"
    asks_again = True
    drops_plans = True

    def check(self, match: Situation, actor: Actor) -> None:
        if match.position.rules > match.game.rules_version:
            raise NotNow(
                f"This game was played under newer rules of {match.game.title} than this bot knows. Its host"
                " must update the bot. Nothing is lost meanwhile."
            )

    def holds(self, match: Situation) -> dict[str, object]:
        return {"what": str(match.game.rules_version)}
