"""Several games at once, of every kind there is, played through a bot that is killed again and again."""

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from bot.store.store import Store
from rules.engine.registry import games
from sandbox import ManualClock, RateLimits, Sandbox
from sandbox.office.desk import SECONDS_TO_ANSWER
from tests.bot.databases import Where, address
from tests.bot.harbour import HURRY
from tests.bot.program import Program
from tests.faults import invariants, kills
from tests.faults.crew import OPTIONS, Crew
from tests.faults.habits import HABITS
from tests.faults.hosts import Host
from tests.faults.kills import KillSwitch
from tests.faults.ledger import Ledger
from tests.faults.letters import PostOffice
from tests.faults.masters import DEEDS
from tests.faults.progress import StandstillError, as_long_as_stored, standing, stored
from tests.faults.seats import SEATS
from tests.faults.weather import Squalls, Weather
from tests.faults.wishes import WISHES, drop, plan
from tests.postgresql import Server

PLACES = {
    "north": ("Ann", "Bo"),
    "south": ("Ann", "Cato", "Dagny"),
    "east": ("Bo", "Edda"),
    "west": ("Finn", "Dagny"),
}
"""Channel -> who plays there; some people play in two games at once."""

RATED = {"west"}
"""Where games are short and no game master has a hand in them."""

EVERYBODY = ("Ann", "Bo", "Cato", "Dagny", "Edda", "Finn", "Gro", "Hugo")
"""Who may take over a seat."""

MOMENT_COMES = 20.0
"""Seconds after which a bot at work is killed though the moment for it has not come."""

LONG_OUTAGES = 0.1
"""Which part of the kills is noticed only in the morning."""

NIGHTS = 2
"""The most such outages of a voyage: after a day interactions need not be known any more."""

A_NIGHT = 8 * 60 * 60
"""Seconds."""

CHATS = 0.2
"""After which part of the kills people talk in a channel until the bot is back."""

TALK = (150, 400)
"""Fewest and most messages of such a talk."""

CLOCKS = (0, 0, 0, 0, 0, 400, -400, 86_400, -86_400)
"""By how many seconds the bot's clock is ahead: most are right."""

RESTARTS = 0.1
"""After which part of the kills the bot is also stopped once, as a host does."""

LIVELY = 5.0
"""Seconds after which it is stopped though nothing has happened."""

LOOKS = 0.2
"""Seconds between two looks at what a bot at work has still to deliver."""

SPEAKS_OF_TROUBLE = ("Traceback", " ERROR ", " CRITICAL ")
"""What the bot's log may not hold: being killed is no reason for it."""

OF_THE_DISK = ("not written, and refused", "the stored games could not be read")
"""What it may say all the same, since its disk fails."""

COMMANDS = 0.15
"""During which part of its lives the host uses the command line beside the bot."""

BY_PLAYERS_ALONE = (plan, drop, *HABITS)
"""What is done where no game master has a hand in a game, so that it counts for ratings."""


@dataclass(frozen=True)
class Account:
    """What came of a voyage. `problems` is empty when nothing was lost and nothing doubled."""

    kills: int
    actions: int
    games: Counter[str]
    """How many games of each kind were opened."""
    deeds: Counter[str]
    """What game masters and players were told is done beside single moves, and how often."""
    moments: Counter[str]
    """How often the bot was killed where."""
    problems: Sequence[str]


