import logging
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.client import Harbourmaster
from bot.posts import retries
from bot.service import logs
from sandbox import ManualClock
from tests.bot.harbour import Harbour
from tests.bot.harbour import harbour as open_harbour
from tests.postgresql import needs_server, server


@pytest.fixture
def clock() -> ManualClock:
    """Return Discord's clock, which only tests move."""
    return ManualClock(datetime.now(UTC))


@pytest.fixture
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of the bot's database; empty for a file. A test may ask for a database on a server."""
    if getattr(request, "param", "sqlite") == "sqlite":
        yield ""
        return
    needs_server()
    with server().blank() as address:
        yield address


@pytest.fixture
async def harbour(
    tmp_path: Path, clock: ManualClock, database: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Harbour]:
    """Run the real bot with shorter pauses between retries."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    monkeypatch.setattr(retries, "FIRST_WAIT", 0.02)
    monkeypatch.setattr(retries, "LONGEST_WAIT", 0.2)
    monkeypatch.setattr(retries, "HURRY_EVERY", 0.2)
    monkeypatch.setattr(Harbourmaster, "before_identify_hook", _at_once)
    logging.getLogger("discord.app_commands.tree").addFilter(logs.in_a_line)
    async with open_harbour(tmp_path, clock, database) as place:
        yield place


async def _at_once(_: Harbourmaster, __: int, *, initial: bool = False) -> None:
    """Log in again without the five seconds that Discord requires between logins."""
