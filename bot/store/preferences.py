"""What people wish for themselves, on all servers: how, how often and when the bot calls them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from bot.store.availability import QuietHours, Vacation

Reminders = Literal["twice", "once", "never"]
"""How often somebody wishes to be reminded of a question."""

Way = Literal["channel", "direct", "none"]
"""How somebody wishes to be called: by a mention in the channel, by a direct message, or not at all."""


@dataclass(frozen=True)
class Preferences:
    """One person's. Who never said anything has these.

    `on_deck`: they wish to know when they are next. `closed`: they wished for direct messages, but let none
    in. In `quiet` hours they are not called. `answers` are the standing orders, as notation, with which they
    begin games, by the game's slug. `previews`: they wish to see what a choice leads to before they make it.
    """

    user: int
    reminders: Reminders = "twice"
    way: Way = "channel"
    on_deck: bool = False
    closed: bool = False
    quiet: QuietHours | None = None
    away: tuple[Vacation, ...] = ()
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    previews: bool = False

    def callable_from(self, at: int) -> int:
        """When they may be called who are to be called at that time."""
        return self.quiet.over(at) if self.quiet else at

    def told_from(self, at: int) -> int:
        """When they may be told of games that they only follow: not in a vacation either."""
        for away in sorted(self.away):
            if away.began <= at < away.ended:
                at = away.ended
        return self.callable_from(at)

    def unreachable(self) -> "Preferences":
        """The same, where direct messages did not reach them."""
        way = "channel" if self.way == "direct" else self.way
        return replace(self, way=way, closed=True, on_deck=False)


class PreferenceBook:
    """Everybody's. A store has one of these, and so have all the games that were read from it."""

    def __init__(self, known: Iterable[Preferences] = ()) -> None:
        self._known = {one.user: one for one in known}

    def of(self, user: int) -> Preferences:
        """What that user wishes."""
        return self._known.get(user) or Preferences(user)

    def put(self, wishes: Preferences) -> None:
        """They wish this from now on."""
        self._known[wishes.user] = wishes

    def drop(self, user: int) -> None:
        """Nothing is known of them any more."""
        self._known.pop(user, None)

    def with_clocks(self) -> list[int]:
        """The users whose quiet hours or vacations can stop a clock."""
        return [one.user for one in self._known.values() if one.quiet or one.away]
