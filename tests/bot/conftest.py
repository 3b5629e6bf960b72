from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.bot.harbour import Harbour
from tests.bot.harbour import harbour as open_harbour


@pytest.fixture
def pointed_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Point discord.py at Discord again after a test, because the bot points it at the sandbox."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)


@pytest.fixture
async def harbour(tmp_path: Path, pointed_back: None) -> AsyncIterator[Harbour]:
    async with open_harbour(tmp_path) as place:
        yield place
