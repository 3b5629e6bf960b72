"""The real bot in the sandbox: what end-to-end tests play in."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.cli.run import point_at
from bot.client import Harbourmaster
from bot.config import Settings
from bot.store.migrate import migrate
from bot.store.store import Store
from bot.tables import Table
from sandbox import Message, Persona, Reply, Sandbox

GRACE = 5.0


@dataclass
class Harbour:
    """A sandbox with the bot in it, and where the bot keeps its games."""

    discord: Sandbox
    bot: Harbourmaster
    connection: "asyncio.Task[None]"
    settings: Settings

    def people(self, *names: str) -> list[Persona]:
        """Personas of these names."""
        return [self.discord.persona(name) for name in names]

    def posts(self) -> list[Message]:
        """The public messages of #harbour, oldest first."""
        return [message for message in self.discord.harbour.messages.values() if message.only_for is None]

    async def told(self, reply: Reply) -> Reply:
        """The reply, after everything it led to was said and posted."""
        while self.bot.attending:
            await asyncio.wait(set(self.bot.attending))
        await self.bot.outbox.idle()
        return reply

    async def table(self) -> Table:
        """The game in #harbour, as the bot has it."""
        return await self.bot.tables.latest_in(self.discord.harbour.id)

    async def start_race(self, *people: Persona, **options: str) -> None:
        """A race in #harbour with these people, by slash commands."""
        first, *others = people
        await self.told(await first.slash("/game new", game="port_flower"))
        for name, value in options.items():
            await self.told(await first.slash("/game options", option=name, value=value))
        for person in others:
            await self.told(await person.slash("/game join"))
        await self.told(await first.slash("/game start"))

    async def restart(self) -> None:
        """Stop the bot and start it anew on the same database."""
        await self.stop()
        self.bot, self.connection = await log_in(self.settings, self.discord)

    async def stop(self) -> None:
        """Stop the bot as SIGTERM does."""
        await self.bot.shut_down(GRACE)
        await self.connection


async def log_in(settings: Settings, discord: Sandbox) -> tuple[Harbourmaster, "asyncio.Task[None]"]:
    """The real client, logged in to the sandbox and ready to be spoken to."""
    point_at(settings)
    await migrate(settings.database_url)
    bot = Harbourmaster(settings, await Store.open(settings.database_url, Harbourmaster.now))
    await bot.login(settings.token())
    connection = asyncio.create_task(bot.connect())
    await discord.wait_for_bot("/game")
    return bot, connection


@asynccontextmanager
async def harbour(folder: Path) -> AsyncIterator[Harbour]:
    """A sandbox and the bot, for as long as the block lasts."""
    async with Sandbox() as discord:
        settings = Settings.model_validate(
            {
                "discord_token": discord.token,
                "database_url": f"sqlite:///{folder / 'games.db'}",
                "discord_api_url": discord.api_url,
                "discord_gateway_url": discord.gateway_url,
            }
        )
        place = Harbour(discord, *await log_in(settings, discord), settings)
        try:
            yield place
        finally:
            await place.stop()
