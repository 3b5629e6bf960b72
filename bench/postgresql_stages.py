"""Stages with a PostgreSQL database: one bot for all of Discord's servers, and one of several clusters."""

import os
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from bench.durable import new_database
from bench.harbourmaster_stage import HarbourmasterStage
from bench.silent import GUILD, Json
from bot.client import Harbourmaster
from bot.service.config import Settings
from bot.service.garbage_collection import loading
from bot.store.addresses import read_url
from bot.store.clusters import MADE_AT, cluster_of
from bot.store.postgresql import PostgresTransactions
from bot.store.rows import GameRow
from bot.store.spare import Spare
from bot.store.store import Store
from tests.postgresql import server

APART = 10_000
"""The distance between the first channels of two clusters."""


class ServerStage(HarbourmasterStage):
    """The complete bot, with its database on a PostgreSQL server with durable commits."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._held = ExitStack()

    @property
    def database(self) -> str:
        """The address of an empty database."""
        return self._held.enter_context(new_database())

    async def close(self) -> None:
        """Shut down the bot and the server."""
        await super().close()
        self._held.close()
        server().end()


class ClusterStage(HarbourmasterStage):
    """The real bot on the first free cluster, with DATABASE_URL and CLUSTERS from the environment."""

    async def open(self) -> None:
        """Reserve a cluster and log in."""
        url, clusters = os.environ["DATABASE_URL"], int(os.environ["CLUSTERS"])
        held = Spare(read_url(url), clusters).look()
        if not isinstance(held, PostgresTransactions):
            raise TypeError(held)
        settings = Settings.model_validate(
            {"discord_token": "silent", "database_url": url, "clusters": clusters}
        )
        store = await Store.open(url, Harbourmaster.now, held)
        with loading():
            self.client = Harbourmaster(settings, store)
        self.number = held.cluster.number
        self.guild = GUILD + ((self.number - cluster_of(GUILD, clusters)) % clusters << MADE_AT)
        await self.discord.log_in(self.client)
        # The task that waits for errands would keep the bot busy, but there are no errands here.
        await self.client.errands.stop()

    def lobby(self, identity: str, channel: int) -> GameRow:
        """Return a lobby on one of the cluster's servers."""
        return replace(super().lobby(identity, channel), guild=self.guild)

    async def begin_in(self, channel: int) -> None:
        """Open a lobby and start its game."""
        await super().begin_in(channel % APART + self.number * APART)

    async def next_press(self, channel: int) -> Json:
        """Return a press on one of the cluster's servers."""
        press = await super().next_press(channel % APART + self.number * APART)
        return {**press, "guild_id": str(self.guild)}
