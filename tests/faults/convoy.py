"""Several processes on one database. Processes, the database server and connections are killed at random.

Half of the voyages have a cluster for each process. The other half have spare processes.
"""

import asyncio
import signal
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from sandbox import ManualClock, RateLimits, Sandbox
from sandbox.office.desk import SECONDS_TO_ANSWER
from tests.bot.fleet import has_guilds
from tests.bot.harbour import HURRY
from tests.bot.program import Program
from tests.faults import kills
from tests.faults.crew import Crew
from tests.faults.kills import KillSwitch
from tests.faults.ledger import Ledger
from tests.faults.letters import PostOffice
from tests.faults.progress import StandstillError, as_long_as_stored, standing, stored
from tests.faults.thoughts import Headaches
from tests.faults.voyage import (
    LOOKS,
    PLACES,
    RESTARTS,
    Account,
    all_delivered,
    complaints,
    crew_of,
    left_behind,
    told_of,
)
from tests.faults.weather import Squalls
from tests.postgresql import Server
from tests.sandbox.checked import CheckedSandbox

TOGETHER = 0.15
"""The share of kills that hit two processes."""

REST = (0.0, 4.0)
"""The least and most seconds for which a killed process stays away: others may have replaced it by then."""

MOMENT_COMES = 4.0
"""The seconds after which a process is killed even if its event has not come. A spare’s event never comes."""

LOST_ITS_DATABASE = 1
"""The exit code of a process that could not reach its server at its start."""


