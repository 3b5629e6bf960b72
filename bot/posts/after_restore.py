"""After a copy of all games was brought back: every channel is told, and what was posted since is put right.

The channels still hold messages from the time that is lost. The bot knows nothing of them any more, but their
buttons look alive. Each becomes one line that says so; until then nothing else is posted in that channel.
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
from bot.sessions.table import Table, Tables
from bot.store.errors import StoreError
from bot.store.rows import RestoredRow
from bot.store.store import Store
from rules.engine.errors import HarbourmasterError

log = logging.getLogger(__name__)

CLOCKS_DIFFER = timedelta(minutes=15)
"""How far this machine's clock may be ahead of Discord's."""

LOOKED_THROUGH = 5_000
"""Messages of a channel, those of people included, among which lost ones are searched for."""

LOST = (
    "-# ⏪ What stood here was lost when the host brought back a copy of all games; the game goes on below."
)


class AfterRestore:
    """Tells the channels of all games that were brought back, and clears up in them one after the other."""

    def __init__(self, client: discord.Client, store: Store, outbox: Outbox) -> None:
        self._client = client
        self._store = store
        self._outbox = outbox
        self._running: asyncio.Task[None] | None = None

    async def begin(self, tables: Tables) -> None:
        """Owe all these channels the news; what is posted there waits until they are cleared up.

        From here on no button of the lost time fits, whether or not its message is ever found.
        """
        told: list[tuple[Table, RestoredRow, ExitStack]] = []
        for news in await self._store.restored():
            try:
                table = await tables.table(news.game)
                await table.bring_back(news)
            except HarbourmasterError as error:
                log.warning("game %s is not told that it went back: %s", news.game, error.message)
                continue
            held = ExitStack()
            held.enter_context(self._outbox.held(news.game))
            told.append((table, news, held))
        if told:
            log.warning("a copy was brought back: the channels of %s open games are told", len(told))
            self._running = asyncio.create_task(self._clear_up(told), name="salvage")

    async def stop(self) -> None:
        """Leave the other channels as they are."""
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
        """Turn what the bot posted there after that time, and knows nothing of, into a line that says so."""
        known = await self._store.messages_in(channel)
        here = self._client.get_partial_messageable(channel)
        since = datetime.fromtimestamp(taken, UTC) - CLOCKS_DIFFER
        async for message in here.history(limit=LOOKED_THROUGH, after=since):
            own = self._client.user is not None and message.author.id == self._client.user.id
            if own and message.id not in known:
                line = layout(ui.TextDisplay(LOST))
                await here.get_partial_message(message.id).edit(view=line, attachments=[])
