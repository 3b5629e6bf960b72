from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.web import server
from bot.web.live import Feeds
from sandbox import Persona
from tests.bot.harbour import Harbour
from tests.bot.harbour import harbour as open_harbour
from tests.bot.web.visitors import Answer, Visitor, free_port, on_the_web, page_of, switch_on, visitor


@dataclass
class Watched:
    """A game with a spectator: its channel, its page, and Eve, who looks at it."""

    harbour: Harbour
    port: int
    eve: Visitor
    page: str
    crew: tuple[Persona, Persona]

    @property
    def feeds(self) -> Feeds:
        """The feeds of the games on the web."""
        web = self.harbour.bot.web
        assert web is not None
        return web.site.feeds

    async def get(self, path: str = "", method: str = "GET", **headers: str) -> Answer:
        """Return Eve's answer to a request below the game's page."""
        return await self.eve.get(self.page + path, method, **headers)

    async def sail(self, action: str) -> None:
        """Let Bo perform an action in his turn."""
        await self.harbour.told(await self.crew[1].slash("/game do", action=action))


@pytest.fixture
async def watched(tmp_path: Path, pointed_back: None) -> AsyncIterator[Watched]:
    """Start a race of Ann, its host, and Bo, on a server whose games are on the web."""
    port = free_port()
    async with open_harbour(tmp_path, **on_the_web(port)) as harbour, visitor(port) as eve:
        await switch_on(harbour)
        crew = await harbour.race_of_two()
        yield Watched(harbour, port, eve, await page_of(harbour), crew)


@pytest.fixture
def announced(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let spectators hear only what is announced: no regular check of the games, and no heartbeat."""
    monkeypatch.setattr(server, "HEARTBEAT", 3600.0)
    assert watched.feeds._sweeping is not None
    watched.feeds._sweeping.cancel()
