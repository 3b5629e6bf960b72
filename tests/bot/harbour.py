"""The real bot in the sandbox, for end-to-end tests."""

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
from rules.engine.entries import Force, Timeout
from rules.engine.entry import Actor
from rules.engine.match import TIMEOUT
from rules.port_flower.state import RaceState
from sandbox import Channel, ManualClock, Message, Persona, RateLimits, Reply, Sandbox
from sandbox.world.components import Choice, StringMenu
from tests.bot.blank import lay_blank
from tests.bot.lobbies import fill_in, lobby_in, options_form, use_lobby
from tests.bot.mastery import master
from tests.bot.seat_numbers import seats_by_number
from tests.sandbox.checked import CheckedSandbox

GRACE = 5.0
NOON = 1_790_000_000
"""The start of every game, in seconds since 1970."""

CALLS = (ABOVE, ANSWERED, GOES_ON)
"""The texts of posts that only mention somebody."""

PATIENCE = 60.0
"""The seconds after which something awaited counts as missing."""

HURRY = 100
"""The factor by which rate limits reset faster than at Discord, because tests play fast."""

MASTER = Actor(role="gm", player="1")
"""The game master who arranges the dice before a test begins."""

BO_MOVES = "4"
"""The position before Bo's first move in a `race_of_two`, as typed in `/gm undo`.

The public entries before it are the start, a forced wind and the skipped first turn.
"""


def known(person: Persona) -> str:
    """Return the mention and the stored name of a person, as a record shows them."""
    return f"{person.mention} ({person.name})"


def offered(message: Message) -> list[Choice]:
    """Return the options of a message's menus."""
    return [option for menu in message.menus if isinstance(menu, StringMenu) for option in menu.options]


def labels(message: Message) -> list[str | None]:
    """Return the labels of a message's buttons."""
    return [button.label for button in message.buttons]


@dataclass
class Harbour:
    """A sandbox with the bot in it, and the place of the bot's games.

    `place` is the channel under test, #harbour unless a test says otherwise. `crew` plays there.
    """

    discord: CheckedSandbox
    bot: Harbourmaster
    connection: "asyncio.Task[None]"
    settings: Settings
    place: Channel
    crew: list[Persona] = field(default_factory=list)
    luck: Random = field(default_factory=lambda: Random(2))
    """The source of dice after a restart."""

    def people(self, *names: str) -> list[Persona]:
        """Return personas with these names."""
        return [self.discord.persona(name) for name in names]

    # Reading

    def posts(self, channel: Channel | None = None) -> list[Message]:
        """Return the public messages of the channel, oldest first."""
        messages = (channel or self.place).messages.values()
        return [message for message in messages if message.only_for is None]

    def calls(self) -> list[Message]:
        """Return the posts whose only purpose is or was to mention somebody for a turn's post."""
        return [message for message in self.posts() if any(said in message.text for said in CALLS)]

    @property
    def newest(self) -> Message:
        """Return the last public message that is not among `calls`."""
        calls = self.calls()
        return next(message for message in reversed(self.posts()) if message not in calls)

    async def table(self, channel: Channel | None = None) -> Table:
        """Return the bot's table of the game in the channel."""
        return await self.bot.tables.latest_in((channel or self.place).id)

    async def race(self) -> RaceState:
        """Return the state of the race."""
        state = (await self.table()).match.state
        assert isinstance(state, RaceState)
        return state

    async def journal(self) -> list[EntryRow]:
        """Return the stored journal of the game."""
        return await self.bot.store.entries((await self.table()).row.id)

    async def awaited(self) -> Persona:
        """Return the person who must decide in the race."""
        table = await self.table()
        return self.crew[table.match.position.awaited[0].seat - 1]

    # Waiting

    async def told(self, reply: Reply) -> Reply:
        """Return the reply after all its consequences were posted."""
        await self.calm()
        return reply

    async def calm(self) -> None:
        """Wait until nothing is in progress and everything is posted."""
        while self.bot.attending:
            await asyncio.wait(set(self.bot.attending))
        await self.bot.outbox.idle()

    async def delivered(self) -> None:
        """Wait until no post is due in any channel, with as many retries as needed."""
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
        """Wait until the condition is true."""
        async with asyncio.timeout(PATIENCE):
            while not condition():  # noqa: ASYNC110 - nothing else tells when
                await asyncio.sleep(0)

    async def note_presence(self) -> None:
        """Wait until the bot is ready, and let the bot note its presence at the current time of its games.

        A bot that notes its presence only after a change of the time would conclude that it was away.
        """
        await self.bot.wait_until_ready()
        await self.until(self.bot.is_connected)
        assert self.bot.timekeeper is not None
        await self.bot.timekeeper.be_there()

    async def pass_time(self, now: int) -> None:
        """Set the time of the bot's games to `now`. The bot does not count as absent meanwhile."""
        await self.note_presence()
        self.bot.tables.now = lambda: now
        await self.bot.store.be_there(now)

    # Arranging

    async def open_lobby(self, *people: Persona, game: str = "port_flower", **options: str) -> None:
        """Open a lobby in #harbour with these people, by slash commands. The first person is its host.

        The lobby has the published rules unless another `preset` is named.
        """
        self.crew = list(people)
        first, *others = people
        await self.told(await first.slash("/play", game=game, preset=options.pop("preset", "printed")))
        for name, value in options.items():
            await self.set_option(first, name, value)
        for person in others:
            await self.told(await person.slash("/game join"))

    async def start_race(self, *people: Persona, game: str = "port_flower", **options: str) -> None:
        """Start a race in #harbour with these people, by slash commands. The first person is its host."""
        await self.open_lobby(*people, game=game, **options)
        await self.lobby_control(people[0], "start")

    async def race_of_two(self, **options: str) -> tuple[Persona, Persona]:
        """Start a race of Ann (the host) and Bo. It is Bo's turn, with the wind N4 E0 S0 W0."""
        ann, bo = self.people("Ann", "Bo")
        await self.start_race(ann, bo, first_player="seat1", **options)
        await self.pass_turn(4, 0, 0, 0)
        return ann, bo

    async def force(self, *wind: int) -> None:
        """Force the next wind (N, E, S, W)."""
        table, now = await self.table(), self.bot.now()
        await table.advance(lambda _, match: match.enter(Force(wind, "wind"), MASTER, now, "a test"), 0)
        await self.calm()

    async def pass_turn(self, *wind: int) -> None:
        """Skip the player whose turn it is, and force the next player's wind (N, E, S, W)."""
        await self.force(*wind)
        await self.skip()

    async def skip(self, channel: Channel | None = None) -> None:
        """Skip the player whose turn it is in the channel."""
        table, now = await self.table(channel), self.bot.now()
        seat = table.match.position.awaited[0].seat
        await table.advance(lambda _, match: match.enter(Timeout(seat), TIMEOUT, now), 0)
        await self.calm()

    async def gm(
        self, person: Persona, task: str, channel: Channel | None = None, /, **values: object
    ) -> Reply:
        """Carry out a game master's task as the given person."""
        return await self.told(await master(person, task, channel, **values))

    async def bring_back(self, host: Persona, reason: str, to: str = "") -> None:
        """Resume an undone line as a game master: the newest line, or the line with `words`."""
        page = (await self.gm(host, "redo", **({"to": to} if to else {}))).message
        if not to:
            await self.told(await host.choose(page, offered(page)[0].value))
        form = (await self.told(await host.press(page, "Go on from this…"))).modal
        await self.told(await host.submit(form, {"reason": reason}))

    async def lobby_control(
        self, person: Persona, verb: Verb, *path: str, channel: Channel | None = None
    ) -> Reply:
        """Use a control of the channel's lobby as the given person, even if it is not offered to them."""
        place = channel or person.home
        game = (await self.table(place)).row.id
        lobby = lobby_in(place) or self.posts(place)[-1]
        return await self.told(await use_lobby(person, lobby, verb, *path, game=game))

    async def set_option(
        self, person: Persona, option: str, value: str, channel: Channel | None = None
    ) -> Reply:
        """Set an option of the channel's lobby as the given person, by the form of the option's page."""
        place = channel or person.home
        row = (await self.table(place)).row
        lobby = lobby_in(place) or self.posts(place)[-1]
        form = await options_form(person, lobby, row.slug, option, row.id)
        return await self.told(await fill_in(person, form, option, value))

    async def resign(self, person: Persona, channel: Channel | None = None) -> None:
        """Let a person resign from the race in the channel. A race of two then ends."""
        page = (await self.told(await person.slash("/game leave", channel=channel))).message
        await self.told(await person.press(page, "Yes, resign"))

    async def restart(self) -> None:
        """Stop the bot and restart it on the same database."""
        await self.stop()
        await self.start()

    async def start(self) -> None:
        """Start a stopped bot. The games keep their clock."""
        now = self.bot.tables.now
        self.bot, self.connection = await log_in(self.settings, self.discord, self.luck, now)

    async def stop(self) -> None:
        """Stop the bot as SIGTERM does."""
        await self.bot.shut_down(GRACE)
        await self.connection


