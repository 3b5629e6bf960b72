"""Several programs on one database of a server: one plays, the others are its spares."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.store import spare
from bot.store.migrate import HEAD
from sandbox import ManualClock, RateLimits, Sandbox
from tests.bot.harbour import HURRY
from tests.bot.program import Program
from tests.bot.test_kills import assert_whole, begin, move
from tests.postgresql import Server, needs_server, server
from tests.sandbox.checked import CheckedSandbox

NEXT = "9.0"
"""The version of the tables that `tests.bot.stepped` makes."""

READY = "bot.client: ready"

TAKE_OVER = 10.0
"""The seconds within which a killed process is replaced."""


@pytest.fixture
def there() -> Server:
    needs_server()
    return server()


@pytest.fixture
def url(there: Server) -> Iterator[str]:
    with there.fresh("blank") as name:
        yield there.url(name)


@pytest.fixture
async def discord() -> AsyncIterator[CheckedSandbox]:
    async with CheckedSandbox(
        clock=ManualClock(datetime.now(UTC)), limits=RateLimits(hurry=HURRY)
    ) as sandbox:
        yield sandbox


Making = Callable[..., Program]


@pytest.fixture
async def program(discord: Sandbox, url: str, tmp_path: Path) -> AsyncIterator[Making]:
    """Yield a function that makes programs on the same database, each with its own log."""
    made: list[Program] = []

    def make(module: str = "bot", **more: str) -> Program:
        made.append(Program(discord, url, tmp_path / f"{len(made)}.log", None, module, **more))
        return made[-1]

    yield make
    for one in made:
        one.kill()


async def test_a_spare_replaces_a_process_that_is_killed(discord: Sandbox, url: str, program: Making) -> None:
    first, second = program(), program()
    await first.start()
    await second.launch()
    await second.said(spare.NONE_FREE)
    people = await begin(discord)
    await move(people)
    first.kill()
    async with asyncio.timeout(TAKE_OVER):
        await second.said(READY)
    await move(people)
    # The killed program is the spare now.
    await first.launch()
    await first.said(spare.NONE_FREE)
    assert await second.stop_alone() == 0
    await first.said(READY, 2)
    await move(people)
    assert await first.stop() == 0
    await assert_whole(discord, url)


async def test_a_process_whose_connection_is_ended_plays_on_or_leaves(
    discord: Sandbox, url: str, there: Server, program: Making
) -> None:
    first, second = program(), program()
    await first.start()
    await second.launch()
    await second.said(spare.NONE_FREE)
    people = await begin(discord)
    there.cut(url.rpartition("/")[2])
    await move(people)
    there.say("UPDATE clusters SET holding = 7, held = false", url.rpartition("/")[2])
    there.cut(url.rpartition("/")[2])
    await first.said("another process plays on: leaving Discord")
    await first.said("bot.cli.run: stopped")
    # Either program may take the cluster. The first program has dropped its data about the games.
    ready = {asyncio.ensure_future(first.said(READY, 2)), asyncio.ensure_future(second.said(READY))}
    _, late = await asyncio.wait(ready, return_when=asyncio.FIRST_COMPLETED)
    for one in late:
        one.cancel()
    await move(people)
    codes = {await one.stop_alone() for one in (first, second)}
    assert codes == {0}
    await assert_whole(discord, url)


async def test_an_older_and_a_newer_version_run_side_by_side(
    discord: Sandbox, url: str, program: Making
) -> None:
    old, new = program(), program("tests.bot.stepped")
    await old.start()
    people = await begin(discord)
    await new.launch()
    await new.said(spare.TOO_OLD.format(HEAD, NEXT))
    assert (await new.command("migrate"))[0] == 0
    await new.said(spare.NONE_FREE)
    await move(people)
    old.kill()
    await new.said(READY)
    await move(people)
    await old.launch()
    await old.said(spare.TOO_NEW.format(NEXT))
    await move(people)
    assert await old.stop_alone() == 0
    assert await new.stop() == 0
