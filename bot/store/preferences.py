"""Preferences of people, which apply on all servers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from bot.store.availability import QuietHours, Vacation

Reminders = Literal["twice", "once", "never"]
"""The number of reminders that a person wants for a question."""

Way = Literal["channel", "direct", "none"]
"""How a person wants to be notified: by a mention in the channel, by a direct message, or not at all."""


@dataclass(frozen=True)
class Preferences:
    """A person's preferences. The defaults are for people who chose nothing.

    - `on_deck` is true if the person wants to be notified when their turn is next.
    - `closed` is true if the person wanted direct messages, but the account refused one.
    - `quiet` are the daily hours without notifications, and `away` are the vacations.
    - `answers` maps a game's slug to the notations of standing orders with which the person begins that game.
    - `previews` is true if the person wants to see the result of a choice before confirming the choice.
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
        """Return the end of the quiet hours that contain the time `at`, or else `at`."""
        return self.quiet.over(at) if self.quiet else at

    def told_from(self, at: int) -> int:
        """Return the time `at`, moved past vacations and then past quiet hours that contain the time."""
        for away in sorted(self.away):
            if away.began <= at < away.ended:
                at = away.ended
        return self.callable_from(at)

    def unreachable(self) -> "Preferences":
        """Return the changed preferences of a person whose account has refused a direct message."""
        way = "channel" if self.way == "direct" else self.way
        return replace(self, way=way, closed=True, on_deck=False)


class PreferenceBook:
    """The preferences of all people, which the store and all its games share."""

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
