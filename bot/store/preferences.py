"""Preferences of people on all servers: how, how often and when the bot calls them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from bot.store.availability import QuietHours, Vacation

Reminders = Literal["twice", "once", "never"]
"""How often a person wants to be reminded of a question."""

Way = Literal["channel", "direct", "none"]
"""How a person wants to be called: by a mention in the channel, by a direct message, or not at all."""


@dataclass(frozen=True)
class Preferences:
    """A person's preferences. The defaults are for people who chose nothing.

    `on_deck`: they want to know when they are next. `closed`: they wanted direct messages, but their account
    refuses them. In `quiet` hours they are not called. `away` are their vacations. `answers` are the standing
    orders with which they begin games: slug -> notations. `previews`: they want to see what a choice leads to
    before they confirm it.
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
        """Return when they may be called for something that is due at that time."""
        return self.quiet.over(at) if self.quiet else at

    def told_from(self, at: int) -> int:
        """Return when they may be told of games that they only follow: never during a vacation."""
        for away in sorted(self.away):
            if away.began <= at < away.ended:
                at = away.ended
        return self.callable_from(at)

    def unreachable(self) -> "Preferences":
        """Return the preferences after a direct message did not reach them."""
        way = "channel" if self.way == "direct" else self.way
        return replace(self, way=way, closed=True, on_deck=False)


class PreferenceBook:
    """The preferences of all people. The store and the games read from it share one object."""

    def __init__(self, known: Iterable[Preferences] = ()) -> None:
        self._known = {one.user: one for one in known}

    def of(self, user: int) -> Preferences:
        """Return a user's preferences."""
        return self._known.get(user) or Preferences(user)

    def put(self, wishes: Preferences) -> None:
        """Set a user's preferences."""
        self._known[wishes.user] = wishes

    def drop(self, user: int) -> None:
        """Forget a user's preferences."""
        self._known.pop(user, None)