async def log_in(
    settings: Settings, discord: Sandbox, luck: Random | None = None, now: Callable[[], int] = lambda: NOON
) -> tuple[Harbourmaster, "asyncio.Task[None]"]:
    """Log in the real client to the sandbox, and wait until it is ready.

    The bot's dice come from `luck`, and `now` is the clock of its games.
    """
    point_at(settings)
    # Tests run the timekeeper themselves, so the timekeeper's own loop must do nothing.
    timekeeper.MOMENT = timekeeper.PERIOD
    await migrate(settings.database_url)
    bot = Harbourmaster(settings, await Store.open(settings.database_url, Harbourmaster.now))
    bot.now = now  # type: ignore[method-assign]
    await bot.login(settings.token())
    del bot.now
    _foretell(bot, luck or Random(1))
    # Without this, emojis would replace words during a test.
    bot.sign_upload.calm = inf
    connection = asyncio.create_task(bot.connect())
    await discord.wait_for_bot("/game")
    return bot, connection


def _foretell(bot: Harbourmaster, luck: Random) -> None:
    """Make the dice the same in every run.

    Dice depend on the seed, the game's id, its starting time and the presses before the start.
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
    """Run a sandbox and the bot inside the context. Without `clock`, Discord's clock does not move.

    `more` are further settings of the bot. At the end, no text of the bot may name a seat by its number.
    """
    clock = clock or ManualClock(datetime.now(UTC))
    async with (
        CheckedSandbox(clock=clock, limits=RateLimits(hurry=HURRY)) as discord,
        bot_in(discord, folder, database, **more) as place,
    ):
        yield place
        assert not seats_by_number(discord.journal)


@asynccontextmanager
async def bot_in(
    discord: CheckedSandbox, folder: Path, database: str = "", **more: object
) -> AsyncIterator[Harbour]:
    """Run the bot in a sandbox inside the context. The bot's games are in `folder` or in a `database`.

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
