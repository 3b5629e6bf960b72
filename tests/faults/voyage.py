"""Games of every kind at the same time, played through a bot that is killed again and again."""

import asyncio
import signal
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from bot.store.db_move import back_up
from bot.store.store import Store
from rules.engine.registry import games
from sandbox import Guild, ManualClock, RateLimits, Sandbox
from sandbox.office.desk import SECONDS_TO_ANSWER
from tests.bot.databases import Where, address
from tests.bot.harbour import HURRY
from tests.bot.program import Program
from tests.faults import invariants, kills
from tests.faults.crew import OPTIONS, Crew, is_heard
from tests.faults.habits import HABITS
from tests.faults.hosts import Host
from tests.faults.kills import KillSwitch
from tests.faults.ledger import Ledger
from tests.faults.letters import PostOffice
from tests.faults.masters import DEEDS
from tests.faults.progress import StandstillError, as_long_as_stored, standing, stored
from tests.faults.seats import SEATS
from tests.faults.thoughts import Headaches
from tests.faults.weather import Squalls, Weather
from tests.faults.wishes import WISHES, drop, plan
from tests.postgresql import Server
from tests.sandbox.checked import CheckedSandbox

PLACES = {
    "north": ("Ann", "Bo"),
    "south": ("Ann", "Cato", "Dagny"),
    "east": ("Bo", "Edda"),
    "west": ("Finn", "Dagny"),
}
"""The players in each channel. Some people play in two games at once."""

RATED = {"west"}
"""The channels with short games and without game masters' deeds."""

EVERYBODY = ("Ann", "Bo", "Cato", "Dagny", "Edda", "Finn", "Gro", "Hugo")
"""The people who may take over a seat."""

MOMENT_COMES = 20.0
"""The seconds after which a working bot is killed even if its request has not come."""

LONG_OUTAGES = 0.1
"""The share of kills that nobody notices until the morning."""

NIGHTS = 2
"""The maximum number of long outages in a voyage. After a day, interactions may be forgotten."""

A_NIGHT = 8 * 60 * 60
"""The length of a night in seconds."""

CHATS = 0.2
"""The share of kills after which people write in a channel until the bot is back."""

TALK = (150, 400)
"""The least and greatest number of messages that people write then."""

CLOCKS = (0, 0, 0, 0, 0, 400, -400, 86_400, -86_400)
"""The seconds that the bot's clock is ahead. Most clocks are right."""

RESTARTS = 0.1
"""The share of kills after which the bot is also stopped once, as a host does."""

LIVELY = 5.0
"""The seconds after which the bot is stopped even if nothing has happened."""

LOOKS = 0.2
"""The seconds between two checks of what a working bot must still deliver."""

SPEAKS_OF_TROUBLE = ("Traceback", " ERROR ", " CRITICAL ")
"""Words that the bot's log must not contain. Being killed is no reason for them."""

OF_THE_DISK = ("not written, and refused", "the stored games could not be read")
"""A line with such a word is allowed if it has one of these, because the bot's disk fails."""

COMMANDS = 0.15
"""The share of the bot's lives during which the host uses the command line."""

BY_PLAYERS_ALONE = (plan, drop, *HABITS)
"""The deeds in games that count for ratings. Game masters do nothing there."""


@dataclass(frozen=True)
class Account:
    """The result of a voyage. `problems` is empty if nothing was lost or doubled."""

    kills: int
    actions: int
    games: Counter[str]
    """The number of opened games of each kind."""
    deeds: Counter[str]
    """The number of each deed other than moves that was reported as done."""
    moments: Counter[str]
    """The number of kills at each place."""
    problems: Sequence[str]


async def voyage(seed: str, deaths: int, folder: Path, server: Server | None = None) -> Account:
    """Play while the bot is killed `deaths` times, then play to the end. The bot's files are in `folder`.

    The games are in a file in `folder`, or in the database `blank` of a `server`, which is then killed, too.
    """
    clock, switch = ManualClock(datetime.now(UTC)), KillSwitch()
    log, sky = folder / "bot.log", folder / "weather"
    database = server.url("blank") if server else folder / "games.db"
    async with CheckedSandbox(clock=clock, limits=RateLimits(hurry=HURRY), mount=switch.mount) as discord:
        bot = Program(discord, database, log, sky)
        ledger = Ledger(discord)
        letters = PostOffice(discord, database, lambda: time.time() + bot.ahead)
        crews = [crew_of(discord, ledger, place, Random(f"{seed}/{place}")) for place in PLACES]
        luck = Random(f"{seed}/weather")
        weather = Squalls(server, discord, luck) if server else Weather(sky, discord, luck)
        host = Host(bot, discord, database, folder, Random(f"{seed}/host"))
        fate = Fate(bot, database, switch, clock, crews, weather, host, Random(seed))
        headaches = Headaches([bot], Random(f"{seed}/thoughts"))
        playing = asyncio.gather(*(crew.play() for crew in crews))
        blowing = asyncio.create_task(weather.blow())
        aching = asyncio.create_task(headaches.strike())
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
            for task in (playing, blowing, aching):
                task.cancel()
            bot.kill()
            await bot.gone()
        problems += [*host.problems, *letters.doubled, *complaints(log)]
        problems += await left_behind(database, discord, ledger, folder)
    actions = sum(crew.actions for crew in crews)
    opened = sum((crew.opened for crew in crews), Counter[str]())
    done = told_of(ledger)
    done["direct messages"] = letters.count
    done["what thinks was killed"] = headaches.struck
    done.update(host.done)
    done.update({f"database: {kind}": spells for kind, spells in weather.spells.items()})
    return Account(switch.moments.total(), actions, opened, done, switch.moments, problems)


