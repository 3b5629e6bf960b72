import asyncio
from collections.abc import AsyncIterator

import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from sandbox import ManualClock, Persona, RateLimits, Sandbox
from tests.sandbox.checked import CheckedSandbox
from tests.sandbox.toy_bot import ToyBot


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def discord(clock: ManualClock) -> AsyncIterator[CheckedSandbox]:
    async with CheckedSandbox(clock=clock, limits=RateLimits(hurry=100)) as sandbox:
        yield sandbox


@pytest.fixture
async def bot(discord: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ToyBot]:
    """Run the toy bot, logged in, with its commands registered and its guild known."""
    monkeypatch.setattr(Route, "BASE", discord.api_url)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(discord.gateway_url))
    toy = ToyBot()
    running = asyncio.create_task(toy.start(discord.token))
    await discord.wait_for_bot("/board")
    await toy.arrived.wait()
    yield toy
    await toy.close()
    await running


@pytest.fixture
def ann(discord: Sandbox) -> Persona:
    return discord.persona("Ann")


@pytest.fixture
def ben(discord: Sandbox) -> Persona:
    return discord.persona("Ben")
