"""Bots on six other client libraries work without changes: a command, a menu, a form and a file."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

import pytest

from sandbox import Message, Persona, RateLimits, ReplyKind, Sandbox
from tests.sandbox.checked import CheckedSandbox
from tests.sandbox.clients.installing import NotAtHandError, node_bot, of_this_environment, python_bot
from tests.sandbox.toy_bot import picture

CLIENTS: dict[str, Callable[[], list[str]]] = {
    "discord.js": partial(node_bot, "discord_js"),
    "oceanic.js": partial(node_bot, "oceanic_js"),
    "py-cord": partial(python_bot, "py_cord"),
    "disnake": partial(python_bot, "disnake"),
    "interactions.py": partial(python_bot, "interactions_py"),
    "hikari": partial(of_this_environment, "hikari"),
}
PRESSES = 12
"""More presses than a client sends in ten seconds if it limits answers like other requests."""


STAYING = ["discord.js", "oceanic.js"]
"""Clients that continue on the same websocket after their session became invalid."""


@pytest.fixture(params=CLIENTS)
async def command(request: pytest.FixtureRequest) -> list[str]:
    """Return the command that starts a client's bot, after installing its packages."""
    try:
        return await asyncio.to_thread(CLIENTS[request.param])
    except NotAtHandError as reason:
        pytest.skip(str(reason))


@pytest.fixture(params=[1.0], ids=[""])
async def discord(request: pytest.FixtureRequest) -> AsyncIterator[CheckedSandbox]:
    """Run a sandbox with a running clock. A test may ask for rate limits that reset faster."""
    async with CheckedSandbox(limits=RateLimits(hurry=request.param)) as sandbox:
        yield sandbox


@pytest.fixture
async def outsider(discord: Sandbox, command: list[str], tmp_path: Path) -> AsyncIterator[None]:
    """Run a client's bot, logged in, with its command registered."""
    (tmp_path / "board.png").write_bytes(picture())
    told = {"BOARD": str(tmp_path / "board.png"), "DISCORD": discord.url, "DISCORD_TOKEN": discord.token}
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    running = await asyncio.create_subprocess_exec(
        *command, env=environment | told, cwd=tmp_path, stdout=sys.stderr, stderr=sys.stderr
    )
    ended = asyncio.create_task(running.wait())
    ready = asyncio.create_task(discord.wait_for_bot("/board"))
    try:
        await asyncio.wait({ended, ready}, return_when=asyncio.FIRST_COMPLETED)
        assert not ended.done(), "the bot ended before it had registered its command"
        await ready
        yield
    finally:
        ready.cancel()
        if not ended.done():
            running.kill()
        await ended


async def test_it_plays_without_a_patch(outsider: None, ann: Persona) -> None:
    message = (await (await ann.slash("/board", word="Calm")).settled()).message
    assert (message.text, [shown.filename for shown in message.pictures]) == ("Calm", ["board.png"])
    assert await pressed_often(ann, message) == [f"Anchored at {depth}" for depth in range(1, PRESSES + 1)]
    whispered = await ann.press(message, "Whisper")
    assert (whispered.ephemeral, whispered.text) == (True, "Psst")
    assert (await ann.choose(message, "rum", "wool")).text == "Loaded rum, wool"
    form = await ann.press(message, "Log")
    assert form.kind is ReplyKind.MODAL
    assert (await ann.submit(form.modal, {"Entry": "Fog"})).text == "Fog"


@pytest.mark.parametrize("discord", [100.0], indirect=True, ids=["hurried"])
@pytest.mark.parametrize("command", STAYING, indirect=True)
async def test_it_comes_back_when_its_session_is_invalid(
    outsider: None, discord: Sandbox, ann: Persona
) -> None:
    for resumable in (True, False):
        discord.gateway.invalidate(resumable=resumable)
        assert discord.gateway.sessions == []
        await discord.world.changes.until(lambda: discord.gateway.sessions)
    assert (await ann.slash("/board", word="Back")).text == "Back"


async def pressed_often(ann: Persona, message: Message) -> list[str]:
    """Press a button many times within ten seconds. Returns the message after each press."""
    async with asyncio.timeout(10):
        return [(await ann.press(message, "Anchor")).text for _ in range(PRESSES)]
