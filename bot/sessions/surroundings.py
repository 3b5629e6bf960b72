"""Protocols for the objects that all games of a process share."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from bot.records.results import ResultKeeper
from bot.sessions.bot_player import BotPlayer
from bot.sessions.spectators import Spectators
from bot.store.rows import GameRow, PostRow
from bot.store.store import Store


class Announcer(Protocol):
    """Delivers the posts of games."""

    def owe(self, game: str, posts: Sequence[PostRow]) -> None:
        """Deliver these stored posts of the game."""

    def look_up(self, game: str) -> None:
        """Read the game's due posts from the store, because `owe` may not have been called for them."""

    def held(self, game: str) -> AbstractContextManager[None]:
        """Hold back the game's posts within the block."""

    def trouble(self, game: str, channel: int) -> str:
        """Return why the game's posts do not reach the channel; empty if they reach it."""

    async def shown(self, game: str) -> None:
        """Wait until no post of the game is being delivered."""


class Surroundings(Protocol):
    """The objects that all games of a process share. `Tables` implements this protocol."""

    store: Store
    announcer: Announcer
    machine: BotPlayer
    spectators: Spectators
    results: ResultKeeper
    now: Callable[[], int]
    """The time, in seconds since 1970."""
    new_seed: Callable[[], bytes]

    async def stored(self, game: str) -> tuple[GameRow, Sequence[PostRow]]:
        """See `Tables.stored`."""

    def presses(self, row: GameRow, start: int) -> tuple[str, ...]:
        """See `Tables.presses`."""

    def wake(self, game: str) -> None:
        """See `Tables.wake`."""