async def convoy(seed: str, deaths: int, folder: Path, server: Server, processes: int) -> Account:
    """Play in several processes, kill one of them `deaths` times, and play to the end."""
    luck = Random(f"{seed}/convoy")
    clusters = processes if luck.random() < 0.5 else max(1, processes // 2)
    clock, switch = ManualClock(datetime.now(UTC)), KillSwitch()
    log, sky = folder / "bot.log", folder / "weather"
    database = server.url("blank")
    async with CheckedSandbox(clock=clock, limits=RateLimits(hurry=HURRY), mount=switch.mount) as discord:
        has_guilds(discord, clusters)
        discord.gateway.fewest_shards = clusters
        bots = [Program(discord, database, log, sky, CLUSTERS=str(clusters)) for _ in range(processes)]
        ledger, letters = (
            Ledger(discord),
            PostOffice(discord, database, lambda: datetime.now(UTC).timestamp()),
        )
        guilds = [*discord.world.guilds.values()]
        crews = [
            crew_of(discord, ledger, place, Random(f"{seed}/{place}"), guilds[number % len(guilds)])
            for number, place in enumerate(PLACES)
        ]
        weather = Squalls(server, discord, Random(f"{seed}/weather"))
        fate = Kills(bots, switch, clock, crews, database, luck)
        for bot in bots:
            await bot.launch()
        headaches = Headaches(bots, Random(f"{seed}/thoughts"))
        playing = asyncio.gather(*(crew.play() for crew in crews))
        blowing = asyncio.create_task(weather.blow())
        aching = asyncio.create_task(headaches.strike())
        try:
            problems = await fate.strike(deaths)
            for crew in crews:
                crew.finish()
            blowing.cancel()
            problems = problems or await _come_home(bots, discord, playing, database, clusters)
        except StandstillError as still:
            problems = [str(still), *await standing(database, discord, ledger)]
        finally:
            for task in (playing, blowing, aching):
                task.cancel()
            for bot in bots:
                bot.kill()
                await bot.ended()
        problems += [*letters.doubled, *complaints(log)]
        problems += await left_behind(database, discord, ledger, folder)
    actions = sum(crew.actions for crew in crews)
    opened = sum((crew.opened for crew in crews), Counter[str]())
    done = told_of(ledger)
    done.update(
        {
            "direct messages": letters.count,
            "what thinks was killed": headaches.struck,
            f"clusters: {clusters}, processes: {processes}": 1,
            "a process lost its database at its start": fate.lost,
        }
    )
    done.update({f"database: {kind}": spells for kind, spells in weather.spells.items()})
    return Account(switch.moments.total(), actions, opened, done, switch.moments, problems)


@dataclass
class Kills:
    """The processes of a convoy, and what happens to them."""

    bots: Sequence[Program]
    switch: KillSwitch
    clock: ManualClock
    crews: Sequence[Crew]
    database: str
    luck: Random
    lost: int = field(default=0)

    async def strike(self, deaths: int) -> list[str]:
        """Kill and restart processes until `deaths` kills have struck. Returns what went wrong.

        Raises StandstillError.
        """
        while self.switch.moments.total() < deaths:
            bot = self.luck.choice(self.bots)
            self.switch.arm(bot, kills.draw(self.luck))
            code = await as_long_as_stored(self._death(bot), self.database)
            dead = [bot]
            if self.luck.random() < TOGETHER:
                other = self.luck.choice(self.bots)
                other.kill()
                await other.ended()
                dead.append(other)
            # People without an answer see that the application did not respond.
            self.clock.advance(SECONDS_TO_ANSWER)
            await asyncio.sleep(self.luck.uniform(*REST))
            problem = await self._launch(dead, code)
            if problem:
                return [problem]
            if self.luck.random() < RESTARTS:
                stopped = self.luck.choice(self.bots)
                ended = await as_long_as_stored(stopped.stop_alone(), self.database)
                # A program that is told to stop while Python still loads it dies of the signal.
                if ended not in {0, LOST_ITS_DATABASE, -signal.SIGTERM}:
                    return [f"a process, told to stop, ended with exit code {ended}"]
                self.clock.advance(SECONDS_TO_ANSWER)
                await stopped.launch()
        self.switch.disarm()
        return []

    async def _death(self, bot: Program) -> int:
        """Wait until a process has died. Returns its exit code."""
        gone, before = asyncio.ensure_future(bot.ended()), stored(self.database)
        try:
            while not (await asyncio.wait([gone], timeout=MOMENT_COMES))[0]:
                if stored(self.database) > before:
                    self.switch.pull()
            return await gone
        finally:
            gone.cancel()

    async def _launch(self, dead: Sequence[Program], code: int) -> str:
        """Launch the dead processes, as a service manager does. Returns what went wrong."""
        self.switch.disarm()
        if code not in {-signal.SIGKILL, LOST_ITS_DATABASE}:
            return f"a process ended by itself with exit code {code}"
        for bot in self.bots:
            if bot in dead or bot.has_ended:
                if bot not in dead or code == LOST_ITS_DATABASE:
                    self.lost += 1
                await bot.launch()
        return ""


async def _come_home(
    bots: Sequence[Program],
    discord: Sandbox,
    playing: "asyncio.Future[list[None]]",
    database: str,
    clusters: int,
) -> list[str]:
    """Let the games end, then twice stop and launch all processes as a host does. Returns what went wrong.

    Raises StandstillError.
    """
    for bot in bots:
        if bot.has_ended:
            await bot.launch()
    codes = []
    await as_long_as_stored(playing, database)
    for _ in range(2):
        await as_long_as_stored(_there(discord, clusters), database)
        await as_long_as_stored(all_delivered(database, lambda: datetime.now(UTC).timestamp()), database)
        for bot in bots:
            with suppress(ProcessLookupError):
                bot.terminate()
        codes += [await as_long_as_stored(bot.ended(), database) for bot in bots]
        for bot in bots:
            await bot.launch()
    return [
        f"a process, told to stop, ended with exit code {code}"
        for code in codes
        if code not in {0, -signal.SIGTERM}
    ]


async def _there(discord: Sandbox, clusters: int) -> None:
    """Wait until there is a process for each cluster."""
    while len({session.shard for session in discord.gateway.sessions}) < clusters:  # noqa: ASYNC110
        await asyncio.sleep(LOOKS)
