"""Announces a restore from a backup in every channel, and replaces messages sent after the backup.

The database no longer contains these messages, but their buttons still look valid. So each message is
replaced with a line about the loss, before anything else is posted in the channel.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta

import discord
from discord import ui

from bot.discord_errors import DISCORD_FAILED
from bot.posts.message import layout
from bot.posts.outbox import Outbox
from bot.sessions.table import Table
from bot.sessions.tables import Tables
from bot.store.errors import StoreError
from bot.store.rows import RestoredRow
from bot.store.store import Store
from rules.engine.errors import HarbourmasterError

log = logging.getLogger(__name__)

CLOCKS_DIFFER = timedelta(minutes=15)
"""The longest time by which this machine's clock may be ahead of Discord's."""

LOOKED_THROUGH = 5_000
"""The maximum number of a channel's messages, people's included, that are searched for lost messages."""

LOST = "-# ⏪ This message was lost when the host brought back a copy of all games; the game goes on below."


class AfterRestore:
    """Announces the restore in the channels of all games, and clears the channels one after the other."""

    def __init__(self, client: discord.Client, store: Store, outbox: Outbox) -> None:
        self._client = client
        self._store = store
        self._outbox = outbox
        self._running: asyncio.Task[None] | None = None

    async def begin(self, tables: Tables) -> None:
        """Plan a post in the channel of each game; the post waits until the channel is cleared.

        From then on the buttons of all lost messages do nothing, even of those that the bot does not find.
        """
        told: list[tuple[Table, RestoredRow, ExitStack]] = []
        for news in await self._store.restored():
            try:
                table = await tables.table(news.game)
                await table.bring_back(news)
            except HarbourmasterError as error:
                log.warning("the restore of game %s cannot be announced: %s", news.game, error.message)
                continue
            held = ExitStack()
            held.enter_context(self._outbox.held(news.game))
            told.append((table, news, held))
        if told:
            log.warning("a backup was restored; it is announced in the channels of %s open games", len(told))
            self._running = asyncio.create_task(self._clear_up(told), name="salvage")

    async def stop(self) -> None:
        """Stop, and leave the remaining channels as they are."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    async def _clear_up(self, told: Sequence[tuple[Table, RestoredRow, ExitStack]]) -> None:
        for table, news, held in told:
            with held:
                try:
                    await self._clear(table.row.channel, news.taken)
                except (*DISCORD_FAILED, StoreError) as error:
                    log.warning("channel %s could not be cleared up: %s", table.row.channel, error)

    async def _clear(self, channel: int, taken: int) -> None:
        """Replace the bot's unknown messages sent in the channel after `taken` (seconds since 1970)."""
        known = await self._store.messages_in(channel)
        here = self._client.get_partial_messageable(channel)
        since = datetime.fromtimestamp(taken, UTC) - CLOCKS_DIFFER
        async for message in here.history(limit=LOOKED_THROUGH, after=since):
            own = self._client.user is not None and message.author.id == self._client.user.id
            if own and message.id not in known:
                line = layout(ui.TextDisplay(LOST))
                await here.get_partial_message(message.id).edit(view=line, attachments=[])
