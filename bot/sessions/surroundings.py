"""The objects that all games share: the store, the clock, the delivery of posts, the bot as a player."""

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
        """Deliver these posts of the game, which were stored."""
        ...

    def look_up(self, game: str) -> None:
        """Read the game's posts from the store, where posts may be due that were not announced with `owe`."""
        ...

    def held(self, game: str) -> AbstractContextManager[None]:
        """Hold back the game's posts within the block, because they are about to change."""
        ...

    def trouble(self, game: str, channel: int) -> str:
        """Return why the game's posts do not reach the channel; empty if they do."""
        ...

    async def shown(self, game: str) -> None:
        """Wait until no post of the game is being delivered."""
        ...


class Surroundings(Protocol):
    """The objects that all games of a process share."""

    store: Store
    announcer: Announcer
    machine: BotPlayer
    spectators: Spectators
    results: ResultKeeper
    now: Callable[[], int]
    """The time, in seconds since 1970."""
    new_seed: Callable[[], bytes]

    async def stored(self, game: str) -> tuple[GameRow, Sequence[PostRow]]:
        """Return a game by its id, and its current posts. Raises NoGame, NotRead and Damaged."""
        ...

    def presses(self, row: GameRow, start: int) -> tuple[str, ...]:
        """Return Discord's id of the press that filled each seat, and last the id of the press of Start."""
        ...

    def wake(self, game: str) -> None:
        """Let the game continue in a separate task."""
        ...
