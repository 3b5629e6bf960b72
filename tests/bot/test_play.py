"""`./harbour play` starts the simulated Discord and the bot in it."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from tests.bot.program import PROJECT, environment

PROCESSES = Path("/proc")
PATIENCE = 60

pytestmark = pytest.mark.skipif(not PROCESSES.exists(), reason="children are looked up in /proc")


@pytest.fixture
async def play() -> AsyncIterator[asyncio.subprocess.Process]:
    """Return the command as a newcomer types it, but on any free port."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "harbour", "play", "--port", "0", cwd=PROJECT, env=environment(),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    yield process
    if process.returncode is None:
        process.terminate()
    await process.wait()


async def said(process: asyncio.subprocess.Process, pattern: str) -> re.Match[str]:
    """Return the first printed line that contains these words."""
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        while line := (await process.stdout.readline()).decode():
            if found := re.search(pattern, line):
                return found
    raise AssertionError(f"it ended without saying {pattern}")


def children(pid: int) -> list[int]:
    """Return the running programs that a program has started."""
    found = []
    for file in PROCESSES.glob("[0-9]*/stat"):
        try:
            after_name = file.read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        except OSError:  # the program has just ended
            continue
        state, parent = after_name[:2]
        if int(parent) == pid and state != "Z":
            found.append(int(file.parent.name))
    return found


async def test_it_shows_a_page_keeps_the_bot_alive_and_stops_when_told(
    play: asyncio.subprocess.Process,
) -> None:
    address = (await said(play, r"http://127\.0\.0\.1:\d+")).group()
    async with aiohttp.ClientSession() as visitor, visitor.get(address) as page:
        assert page.status == 200
        assert "<html" in await page.text()

    (bot,) = children(play.pid)
    os.kill(bot, signal.SIGKILL)
    await said(play, "it is started again")

    play.terminate()
    assert await play.wait() == 0
    assert children(play.pid) == []


async def test_it_leaves_the_port_for_metrics_to_the_hosts_own_bot() -> None:
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "harbour", "play", "--port", "0", cwd=PROJECT,
            env=environment(METRICS_PORT=str(port)),
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            await said(process, r"http://127\.0\.0\.1:\d+")
        finally:
            process.terminate()
            await process.wait()


async def test_a_port_that_is_taken_is_told_in_a_sentence() -> None:
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "harbour", "play", "--port", str(port), cwd=PROJECT, env=environment(),
            stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        _, told = await process.communicate()
    assert process.returncode == 1
    assert f"Port {port} is taken" in told.decode()
    assert "Traceback" not in told.decode()
