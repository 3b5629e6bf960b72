"""Requests to a game's table: a visit, and a press, which is a visit by a control."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from bot.handlers.responses import Interaction, Response
from bot.posts import menus
from bot.posts.control_ids import ControlId
from bot.sessions.table import Table


@dataclass(frozen=True)
class Visit:
    """A user's request to the game at `table`, by a command or a control; `answer` is the response."""

    answer: Response
    table: Table

    @property
    def interaction(self) -> Interaction:
        """The interaction that made the request."""
        return self.answer.interaction

    @property
    def user(self) -> int:
        """The user's id."""
        return self.interaction.user.id

    @property
    def machine(self) -> int:
        """The bot's user id."""
        return self.interaction.client.tables.machine.user

    @property
    def once(self) -> int:
        """The interaction's id, by which a request takes effect only once."""
        return self.interaction.id

    @property
    def now(self) -> int:
        """The time, in seconds since 1970."""
        return self.interaction.client.now()


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
    def number(self) -> int:
        """The first of the answers as a number; 0 if it is not a number."""
        first = "".join(self.path[:1])
        return int(first) if first.isdecimal() else 0

    @property
    def value(self) -> str:
        """The value chosen from a menu; empty if there is none."""
        return self.values[0] if self.values else ""


@dataclass(frozen=True)
class Press(Input, Visit):
    """One use of a game's control."""


Handler = Callable[[Press], Awaitable[None]]
