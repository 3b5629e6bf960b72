"""Tells browsers that a game went on. They fetch its page again, which is made once for all of them."""

import asyncio
from contextlib import suppress

from bot.web.games import Games
from rules.engine.errors import HarbourmasterError

CALM = 0.3
"""Seconds in which several changes of a game become one, and in which its channel is told as well."""

PERIOD = 20.0
"""Seconds after which it is looked again whether a game that is watched still has a page."""


class Feed:
    """What those who watch a game wait for. `state` is the tag of its page; empty when it has none."""

    def __init__(self, state: str) -> None:
        self.state = state
        self.watchers = 0
        self.task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()

    def tell(self, state: str) -> None:
        """The page has changed, or not."""
        if state != self.state:
            self.state = state
            self._changed.set()
            self._changed = asyncio.Event()

    async def other(self, state: str, seconds: float) -> None:
        """Wait until the state is another one, but no longer than that."""
        if state == self.state:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), seconds)


class Feeds:
    """The games that are watched just now, by what addresses call them."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._feeds: dict[str, Feed] = {}
        self._sweeping: asyncio.Task[None] | None = None

    @property
    def watched(self) -> int:
        """How many games are watched."""
        return len(self._feeds)

    def start(self) -> None:
        """Begin to look now and then whether watched games still have pages."""
        self._sweeping = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        """Let all who watch go."""
        tasks = [self._sweeping, *(feed.task for feed in self._feeds.values())]
        for feed in self._feeds.values():
            feed.tell("")
        for task in filter(None, tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def join(self, name: str) -> Feed | None:
        """Somebody watches the game of that name; `None` where it has no page."""
        state = await self._state(name)
        if not state:
            return None
        feed = self._feeds.setdefault(name, Feed(state))
        feed.watchers += 1
        feed.tell(state)
        return feed

    def leave(self, name: str, feed: Feed) -> None:
        """They watch it no more."""
        feed.watchers -= 1
        if not feed.watchers and self._feeds.get(name) is feed:
            del self._feeds[name]

    def hear(self, game: str) -> None:
        """A game has changed. The people who watch it are told in a moment."""
        for name, feed in self._feeds.items():
            if name.startswith(f"{game}-") and (feed.task is None or feed.task.done()):
                feed.task = asyncio.create_task(self._soon(name, feed))

    async def _soon(self, name: str, feed: Feed) -> None:
        await asyncio.sleep(CALM)
        # What changes from here on is looked up once more.
        feed.task = None
        await self._look(name, feed)

    async def _look(self, name: str, feed: Feed) -> None:
        with suppress(HarbourmasterError):
            # What cannot be read just now is told when it can.
            feed.tell(await self._state(name))

    async def _state(self, name: str) -> str:
        book = await self._games.find(name)
        return (await book.game()).tag if book else ""

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(PERIOD)
            for name, feed in [*self._feeds.items()]:
                await self._look(name, feed)
