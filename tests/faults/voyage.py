"""Several races at once, played through a bot that is killed again and again."""

import asyncio
import signal
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from bot.store.store import Store
from sandbox import ManualClock, RateLimits, Sandbox
from sandbox.interactions import SECONDS_TO_ANSWER
from tests.bot.harbour import HURRY
from tests.bot.program import Program, address
from tests.faults import invariants, kills
from tests.faults.crew import Crew
from tests.faults.kills import KillSwitch
from tests.faults.ledger import Ledger

PLACES = {
    "north": ("Ann", "Bo"),
    "south": ("Ann", "Cato", "Dagny"),
    "east": ("Bo", "Edda"),
    "west": ("Finn", "Dagny"),
}
"""Channel -> who plays there; some people play in two races at once."""

PATIENCE = 90.0
"""Seconds after which a bot that does not die, or races that do not end, count as stuck."""

LONG_OUTAGES = 0.1
"""Which part of the kills is noticed only in the morning."""

A_NIGHT = 8 * 60 * 60
"""Seconds."""

SPEAKS_OF_TROUBLE = ("Traceback", " ERROR ", " CRITICAL ")
"""What the bot's log may not hold: being killed is no reason for it."""


@dataclass(frozen=True)
class Account:
    """What came of a voyage. `problems` is empty when nothing was lost and nothing doubled."""

    kills: int
    actions: int
    games: int
    moments: Counter[str]
    """How often the bot was killed where."""
    problems: Sequence[str]


async def voyage(seed: str, deaths: int, folder: Path) -> Account:
    """Play while the bot is killed that often, then to the end; what is left of it lies in `folder`."""
    clock, switch = ManualClock(datetime.now(UTC)), KillSwitch()
    database, log = folder / "games.db", folder / "bot.log"
    async with Sandbox(clock=clock, limits=RateLimits(hurry=HURRY), mount=switch.mount) as discord:
        bot, ledger = Program(discord, database, log), Ledger(discord)
        crews = [_crew(discord, ledger, place, Random(f"{seed}/{place}")) for place in PLACES]
        playing = asyncio.gather(*(crew.play() for crew in crews))
        await bot.launch()
        try:
            problems = await _die(bot, switch, clock, Random(seed), deaths)
            for crew in crews:
                crew.may_begin = False
            problems = problems or await _come_home(bot, playing)
        finally:
            playing.cancel()
            bot.kill()
            await bot.gone()
        problems += [*_complaints(log), *await _stored(database, discord, ledger)]
    actions = sum(crew.actions for crew in crews)
    return Account(switch.moments.total(), actions, len(ledger.games), switch.moments, problems)


async def _die(bot: Program, switch: KillSwitch, clock: ManualClock, luck: Random, deaths: int) -> list[str]:
    """Let the running bot be killed and launch it anew, that often. Returns what went wrong."""
    for _ in range(deaths):
        kill = kills.draw(luck)
        switch.arm(bot, kill)
        try:
            async with asyncio.timeout(PATIENCE):
                code = await bot.gone()
        except TimeoutError:
            return [f"the bot or its people stand still: {kill} was not reached in {PATIENCE} s"]
        if code != -signal.SIGKILL:
            return [f"the bot ended by itself with exit code {code}"]
        # Whoever was not answered learns of it; now and then it takes a long time until somebody notices.
        clock.advance(SECONDS_TO_ANSWER if luck.random() > LONG_OUTAGES else A_NIGHT)
        await bot.launch()
    switch.disarm()
    return []


async def _come_home(bot: Program, playing: "asyncio.Future[list[None]]") -> list[str]:
    """Let the races end, then stop the bot as a host does. Returns what went wrong."""
    try:
        async with asyncio.timeout(PATIENCE):
            await playing
    except TimeoutError:
        return [f"the races did not end in {PATIENCE} s"]
    code = await bot.stop()
    return [f"the bot, told to stop, ended with exit code {code}"] if code else []


def _complaints(log: Path) -> list[str]:
    lines = log.read_text(encoding="utf-8").splitlines()
    return [f"the log says: {line}" for line in lines if any(word in line for word in SPEAKS_OF_TROUBLE)]


async def _stored(database: Path, discord: Sandbox, ledger: Ledger) -> list[str]:
    store = await Store.open(address(database), lambda: 0)
    try:
        return await invariants.problems(store, discord, ledger)
    finally:
        await store.close()


def _crew(discord: Sandbox, ledger: Ledger, place: str, luck: Random) -> Crew:
    people = [discord.persona(name) for name in PLACES[place]]

    async def death() -> None:
        await discord.world.changes.until(lambda: not discord.gateway.sessions)

    return Crew(discord, discord.channel(place), people, luck, ledger, death)