@dataclass
class Fate:
    """The bot of a voyage, and what happens to it."""

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
        """Kill and relaunch the running bot `deaths` times. Returns what went wrong.

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
                    # A command had the database open when the bot began. A host would start the bot again.
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
        """Let the host type commands. The database server runs without failures meanwhile."""
        async with self.weather.held:
            await self.host.while_it_plays()

    def _found_it_in_use(self) -> bool:
        """Return whether the last line of the bot's log says that another program has its database open."""
        said = self.bot.log.read_text(encoding="utf-8").splitlines()
        return bool(said) and said[-1].startswith("Another Harbourmaster")

    async def _death(self) -> int:
        """Wait until the bot has died. Returns its exit code."""
        gone, before = asyncio.ensure_future(self.bot.gone()), stored(self.database)
        try:
            while not (await asyncio.wait([gone], timeout=MOMENT_COMES))[0]:
                # A kill must not repair a bot that is stuck.
                if stored(self.database) > before:
                    self.switch.pull()
            return await gone
        finally:
            gone.cancel()

    async def _begin_again(self) -> None:
        """Launch the bot again, after a while in which people may write a lot."""
        # People without an answer see that the application did not respond. Sometimes this takes long.
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
        """Let the bot run for a short time, stop it as a host does, and launch it again."""
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
    await as_long_as_stored(all_delivered(database, lambda: time.time() + bot.ahead), database)
    # Changes that failures of the disk prevented are stored at the next start, when the bot's clock is right.
    codes = [await as_long_as_stored(bot.stop(), database)]
    await bot.launch()
    await discord.world.changes.until(lambda: bool(discord.gateway.sessions))
    await as_long_as_stored(all_delivered(database, lambda: time.time() + bot.ahead), database)
    codes.append(await as_long_as_stored(bot.stop(), database))
    return [f"the bot, told to stop, ended with exit code {code}" for code in codes if code]


async def all_delivered(database: Where, now: Callable[[], float]) -> None:
    """Wait until nothing is due in any channel or for any person, and all results are recorded.

    A bot that is told to stop finishes only deliveries in progress. A newly launched bot delivers the rest
    only after Discord has reported on which servers the bot is.
    """
    store = await Store.open(address(database), lambda: 0)
    try:
        while (  # noqa: ASYNC110 - another program writes the database
            await store.due_posts() or await store.letters(int(now())) or await store.unrecorded()
        ):
            await asyncio.sleep(LOOKS)
    finally:
        await store.close()


def told_of(ledger: Ledger) -> Counter[str]:
    """Count what was reported as done: deeds other than moves, and lines of several actions."""
    beside = [deed for deed in ledger.deeds if deed.about in {"master", "vote", "plan", "wish"} and deed.told]
    done = Counter(deed.line or deed.about for deed in beside)
    done["lines of several actions"] = sum(len(deed.done) > 1 for deed in ledger.deeds)
    return done


def complaints(log: Path) -> list[str]:
    """Return the lines that a bot's log contains but must not contain."""
    lines = log.read_text(encoding="utf-8").splitlines()
    return [
        f"the log says: {line}"
        for line in lines
        if any(word in line for word in SPEAKS_OF_TROUBLE) and not any(word in line for word in OF_THE_DISK)
    ]


async def left_behind(database: Where, discord: Sandbox, ledger: Ledger, folder: Path) -> list[str]:
    """Return the errors in the final stored data and messages.

    If there are errors, the folder keeps a copy of the database, and what everybody did and was told.
    """
    found = await wrong_with(database, discord, ledger)
    if found:
        back_up(address(database), folder / "left.db")
        (folder / "deeds.txt").write_text("\n".join(map(str, ledger.deeds)), encoding="utf-8")
    return found


async def wrong_with(database: Where, discord: Sandbox, ledger: Ledger) -> list[str]:
    """Return the errors in the final stored data and messages."""
    store = await Store.open(address(database), lambda: 0)
    try:
        return await invariants.problems(store, discord, ledger)
    finally:
        await store.close()


def crew_of(discord: Sandbox, ledger: Ledger, place: str, luck: Random, guild: Guild | None = None) -> Crew:
    """Return the people of a channel, on the first server or on a given server."""
    people = [discord.persona(name) for name in PLACES[place]]
    channel = discord.channel(place, guild)

    async def death() -> None:
        await discord.world.changes.until(lambda: not is_heard(discord, channel))

    is_rated = place in RATED
    return Crew(
        discord,
        channel,
        people,
        luck,
        ledger,
        death,
        games=list(OPTIONS) if is_rated else list(games()),
        deeds=BY_PLAYERS_ALONE if is_rated else (*DEEDS, *WISHES, *HABITS, *SEATS),
        everybody=[discord.persona(name) for name in EVERYBODY],
        with_bot=not is_rated,
    )
