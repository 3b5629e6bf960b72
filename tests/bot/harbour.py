"""The real bot in the sandbox: what end-to-end tests play in."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from random import Random

from bot.cli.run import point_at
from bot.client import Harbourmaster
from bot.narration.mentions import ABOVE, ANSWERED, GOES_ON
from bot.posts.control_ids import Verb
from bot.service.config import Settings
from bot.sessions import timekeeper
from bot.sessions.table import Table
from bot.store.migrate import migrate
from bot.store.rows import EntryRow
from bot.store.store import Store
from rules.engine.entry import Actor
from rules.engine.match import TIMEOUT
from rules.port_flower.state import RaceState
from sandbox import Channel, ManualClock, Message, Persona, RateLimits, Reply, Sandbox
from sandbox.world.components import Choice, StringMenu
from tests.bot.blank import lay_blank
from tests.bot.lobbies import fill_in, lobby_in, options_form, use_lobby
from tests.bot.mastery import master

GRACE = 5.0
NOON = 1_790_000_000
"""When every game begins, in seconds since 1970."""

CALLS = (ABOVE, ANSWERED, GOES_ON)
"""What lines say that only call somebody."""

PATIENCE = 60.0
"""Seconds after which what does not come counts as missing."""

HURRY = 100
"""How many times faster than at Discord limits on requests pass: a test does in a second what takes hours."""

MASTER = Actor(role="gm", player="1")
"""Who arranges the dice before a test begins."""

BO_MOVES = "4"
"""The moment before Bo's first move in a `race_of_two`, as `/gm undo` calls it.

