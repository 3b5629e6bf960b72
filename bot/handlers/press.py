"""A press: one use of a control, with the input that its handler needs."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from bot.handlers.visit import Visit
from bot.posts import menus
from bot.posts.control_ids import ControlId


@dataclass(frozen=True)
class Input:
    """What a user sent with a control: `values` were picked from a menu, `typed` are the fields of a form."""

    control: ControlId
    values: tuple[str, ...] = ()
    typed: Mapping[str, str] = field(default_factory=dict)

    @property
    def path(self) -> tuple[str, ...]:
        """All answers so far: the answers in the control's id, then the new answers."""
        chosen = [part for value in self.values if value != menus.DONE for part in value.split("/")]
        return (*self.control.path, *chosen)

    @property
    def name(self) -> str:
        """The first part of the control's path; empty if there is none."""
        return self.control.path[0] if self.control.path else ""

    @property
    def value(self) -> str:
        """The value chosen from a menu; empty if there is none."""
        return self.values[0] if self.values else ""


@dataclass(frozen=True)
class Press(Input, Visit):
    """One use of a game's control."""


Handler = Callable[[Press], Awaitable[None]]
