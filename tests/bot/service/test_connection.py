"""The bot connects to Discord, and reconnects, however long it takes."""

import asyncio
import socket
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import aiohttp
import discord
import pytest

from bot.service.connection import LONGEST, reach
from tests.bot.harbour import PATIENCE
from tests.bot.program import Program
from tests.sandbox.checked import CheckedSandbox


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def refusal(status: int) -> discord.HTTPException:
    return discord.HTTPException(Mock(status=status, reason="so"), "no")


class Away:
    """An attempt that needs Discord, fails once with each of `errors`, and then succeeds."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.waited: list[float] = []

    async def attempt(self) -> str:
        if self.errors:
            raise self.errors.pop(0)
        return "there"

    async def pause(self, seconds: float) -> None:
        self.waited.append(seconds)


async def test_discord_is_tried_again_with_growing_pauses_until_it_is_there() -> None:
    away = Away(OSError("no route"), refusal(503), TimeoutError(), aiohttp.ClientError(), refusal(429))
    assert await reach(away.attempt, away.pause) == "there"
    assert away.waited == [1, 2, 4, 8, 16]


async def test_pauses_grow_to_five_minutes() -> None:
    away = Away(*(TimeoutError() for _ in range(12)))
    await reach(away.attempt, away.pause)
    assert away.waited[-2:] == [LONGEST, LONGEST]


async def test_what_trying_again_cannot_mend_is_not_tried_again() -> None:
    away = Away(refusal(400))
    with pytest.raises(discord.HTTPException):
        await reach(away.attempt, away.pause)
    assert away.waited == []


@pytest.mark.parametrize("error", [discord.LoginFailure("wrong"), discord.PrivilegedIntentsRequired(None)])
async def test_a_wrong_token_is_not_tried_again(error: Exception) -> None:
    away = Away(error)
    with pytest.raises(type(error)):
        await reach(away.attempt, away.pause)


async def test_a_bot_that_starts_before_discord_waits_for_it(tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with CheckedSandbox(port=(port := free_port())) as discord_to_come:
        await discord_to_come.stop()
        program = Program(discord_to_come, tmp_path / "games.db", log)
        await program.launch()
        await until(lambda: log.exists() and "next try in 1 s" in log.read_text(encoding="utf-8"))
        async with CheckedSandbox(port=port) as discord_at_last:
            await discord_at_last.wait_for_bot("/game")
            program.terminate()
            assert await program.ended() == 0
    told = log.read_text(encoding="utf-8")
    assert "Traceback" not in told
    assert "Unclosed" not in told
    assert "ERROR" not in told


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - another program's log tells nobody
            await asyncio.sleep(0.05)
