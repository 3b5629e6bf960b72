"""The types of requests to a game, and their effects."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bot.sessions.outbox_planner import Posts
from bot.store.rows import EntryRow, GameRow
from rules.engine.event import Event
from rules.engine.match import Advance, Match

Doing = Callable[[GameRow, Match], Advance]
"""Makes an entry for a game, or raises an error if the actor may not do so. The queue calls the function."""

Reseating = Callable[[GameRow, Match], tuple[GameRow, Advance]]
"""Makes an entry, and changes the game's row."""

Owing = Callable[[GameRow, EntryRow], Posts]
"""Returns the posts for an entry, given the game after the entry."""

Travelling = Callable[[GameRow, Match, Sequence[EntryRow]], tuple[GameRow, Advance]]
"""Makes an entry, and changes the game's row, given the whole journal."""

Rearrangement = Callable[[GameRow], GameRow]
"""Returns a changed row of a game, or raises an error."""


@dataclass(frozen=True)
class Report:
    """The effects of one request: the game afterwards and the new entries, oldest first."""

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
