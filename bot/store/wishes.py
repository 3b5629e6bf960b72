"""What people wish for themselves, on all servers: how, how often and when the bot calls them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from bot.store.quiet_hours import QuietHours, Vacation

Reminders = Literal["twice", "once", "never"]
"""How often somebody wishes to be reminded of a question."""

Way = Literal["channel", "direct", "none"]
"""How somebody wishes to be called: by a mention in the channel, by a direct message, or not at all."""


@dataclass(frozen=True)
class Wishes:
    """One person's. Who never said anything has these.

    `on_deck`: they wish to know when they are next. `closed`: they wished for direct messages, but let none
    in. In `quiet` hours they are not called.
    """

    user: int
    reminders: Reminders = "twice"
    way: Way = "channel"
    on_deck: bool = False
    closed: bool = False
    quiet: QuietHours | None = None
    away: tuple[Vacation, ...] = ()

    def callable_from(self, at: int) -> int:
        """When they may be called who are to be called at that time."""
        return self.quiet.over(at) if self.quiet else at

    def unreachable(self) -> "Wishes":
        """The same, where direct messages did not reach them."""
        way = "channel" if self.way == "direct" else self.way
        return replace(self, way=way, closed=True, on_deck=False)


class WishBook:
    """Everybody's. A store has one of these, and so have all the games that were read from it."""

    def __init__(self, known: Iterable[Wishes] = ()) -> None:
        self._known = {one.user: one for one in known}

    def of(self, user: int) -> Wishes:
        """What that user wishes."""
        return self._known.get(user) or Wishes(user)

    def put(self, wishes: Wishes) -> None:
        """They wish this from now on."""
        self._known[wishes.user] = wishes

    def drop(self, user: int) -> None:
        """Nothing is known of them any more."""
        self._known.pop(user, None)

    def with_clocks(self) -> list[int]:
        """The users whose quiet hours or vacations can stop a clock."""
        return [one.user for one in self._known.values() if one.quiet or one.away]
