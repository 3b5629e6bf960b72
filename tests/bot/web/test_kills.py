"""Spectators of a bot that is killed and started again miss nothing."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import aiohttp
import pytest

from sandbox import Persona, Sandbox
from tests.bot.harbour import labels
from tests.bot.program import Program
from tests.bot.test_kills import answered, begin, discord, kill_at, move, posted, stored
from tests.bot.web.visitors import ADDRESS, Stream, free_port, visitor
from tests.sandbox.checked import CheckedSandbox

__all__ = ["discord"]


@pytest.fixture
async def port() -> int:
    """The address on which the bot serves games."""
    return free_port()


@pytest.fixture
async def program(discord: Sandbox, tmp_path: Path, port: int) -> AsyncIterator[Program]:
    """The bot as a separate program, with games on the web."""
    running = Program(discord, tmp_path / "games.db", WEB_ADDRESS=ADDRESS, WEB_PORT=str(port))
    await running.start()
    yield running
    running.kill()
    await running.gone()


async def watched_race(discord: CheckedSandbox) -> tuple[list[Persona], str]:
    """Start a race on a server with games on the web. Returns the people, and the path of the race's page."""
    mo = discord.persona("Mo", moderator=True)
    card = await (await mo.slash("/settings")).settled()
    await (await mo.choose(card.message, "yes", placeholder="Games on the web")).settled()
    people = await begin(discord)
    turn = await discord.wait_for_message(lambda message: "Watch" in labels(message))
    (watch,) = [button.url for button in turn.buttons if button.label == "Watch"]
    found = re.match(rf"{ADDRESS}(/g/[^/]+)", str(watch))
    assert found is not None
    return people, found[1]


async def last_heard(stream: Stream) -> None:
    """Read a live stream until the bot is gone."""
    try:
        while await stream.heard():
            pass
    except aiohttp.ClientError:
        pass


async def test_watchers_of_a_bot_that_is_killed_miss_nothing(
    discord: CheckedSandbox, program: Program, port: int, tmp_path: Path
) -> None:
    people, page = await watched_race(discord)
    async with visitor(port, "192.0.2.7") as eve, visitor(port, "192.0.2.8") as fay:
        for moment in (answered, posted):
            async with AsyncExitStack() as streams:
                heard = [await streams.enter_async_context(one.live(page)) for one in (eve, fay)]
                known = [await stream.heard() for stream in heard]
                assert known[0] == known[1] != ""
                await kill_at(moment, discord, program, people)
                for stream in heard:
                    await last_heard(stream)
            await program.start()
            await move(people)
            for one in (eve, fay):
                async with one.live(page, known[0]) as stream:
                    # One event announces everything that was missed.
                    state = await stream.heard()
                    assert state != known[0]
                shown = await one.get(page)
                assert state in shown.headers["ETag"]
        row, journal, _ = await stored(tmp_path / "games.db")
        assert row.id in page
        steps = [entry.entry for entry in journal if entry.entry.moves and not entry.entry.secret]
        listed = re.findall(r'<li[^>]*><a [^>]+ data-place="(\d+)"', (await eve.get(page)).text)
        assert len(listed) == len(steps)
