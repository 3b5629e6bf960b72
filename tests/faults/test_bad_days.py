"""Several races suffer all possible mishaps one after another. Then everything works again."""

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from pathlib import Path
from random import Random

import pytest

from sandbox import Channel, ManualClock
from sandbox.office.desk import SECONDS_TO_ANSWER
from sandbox.world.channels import ChannelKind
from tests.bot.harbour import Harbour
from tests.faults import invariants
from tests.faults.crew import Crew
from tests.faults.ledger import Ledger
from tests.faults.mishaps import MISHAPS, MISHAPS_ON_A_SERVER, Day, Mishap
from tests.faults.progress import as_long_as_stored
from tests.faults.voyage import OF_THE_DISK

pytestmark = pytest.mark.long

MISHAPS_A_DAY = 30
LONGEST_MISHAP = 10
"""The maximum number of the bot's requests during one mishap."""

ROUNDS_OF_CALM = 200
"""The rounds of the event loop without a request to the bot after which an answer counts as lost."""


def thread_in(harbour: Harbour) -> Channel:
    """Return a thread to play in."""
    world = harbour.discord.world
    parent = harbour.discord.channel("east")
    return world.add_thread(
        parent, "A race", world.bot, kind=ChannelKind.PUBLIC_THREAD, minutes=10080, starter=None
    )


async def a_while(harbour: Harbour, requests: int) -> None:
    """Wait until the bot has made a number of requests, or has nothing left to do."""
    journal = harbour.discord.journal
    goal = len(journal) + requests
    enough = asyncio.ensure_future(harbour.discord.world.changes.until(lambda: len(journal) >= goal))
    calm = asyncio.ensure_future(harbour.calm())
    await asyncio.wait({enough, calm}, return_when=asyncio.FIRST_COMPLETED)
    enough.cancel()
    calm.cancel()


async def one_after_the_other(harbour: Harbour, day: Day, mishaps: Sequence[Mishap]) -> None:
    """Let random mishaps happen. Each mishap is repaired before the next begins."""
    for _ in range(MISHAPS_A_DAY):
        mend = await day.luck.choice(mishaps)(day)
        await a_while(harbour, day.luck.randint(1, LONGEST_MISHAP))
        mend()
        # People without an answer see that the application did not respond.
        day.clock.advance(SECONDS_TO_ANSWER)


async def after_it(harbour: Harbour, clock: ManualClock, doing: Awaitable[object]) -> None:
    """Wait for an awaitable. People learn which of their requests the last mishaps have lost."""
    waiting = asyncio.ensure_future(doing)
    while not waiting.done():
        if await quiet(harbour, waiting):
            clock.advance(SECONDS_TO_ANSWER)
    await waiting


async def quiet(harbour: Harbour, waiting: asyncio.Future[object]) -> bool:
    """Return whether the bot is idle: no requests come or go, though `waiting` is not done."""
    asked = len(harbour.discord.journal)
    await harbour.calm()
    for _ in range(ROUNDS_OF_CALM):
        await asyncio.sleep(0)
        if waiting.done() or harbour.bot.attending or len(harbour.discord.journal) != asked:
            return False
    return True


@pytest.mark.parametrize(
    ("database", "seed"),
    [("sqlite", 0), ("sqlite", 1), ("sqlite", 2), ("postgresql", 0)],
    indirect=["database"],
)
async def test_races_outlive_a_bad_day(
    harbour: Harbour,
    clock: ManualClock,
    database: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    seed: int,
) -> None:
    luck, ledger = Random(seed), Ledger(harbour.discord)
    places = [harbour.discord.harbour, harbour.discord.channel("south"), thread_in(harbour)]
    people = harbour.people("Ann", "Bo", "Cato")
    crews = [
        Crew(harbour.discord, place, people, Random(f"{seed}/{place.name}"), ledger, harbour.calm)
        for place in places
    ]
    playing = asyncio.gather(*(crew.play() for crew in crews))

    async def a_day() -> None:
        mishaps = MISHAPS_ON_A_SERVER if database else MISHAPS
        await one_after_the_other(harbour, Day(harbour, clock, crews, luck), mishaps)
        for crew in crews:
            crew.finish()
        await after_it(harbour, clock, playing)
        await after_it(harbour, clock, crews[0].recover())
        await harbour.delivered()

    await as_long_as_stored(a_day(), database or tmp_path / "games.db")
    assert await invariants.problems(harbour.bot.store, harbour.discord, ledger) == []
    errors = [record.message for record in caplog.records if record.levelno >= logging.ERROR]
    # The server may be away for longer than the bot retries.
    expected = OF_THE_DISK if database else ()
    assert [error for error in errors if not error.startswith(expected)] == []
