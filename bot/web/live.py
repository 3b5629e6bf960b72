"""Notifies browsers that a game has changed. Browsers then fetch the new page, which is made only once."""

import asyncio
from contextlib import suppress

from bot.web.games import Games
from rules.engine.errors import HarbourmasterError

CALM = 0.3
"""Seconds between a change and its announcement, so that the game's channel is served first."""

PERIOD = 20.0
"""Seconds between two checks whether watched games still have pages."""


class Feed:
    """The state of a watched game: the tag of its page, or an empty text if the game has no page."""

    def __init__(self, state: str) -> None:
        self.state = state
        self.watchers = 0
        self.task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()

    def tell(self, state: str) -> None:
        """Set the page's tag, and wake the watchers if the tag has changed."""
        if state != self.state:
            self.state = state
            self._changed.set()
            self._changed = asyncio.Event()

    async def other(self, state: str, seconds: float) -> None:
        """Wait until the page's tag differs from `state`, for at most `seconds`."""
        if state == self.state:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), seconds)


class Feeds:
    """The watched games, by their names in addresses."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._feeds: dict[str, Feed] = {}
        self._sweeping: asyncio.Task[None] | None = None

    @property
    def watched(self) -> int:
        """The number of watched games."""
        return len(self._feeds)

    def start(self) -> None:
        """Begin to check whether watched games still have pages."""
        self._sweeping = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        """Release all watchers."""
        tasks = [self._sweeping, *(feed.task for feed in self._feeds.values())]
        for feed in self._feeds.values():
            feed.tell("")
        for task in filter(None, tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def join(self, name: str) -> Feed | None:
        """Begin to watch the game with this name in addresses; return its feed, or `None` without a page."""
        state = await self._state(name)
        if not state:
            return None
        feed = self._feeds.setdefault(name, Feed(state))
        feed.watchers += 1
        feed.tell(state)
        return feed

    def leave(self, name: str, feed: Feed) -> None:
        """Stop watching a game."""
        feed.watchers -= 1
        if not feed.watchers and self._feeds.get(name) is feed:
            del self._feeds[name]

    def hear(self, game: str) -> None:
        """After a short delay, notify the watchers of the game with this id that it has changed."""
        for name, feed in self._feeds.items():
            if name.startswith(f"{game}-") and (feed.task is None or feed.task.done()):
                feed.task = asyncio.create_task(self._soon(name, feed))

    async def _soon(self, name: str, feed: Feed) -> None:
        await asyncio.sleep(CALM)
        # Later changes start another task.
        feed.task = None
        await self._look(name, feed)

    async def _look(self, name: str, feed: Feed) -> None:
        with suppress(HarbourmasterError):
            # A game that cannot be read now is checked again later.
            feed.tell(await self._state(name))

    async def _state(self, name: str) -> str:
        book = await self._games.find(name)
        return (await book.game()).tag if book else ""

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(PERIOD)
            for name, feed in [*self._feeds.items()]:
                await self._look(name, feed)