async def voyage(seed: str, deaths: int, folder: Path, server: Server | None = None) -> Account:
    """Play while the bot is killed that often, then to the end; what is left of it lies in `folder`.

    The games are in a file there, or in the database `blank` of a server, which is killed as well.
    """
    clock, switch = ManualClock(datetime.now(UTC)), KillSwitch()
    log, sky = folder / "bot.log", folder / "weather"
    database = server.url("blank") if server else folder / "games.db"
    async with Sandbox(clock=clock, limits=RateLimits(hurry=HURRY), mount=switch.mount) as discord:
        bot = Program(discord, database, log, sky)
        ledger = Ledger(discord)
        letters = PostOffice(discord, database, lambda: time.time() + bot.ahead)
        crews = [_crew(discord, ledger, place, Random(f"{seed}/{place}")) for place in PLACES]
        luck = Random(f"{seed}/weather")
        weather = Squalls(server, discord, luck) if server else Weather(sky, discord, luck)
        host = Host(bot, discord, database, folder, Random(f"{seed}/host"))
        fate = Fate(bot, database, switch, clock, crews, weather, host, Random(seed))
        playing, blowing = (
            asyncio.gather(*(crew.play() for crew in crews)),
            asyncio.create_task(weather.blow()),
        )
        await bot.launch()
        try:
            problems = await fate.strike(deaths)
            for crew in crews:
                crew.finish()
            blowing.cancel()
            weather.clear()
            problems = problems or await _come_home(bot, discord, playing, database)
        except StandstillError as still:
            problems = [str(still), *await standing(database, discord, ledger)]
        finally:
            playing.cancel()
            blowing.cancel()
            bot.kill()
            await bot.gone()
        problems += [*host.problems, *letters.doubled, *_complaints(log)]
        problems += await _stored(database, discord, ledger)
    actions = sum(crew.actions for crew in crews)
    opened = sum((crew.opened for crew in crews), Counter[str]())
    beside = [deed for deed in ledger.deeds if deed.about in {"master", "vote", "plan", "wish"} and deed.told]
    done = Counter(deed.line or deed.about for deed in beside)
    done["lines of several actions"] = sum(len(deed.done) > 1 for deed in ledger.deeds)
    done["direct messages"] = letters.count
    done.update(host.done)
    done.update({f"database: {kind}": spells for kind, spells in weather.spells.items()})
    return Account(switch.moments.total(), actions, opened, done, switch.moments, problems)


@dataclass
class Fate:
    """What befalls the bot of a voyage."""

    bot: Program
    database: Where
    switch: KillSwitch
    clock: ManualClock
    crews: Sequence[Crew]
    weather: Weather | Squalls
    host: Host
    luck: Random
    nights: int = NIGHTS

    async def strike(self, deaths: int) -> list[str]:
        """Let the running bot be killed and launch it again, that often. Returns what went wrong.

        Raises StandstillError.
        """
        for _ in range(deaths):
            self.switch.arm(self.bot, kills.draw(self.luck))
            typing = self.luck.random() < COMMANDS and stored(self.database) > 0
            commands = asyncio.ensure_future(self._commands()) if typing else None
            code = await as_long_as_stored(self._death(), self.database)
            if commands is not None:
                await commands
                await self.host.when_it_has_died()
                if code == 1 and self._found_it_in_use():
                    # A command had the database just when the bot began: whoever runs it starts it again.
                    await self.bot.launch()
                    code = await as_long_as_stored(self._death(), self.database)
            if code != -signal.SIGKILL:
                return [f"the bot ended by itself with exit code {code}"]
            await self._begin_again()
            if self.luck.random() < RESTARTS:
                problem = await as_long_as_stored(self._stop(), self.database)
                if problem:
                    return [problem]
        self.switch.disarm()
        return []

    async def _commands(self) -> None:
        """Let the host type, with a server that stays."""
        async with self.weather.held:
            await self.host.while_it_plays()

    def _found_it_in_use(self) -> bool:
        """Whether the last that the bot said is that another program has its database."""
        said = self.bot.log.read_text(encoding="utf-8").splitlines()
        return bool(said) and said[-1].startswith("Another Harbourmaster")

    async def _death(self) -> int:
        """Wait until the bot has died. Returns its exit code."""
        gone, before = asyncio.ensure_future(self.bot.gone()), stored(self.database)
        try:
            while not (await asyncio.wait([gone], timeout=MOMENT_COMES))[0]:
                # A bot that does nothing may not be healed by a kill.
                if stored(self.database) > before:
                    self.switch.pull()
            return await gone
        finally:
            gone.cancel()

    async def _begin_again(self) -> None:
        """Launch the bot again, after a while in which much may be said."""
        # Whoever was not answered learns of it; now and then it takes a long time until somebody notices.
        night = self.luck.random() < LONG_OUTAGES and self.nights > 0
        self.nights -= night
        self.clock.advance(A_NIGHT if night else SECONDS_TO_ANSWER)
        if self.luck.random() < CHATS:
            crew = self.luck.choice(self.crews)
            for number in range(self.luck.randint(*TALK)):
                await self.luck.choice(crew.people).say(f"Ahoy {number}.", crew.channel)
        self.weather.clear()
        await self.bot.launch(ahead=self.luck.choice(CLOCKS))

    async def _stop(self) -> str:
        """Let the bot live for a moment, stop it as a host does, and launch it again."""
        crew = self.luck.choice(self.crews)
        await crew.discord.world.changes.until(lambda: bool(crew.discord.gateway.sessions))
        actions = crew.actions
        with suppress(TimeoutError):
            async with asyncio.timeout(LIVELY):
                await crew.discord.world.changes.until(lambda: crew.actions > actions)
        code = await self.bot.stop()
        self.clock.advance(SECONDS_TO_ANSWER)
        self.weather.clear()
        await self.host.while_it_is_stopped()
        await self.bot.launch()
        return f"the bot, told to stop, ended with exit code {code}" if code else ""


