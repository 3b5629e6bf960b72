"""Drafts: what somebody wants to be entered in the journal."""

from dataclasses import dataclass

from rules.engine.action import Action
from rules.engine.entry import STEPS, Actor, EntryKind


@dataclass(frozen=True)
class Draft:
    """An entry before its effects are known. The fields are those of `Entry`, `goal` is an undo's parent."""

    kind: EntryKind
    actor: Actor
    at: int
    reason: str = ""
    seat: int = 0
    action: Action | None = None
    what: str = ""
    label: str = ""
    goal: int = 0
    secret: bool = False

    @property
    def free(self) -> bool:
        """Whether the action is a free one."""
        return self.action is not None and self.action.free

    @property
    def standing(self) -> bool:
        """Whether the action is a standing order."""
        return self.action is not None and self.action.standing

    @property
    def moves(self) -> bool:
        """Whether this is a step of play."""
        return self.kind in STEPS and not self.standing

    @property
    def decides(self) -> bool:
        """Whether this answers a decision."""
        return self.kind in {"act", "timeout"} and not self.free
