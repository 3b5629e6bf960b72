"""What a request does to a game, and what it did."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bot.sessions.outbox_planner import Posts
from bot.store.rows import EntryRow, GameRow
from rules.engine.event import Event
from rules.engine.match import Advance, Match

Doing = Callable[[GameRow, Match], Advance]
"""Makes one more entry.

It is called when the queue reaches it, and checks the actor against the game as it is then.
"""

Reseating = Callable[[GameRow, Match], tuple[GameRow, Advance]]
"""The same if the game's row changes as well: who has which seat."""

Owing = Callable[[GameRow, EntryRow], Posts]
"""Returns the posts for an entry, given the game after it."""

Travelling = Callable[[GameRow, Match, Sequence[EntryRow]], tuple[GameRow, Advance]]
"""The same with the whole journal at hand."""

Rearrangement = Callable[[GameRow], GameRow]
"""Returns a new game row; called in the queue, and raises objections."""


@dataclass(frozen=True)
class Report:
    """The effects of one request: its entries, oldest first, and the game afterwards."""

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
