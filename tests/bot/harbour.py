"""The real bot in the sandbox: what end-to-end tests play in."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.cli.run import point_at
from bot.client import Harbourmaster
from bot.config import Settings
from bot.store.store import Store
from sandbox import Persona, Sandbox

GRACE = 5.0


@dataclass
class Harbour:
    """A sandbox with the bot in it, and where the bot keeps its games."""

    discord: Sandbox
    bot: Harbourmaster
    database: str

    def people(self, *names: str) -> list[Persona]:
        """Personas of these names."""
        return [self.discord.persona(name) for name in names]

    async def settled(self) -> None:
        """Wait until the bot has posted everything it owes."""
        await self.bot.outbox.idle()

    async def restart(self) -> None:
        """Stop the bot and start it anew on the same database."""
        await self.bot.shut_down(GRACE)
        self.bot = await start_bot(self.discord, self.database)


async def start_bot(discord: Sandbox, database: str) -> Harbourmaster:
    """The real client, logged in to the sandbox and ready."""
    settings = Settings(
        discord_token=discord.token,
        database_url=database,
        discord_api_url=discord.api_url,
        discord_gateway_url=discord.gateway_url,
    )
    point_at(settings)
    store = await Store.open(settings.database_url, Harbourmaster.now)
    bot = Harbourmaster(settings, store)
    await bot.login(discord.token)
    bot.connecting = asyncio.create_task(bot.connect())
    await bot.wait_until_ready()
    return bot


@asynccontextmanager
async def harbour(folder: Path) -> AsyncIterator[Harbour]:
    """A sandbox and the bot, for as long as the block lasts."""
    async with Sandbox() as discord:
        place = Harbour(discord, await start_bot(discord, f"sqlite:///{folder}/games.db"), "")
        place.database = f"sqlite:///{folder}/games.db"
        try:
            yield place
        finally:
            await place.bot.shut_down(GRACE)