The start, a forced wind and the skipped first turn are public entries before it.
"""


def known(person: Persona) -> str:
    """Somebody in a record: by a mention, and by the name that was kept."""
    return f"{person.mention} ({person.name})"


def offered(message: Message) -> list[Choice]:
    """What the menus of a message offer."""
    return [option for menu in message.menus if isinstance(menu, StringMenu) for option in menu.options]


def labels(message: Message) -> list[str | None]:
    """What stands on the buttons of a message."""
    return [button.label for button in message.buttons]


@dataclass
class Harbour:
    """A sandbox with the bot in it, and where the bot keeps its games.

    `place` is the channel that is looked at, #harbour unless a test says otherwise; `crew` plays there.
    """

    discord: Sandbox
    bot: Harbourmaster
    connection: "asyncio.Task[None]"
    settings: Settings
    place: Channel
    crew: list[Persona] = field(default_factory=list)
    luck: Random = field(default_factory=lambda: Random(2))
    """Where the dice come from after a restart."""

    def people(self, *names: str) -> list[Persona]:
        """Personas of these names."""
        return [self.discord.persona(name) for name in names]

    # Looking

    def posts(self, channel: Channel | None = None) -> list[Message]:
        """The public messages of the channel, oldest first."""
        messages = (channel or self.place).messages.values()
        return [message for message in messages if message.only_for is None]

    def calls(self) -> list[Message]:
        """The lines among them that only call somebody to a turn's post, or that say that this is done."""
        return [message for message in self.posts() if any(said in message.text for said in CALLS)]

    @property
    def newest(self) -> Message:
        """The last public message that is not one of these lines."""
        calls = self.calls()
        return next(message for message in reversed(self.posts()) if message not in calls)

    async def table(self, channel: Channel | None = None) -> Table:
        """The game in the channel, as the bot has it."""
        return await self.bot.tables.latest_in((channel or self.place).id)

    async def race(self) -> RaceState:
        """The race as it stands."""
        state = (await self.table()).match.state
        assert isinstance(state, RaceState)
        return state

    async def journal(self) -> list[EntryRow]:
        """The stored journal of the game."""
        return await self.bot.store.entries((await self.table()).row.id)

    async def awaited(self) -> Persona:
        """Whom the race waits for."""
        table = await self.table()
        return self.crew[table.match.position.awaited[0].seat - 1]

    # Waiting

    async def told(self, reply: Reply) -> Reply:
        """The reply, after everything it led to was said and posted."""
        await self.calm()
        return reply

    async def calm(self) -> None:
        """Wait until nothing is being done, said or posted."""
        while self.bot.attending:
            await asyncio.wait(set(self.bot.attending))
        await self.bot.outbox.idle()

    async def delivered(self) -> None:
        """Wait until nothing is owed to any channel, however often it must be tried."""
        try:
            async with asyncio.timeout(PATIENCE):
                while await self.bot.store.due_posts():
                    await self.calm()
        except TimeoutError:
            due, outbox = await self.bot.store.due_posts(), self.bot.outbox
            owed = [f"{post}: {outbox.trouble(post.game, post.channel)}" for post in due]
            owed += [str(await self.bot.store.game(game)) for game in {post.game for post in due}]
            raise AssertionError(f"not delivered: {owed}") from None

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something has come about."""
        async with asyncio.timeout(PATIENCE):
            while not condition():  # noqa: ASYNC110 - nothing else tells when
                await asyncio.sleep(0)

    # Arranging

    async def open_lobby(self, *people: Persona, game: str = "port_flower", **options: str) -> None:
        """A lobby in #harbour with these people, by slash commands; the first is its host.

        With the published rules, unless another `preset` is named.
        """
        self.crew = list(people)
        first, *others = people
        await self.told(await first.slash("/play", game=game, preset=options.pop("preset", "printed")))
        for name, value in options.items():
            await self.set_option(first, name, value)
        for person in others:
            await self.told(await person.slash("/game join"))

    async def start_race(self, *people: Persona, game: str = "port_flower", **options: str) -> None:
        """A race in #harbour with these people, by slash commands; the first is its host."""
        await self.open_lobby(*people, game=game, **options)
        await self.lobby_control(people[0], "start")

    async def race_of_two(self, **options: str) -> tuple[Persona, Persona]:
        """A race of Ann, its host, and Bo, whose turn it is with the wind N4 E0 S0 W0."""
        ann, bo = self.people("Ann", "Bo")
        await self.start_race(ann, bo, first_player="seat1", **options)
        await self.pass_turn(4, 0, 0, 0)
        return ann, bo

    async def force(self, *wind: int) -> None:
        """Let the next wind be this (N, E, S, W)."""
        table, now = await self.table(), self.bot.now()
        await table.advance(lambda _, match: match.force(wind, MASTER, now, "a test", "wind"), 0)
        await self.calm()

    async def pass_turn(self, *wind: int) -> None:
        """Skip whoever has the turn; the next meets this wind (N, E, S, W)."""
        await self.force(*wind)
        await self.skip()

    async def skip(self, channel: Channel | None = None) -> None:
        """Skip whoever has the turn, in the channel."""
        table, now = await self.table(channel), self.bot.now()
        seat = table.match.position.awaited[0].seat
        await table.advance(lambda _, match: match.timeout(seat, TIMEOUT, now, ""), 0)
        await self.calm()

    async def gm(
        self, person: Persona, task: str, channel: Channel | None = None, /, **values: object
    ) -> Reply:
        """That person does a task of game masters."""
        return await self.told(await master(person, task, channel, **values))

    async def bring_back(self, host: Persona, reason: str, to: str = "") -> None:
        """Let a game master go on with an undone line: the newest, or the one with these words."""
        page = (await self.gm(host, "redo", **({"to": to} if to else {}))).message
        if not to:
            await self.told(await host.choose(page, offered(page)[0].value))
        form = (await self.told(await host.press(page, "Go on from this…"))).modal
        await self.told(await host.submit(form, {"reason": reason}))

    async def lobby_control(
        self, person: Persona, verb: Verb, *path: str, channel: Channel | None = None
    ) -> Reply:
        """That person uses a control of the lobby in the channel, whether it is offered to them or not."""
        place = channel or person.home
        game = (await self.table(place)).row.id
        lobby = lobby_in(place) or self.posts(place)[-1]
        return await self.told(await use_lobby(person, lobby, verb, *path, game=game))

    async def set_option(
        self, person: Persona, option: str, value: str, channel: Channel | None = None
    ) -> Reply:
        """That person sets an option of the lobby in the channel, by the form of its page."""
        place = channel or person.home
        row = (await self.table(place)).row
        lobby = lobby_in(place) or self.posts(place)[-1]
        form = await options_form(person, lobby, row.slug, option, row.id)
        return await self.told(await fill_in(person, form, option, value))

    async def resign(self, person: Persona, channel: Channel | None = None) -> None:
        """That person leaves the race in the channel; of two it is then over."""
        page = (await self.told(await person.slash("/game leave", channel=channel))).message
        await self.told(await person.press(page, "Yes, resign"))

    async def restart(self) -> None:
        """Stop the bot and start it anew on the same database."""
        await self.stop()
        await self.start()

    async def start(self) -> None:
        """Start a bot that was stopped; the clock of its games goes on as it stood."""
        now = self.bot.tables.now
        self.bot, self.connection = await log_in(self.settings, self.discord, self.luck, now)

    async def stop(self) -> None:
        """Stop the bot as SIGTERM does."""
        await self.bot.shut_down(GRACE)
        await self.connection


