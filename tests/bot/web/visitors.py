"""Visitors of games on the web, and the settings for them."""

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import aiohttp

from tests.bot.harbour import Harbour

ADDRESS = "https://games.example.org"

PATIENCE = 30.0
"""The seconds after which a missing answer counts as lost."""


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
    return port


def on_the_web(port: int) -> dict[str, Any]:
    """Return the settings of a bot with games on the web at the given port."""
    return {"web_address": ADDRESS, "web_port": port}


async def switch_on(harbour: Harbour, *, web: bool = True) -> None:
    """Switch a server's games on the web on or off, as its manager."""
    await harbour.bot.store.set_up(harbour.discord.guild.id, lambda chosen: replace(chosen, web=web))


async def page_of(harbour: Harbour) -> str:
    """Return the path of the page of the channel's game on the site."""
    link = harbour.bot.tables.spectators.link((await harbour.table()).row)
    return link.removeprefix(ADDRESS)


@dataclass(frozen=True)
class Answer:
    """An answer of the web server."""

    status: int
    headers: Mapping[str, str]
    data: bytes

    @property
    def text(self) -> str:
        return self.data.decode()


class Visitor:
    """A visitor whose browser has an empty cache. `address` is the address that a proxy reports."""

    def __init__(self, session: aiohttp.ClientSession, port: int, address: str) -> None:
        self._session = session
        self._site = f"http://127.0.0.1:{port}"
        self.address = address

    async def get(self, path: str, method: str = "GET", **headers: str) -> Answer:
        """Request a path."""
        said = {"X-Forwarded-For": self.address, "Accept-Encoding": "identity", **headers}
        url: Any = self._site + path
        async with self._session.request(method, url, headers=said, allow_redirects=False) as answer:
            return Answer(answer.status, answer.headers.copy(), await answer.read())

    @asynccontextmanager
    async def live(self, path: str, known: str = "") -> AsyncIterator["Stream"]:
        """Open a live stream. `known` is the id of the last event that the browser has received."""
        said = {"X-Forwarded-For": self.address, **({"Last-Event-ID": known} if known else {})}
        async with self._session.get(f"{self._site}{path}/live", headers=said) as answer:
            yield Stream(answer)


class Stream:
    """The live stream of an open page."""

    def __init__(self, answer: aiohttp.ClientResponse) -> None:
        self._answer = answer
        self.status = answer.status

    async def heard(self) -> str:
        """Return the next state of the game's page; empty if the page or its server is gone."""
        async with asyncio.timeout(PATIENCE):
            async for line in self._answer.content:
                if found := re.fullmatch(r"data: (\w*)\n", line.decode()):
                    return found[1]
        return ""


@asynccontextmanager
async def visitor(port: int, address: str = "192.0.2.7") -> AsyncIterator[Visitor]:
    """Return a visitor from an address."""
    async with aiohttp.ClientSession() as session:
        yield Visitor(session, port, address)
