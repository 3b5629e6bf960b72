"""The types of requests to a game, and their effects."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bot.sessions.outbox_planner import Posts
from bot.store.rows import EntryRow, GameRow
from rules.engine.event import Event
from rules.engine.match import Advance, Match

Doing = Callable[[GameRow, Match], Advance]
"""Makes an entry. The queue calls the function, which then checks whether the actor may make the entry."""

Reseating = Callable[[GameRow, Match], tuple[GameRow, Advance]]
"""Makes an entry and changes the game's row, for example the player of a seat."""

Owing = Callable[[GameRow, EntryRow], Posts]
"""Returns the posts for an entry, given the game after it."""

Travelling = Callable[[GameRow, Match, Sequence[EntryRow]], tuple[GameRow, Advance]]
"""Makes an entry and changes the game's row, given the whole journal."""

Rearrangement = Callable[[GameRow], GameRow]
"""Returns a changed game row, or raises an error. The queue calls the function."""


@dataclass(frozen=True)
class Report:
    """The effects of one request: its entries, oldest first, and the game after them."""

    row: GameRow
    match: Match
    entries: tuple[EntryRow, ...]

    @property
    def seat(self) -> int:
        """The seat that acted."""
        return self.entries[0].entry.seat


def what_happened(advance: Advance, followed: Sequence[EntryRow]) -> Iterator[Event]:
    """Yield the events of an action and of the automatic steps after it."""
    yield from advance.events
    for row in followed:
        yield from map(advance.match.game.load_event, row.events)