async def log_in(
    settings: Settings, discord: Sandbox, luck: Random | None = None, now: Callable[[], int] = lambda: NOON
) -> tuple[Harbourmaster, "asyncio.Task[None]"]:
    """The real client, logged in to the sandbox and ready to be spoken to.

    Its dice come from `luck`, and `now` is the clock of its games.
    """
    point_at(settings)
    # Tests let the clock look when it should, and nothing comes in between.
    timekeeper.MOMENT = timekeeper.PERIOD
    await migrate(settings.database_url)
    bot = Harbourmaster(settings, await Store.open(settings.database_url, Harbourmaster.now))
    bot.now = now  # type: ignore[method-assign]
    await bot.login(settings.token())
    del bot.now
    _foretell(bot, luck or Random(1))
    # In the middle of a test words would become emojis.
    bot.sign_upload.calm = inf
    connection = asyncio.create_task(bot.connect())
    await discord.wait_for_bot("/game")
    return bot, connection


def _foretell(bot: Harbourmaster, luck: Random) -> None:
    """Let dice be the same at every run.

    They follow from the seed, the game's id, when it begins and the presses that lead there.
    """

    async def name() -> str:
        return "".join(luck.choices("23456789ABCDEFGHJKMNPQRSTUVWXYZ", k=6))

    bot.tables.new_seed = lambda: luck.randbytes(32)
    bot.tables.presses = lambda row, start: ()  # type: ignore[method-assign]
    bot.store.new_game_id = name  # type: ignore[method-assign]


@asynccontextmanager
async def harbour(
    folder: Path, clock: ManualClock | None = None, database: str = "", **more: object
) -> AsyncIterator[Harbour]:
    """A sandbox and the bot, for as long as the block lasts. Discord's time stands still, or is `clock`'s.

    `more` are further settings of the bot.
    """
    clock = clock or ManualClock(datetime.now(UTC))
    async with (
        Sandbox(clock=clock, limits=RateLimits(hurry=HURRY)) as discord,
        bot_in(discord, folder, database, **more) as place,
    ):
        yield place


@asynccontextmanager
async def bot_in(
    discord: Sandbox, folder: Path, database: str = "", **more: object
) -> AsyncIterator[Harbour]:
    """The bot in that sandbox, for as long as the block lasts; its games lie in `folder` or a `database`.

    `more` are further settings.
    """
    file = folder / "games.db"
    if not database and not file.exists():
        lay_blank(file)
    settings = Settings.model_validate(
        {
            "discord_token": discord.token,
            "database_url": database or f"sqlite:///{file}",
            "discord_api_url": discord.api_url,
            "discord_gateway_url": discord.gateway_url,
            **more,
        }
    )
    place = Harbour(discord, *await log_in(settings, discord), settings, discord.harbour)
    try:
        yield place
    finally:
        await place.stop()
