"""Several bots in one sandbox, which share its servers and a database."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from math import inf

from bot.cli.run import point_at
from bot.client import Harbourmaster
from bot.service.config import Settings
from bot.sessions import timekeeper
from bot.store.addresses import read_url
from bot.store.clusters import cluster_of
from bot.store.postgresql import PostgresTransactions
from bot.store.spare import Spare
from bot.store.store import Store
from sandbox import Guild, Sandbox
from tests.bot.harbour import GRACE
from tests.sandbox.checked import CheckedSandbox


@dataclass
class Fleet:
    """The bots, by the numbers of their clusters."""

    discord: Sandbox
    bots: list[Harbourmaster]

    def guild(self, cluster: int) -> Guild:
        """Return a server of the given cluster."""
        clusters = len(self.bots)
        return next(g for g in self.discord.world.guilds.values() if cluster_of(g.id, clusters) == cluster)

    async def until_quiet(self) -> None:
        """Wait until no request, errand or delivery is in progress."""
        for _ in range(2):
            for bot in self.bots:
                while bot.attending:
                    await asyncio.wait(set(bot.attending))
                await bot.errands.go_round()
                await bot.outbox.idle()


def has_guilds(discord: CheckedSandbox, clusters: int) -> None:
    """Make sure that each cluster has a server."""
    while {cluster_of(guild, clusters) for guild in discord.world.guilds} != {*range(clusters)}:
        discord.add_guild(f"Harbour {len(discord.world.guilds)}")


@asynccontextmanager
async def fleet(discord: CheckedSandbox, url: str, clusters: int = 2) -> AsyncIterator[Fleet]:
    """Run one bot for each of the clusters inside the context."""
    has_guilds(discord, clusters)
    timekeeper.MOMENT = timekeeper.PERIOD
    settings = Settings.model_validate(
        {
            "discord_token": discord.token,
            "database_url": url,
            "clusters": clusters,
            "discord_api_url": discord.api_url,
            "discord_gateway_url": discord.gateway_url,
        }
    )
    point_at(settings)
    async with AsyncExitStack() as stack:
        bots = [await stack.enter_async_context(_bot(settings)) for _ in range(clusters)]
        yield Fleet(discord, bots)


@asynccontextmanager
async def _bot(settings: Settings) -> AsyncIterator[Harbourmaster]:
    held = Spare(read_url(settings.database_url), settings.clusters).look()
    assert isinstance(held, PostgresTransactions), held
    bot = Harbourmaster(settings, await Store.open(settings.database_url, Harbourmaster.now, held))
    bot.sign_upload.calm = inf
    await bot.login(settings.token())
    connection = asyncio.create_task(bot.connect())
    try:
        await bot.wait_until_ready()
        yield bot
    finally:
        await bot.shut_down(GRACE)
        await connection
