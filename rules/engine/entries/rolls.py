"""Dice: values that game masters force, and new dice in place of dice that were seen."""

from collections.abc import Sequence

from rules.engine.chance import Forced, Value
from rules.engine.entries.draft import EntryDraft
from rules.engine.entry import Actor, Entry
from rules.engine.errors import NotNow
from rules.engine.forced_rolls import MOST_WAITING, Waiting, grouped, must_fit, set_by, without, written
from rules.engine.game import AnyGame
from rules.engine.journal import has_seen_dice
from rules.engine.situation import Situation


class Force(EntryDraft):
    """Values for a future roll, or for several rolls with one label. `label` and `seat` select the rolls."""

    values: Sequence[Value]
    label: str = ""
    seat: int = 0

    def check(self, match: Situation, actor: Actor) -> None:
        if len(match.forced) >= MOST_WAITING:
            raise NotNow(
                "Too many forced rolls are waiting. /gm task:forced lists them, and can cancel them."
            )

    def holds(self, match: Situation) -> dict[str, object]:
        what = written(grouped(match.game, match.shown, self.values, self.label, self.seat))
        ahead = sum((one.label, one.seat) == (self.label, self.seat) for one in match.position.forced)
        return {"seat": self.seat, "what": what, "label": self.label, "ahead": ahead}

    @classmethod
    def repeated(cls, game: AnyGame, entry: Entry) -> EntryDraft:
        """Return the same draft. Raises NotNow if no roll can show the values."""
        must_fit(game, entry.what, entry.label)
        return super().repeated(game, entry)

    @classmethod
    def forced(cls, old: tuple[Forced, ...], entry: Entry) -> tuple[Forced, ...]:
        return (*old, *set_by(entry.number, entry.what, entry.label, entry.seat))


class Unforce(EntryDraft):
    """The cancellation of forced rolls that still wait. `waiting` is an item of `Situation.forced`."""

    waiting: Waiting

    def holds(self, match: Situation) -> dict[str, object]:
        return {"seat": self.waiting.seat, "what": self.waiting.what, "label": self.waiting.label}

    @classmethod
    def forced(cls, old: tuple[Forced, ...], entry: Entry) -> tuple[Forced, ...]:
        """Remove the values of the earliest matching `force`. Raises NotNow if no matching `force` waits."""
        return without(old, entry.what, entry.label, entry.seat)


class Fresh(EntryDraft):
    """New dice: dice that were seen before an undo do not come again."""

    def check(self, match: Situation, actor: Actor) -> None:
        if not has_seen_dice(match.entries, match.position.head):
            raise NotNow(
                "No dice were seen that could come again: nothing was undone, or the game has moved on since."
                " Nobody knows the coming dice anyway."
            )