async def _come_home(
    bot: Program, discord: Sandbox, playing: "asyncio.Future[list[None]]", database: Where
) -> list[str]:
    """Let the games end, then stop the bot as a host does. Returns what went wrong.

    Raises StandstillError.
    """
    await as_long_as_stored(playing, database)
    await as_long_as_stored(_all_delivered(bot, database), database)
    # What could not be written down in bad weather is written down at the next start; and its clock is right.
    codes = [await as_long_as_stored(bot.stop(), database)]
    await bot.launch()
    await discord.world.changes.until(lambda: bool(discord.gateway.sessions))
    await as_long_as_stored(_all_delivered(bot, database), database)
    codes.append(await as_long_as_stored(bot.stop(), database))
    return [f"the bot, told to stop, ended with exit code {code}" for code in codes if code]


async def _all_delivered(bot: Program, database: Where) -> None:
    """Wait until no channel is owed anything, nobody is to be told anything by the bot's clock, and all
    results are kept.

    A bot that is told to stop delivers what it does just then. What an earlier life of its has left waits
    until Discord has told on which servers it is, which a bot that was launched a moment ago does not know.
    """
    store = await Store.open(address(database), lambda: 0)
    try:
        while (  # noqa: ASYNC110 - another program writes the database
            await store.due_posts()
            or await store.letters(int(time.time() + bot.ahead))
            or await store.unrecorded()
        ):
            await asyncio.sleep(LOOKS)
    finally:
        await store.close()


def _complaints(log: Path) -> list[str]:
    lines = log.read_text(encoding="utf-8").splitlines()
    return [
        f"the log says: {line}"
        for line in lines
        if any(word in line for word in SPEAKS_OF_TROUBLE) and not any(word in line for word in OF_THE_DISK)
    ]


async def _stored(database: Where, discord: Sandbox, ledger: Ledger) -> list[str]:
    store = await Store.open(address(database), lambda: 0)
    try:
        return await invariants.problems(store, discord, ledger)
    finally:
        await store.close()


def _crew(discord: Sandbox, ledger: Ledger, place: str, luck: Random) -> Crew:
    people = [discord.persona(name) for name in PLACES[place]]

    async def death() -> None:
        await discord.world.changes.until(lambda: not discord.gateway.sessions)

    is_rated = place in RATED
    return Crew(
        discord,
        discord.channel(place),
        people,
        luck,
        ledger,
        death,
        games=list(OPTIONS) if is_rated else list(games()),
        deeds=BY_PLAYERS_ALONE if is_rated else (*DEEDS, *WISHES, *HABITS, *SEATS),
        everybody=[discord.persona(name) for name in EVERYBODY],
    )
