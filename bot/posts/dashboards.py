"""Dashboards: one message per server that lists its open games and is kept up to date.

The server's settings contain the message's id and a hash of its text. Every change of a game marks the game's
server. The dashboards of marked servers are checked regularly, and edited if their text has changed. Like
every post, a dashboard has a mark, so that it is not sent twice after a crash (`dedup_marks`).
"""

import asyncio
import hashlib
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import discord
from discord import ui

from bot.discord_errors import DISCORD_FAILED, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, reason, was_refused
from bot.narration.dashboards import dashboard_text
from bot.posts.channel_access import read_with
from bot.posts.command_links import CommandLinks
from bot.posts.delivery import Delivery
from bot.posts.interaction_edits import InteractionEdits
from bot.posts.message import Message, layout
from bot.posts.retries import wait_after
from bot.rounds import Rounds
from bot.sessions.tables import Tables
from bot.store.errors import StoreError
from bot.store.rows import GameRow
from bot.store.servers import Dashboard, ServerSettings
from bot.store.store import Store, read_due

log = logging.getLogger(__name__)

PERIOD = 15
"""Seconds between two checks; this limits the rate of edits."""

LISTED = 40
"""The maximum number of games read for a dashboard. A message has no room for this many lines."""

CHANNEL_GONE = "its channel was deleted"


class Dashboards:
    """Keeps dashboards up to date, including the dashboards of an earlier run."""

    def __init__(
        self, client: discord.Client, store: Store, links: CommandLinks, reachable: Callable[[], bool]
    ) -> None:
        self._client = client
        self._store = store
        self._links = links
        self._reachable = reachable
        self._delivery = Delivery(client, InteractionEdits())
        self._round = asyncio.Lock()
        self._rounds = Rounds("dashboards", PERIOD, self.go_round)
        self._due: set[int] = set()
        """Servers whose dashboards may have changed."""
        self._certain: set[int] = set()
        """The ids of dashboards that were certainly not sent yet."""
        self._failures: dict[int, tuple[int, int, str]] = {}
        """For each server the number of consecutive failures, the time of the next retry, and the reason."""

    def start(self, tables: Tables) -> None:
        """Begin to check dashboards regularly."""
        self._tables = tables
        self._due = {one.guild for one in self._store.servers.dashboards()}
        self._rounds.start()

    async def stop(self) -> None:
        """Stop, after a round in progress is finished."""
        await self._rounds.stop()

    def wake(self) -> None:
        """Check now, because the bot has connected."""
        self._rounds.wake()

    def look_again(self, guild: int) -> None:
        """Check the dashboard of the server `guild` again, because permissions have changed there."""
        if self._store.servers.of(guild).dashboard is not None:
            self._due.add(guild)

    def trouble(self, guild: int) -> str:
        """Return why the server's dashboard is not up to date; empty if it is."""
        return self._failures.get(guild, (0, 0, ""))[2]

    async def choose(self, guild: int, channel: int, since: int) -> ServerSettings:
        """Show the server's dashboard in another channel (0 for none), and delete its old message.

        `since` is a recent id from Discord; a retry searches for the new message after it. Raises NotSaved.
        """
        new = self._store.new_id()

        def change(settings: ServerSettings) -> ServerSettings:
            before = settings.dashboard or Dashboard(0, 0)
            if before.channel == channel and not before.lost:
                return settings
            left = ((before.channel, before.message),) if before.message else ()
            board = Dashboard(channel, new, since, old=(*before.old, *left))
            return replace(settings, dashboard=board if channel or board.old else None)

        # Wait for a round in progress: if it sends the previous dashboard, that message's id is needed.
        async with self._round:
            settings = await self._store.set_up(guild, change)
            if settings.dashboard is not None and settings.dashboard.id == new:
                self._certain.add(new)
            self._failures.pop(guild, None)
            await self._look_at(guild)
        return self._store.servers.of(guild)

    async def go_round(self) -> None:
        """Update the dashboards that are due. Rounds never overlap."""
        async with self._round:
            if not self._reachable():
                return
            changed = await read_due("changes of servers", self._store.changed_servers())
            if changed is None:
                return
            self._due |= changed
            now = self._tables.now()
            for settings in self._store.servers.dashboards():
                if settings.guild in self._due and self._failures.get(settings.guild, (0, 0))[1] <= now:
                    await self._look_at(settings.guild)

    async def _look_at(self, guild: int) -> None:
        """Update one server's dashboard; a failure affects no other server."""
        if self._client.get_guild(guild) is None:
            return
        self._due.discard(guild)
        try:
            await self._clear_away(guild)
            await self._bring(guild)
            self._failures.pop(guild, None)
        except DISCORD_FAILED as error:
            self._failed(guild, reason(error))
        except StoreError as error:
            self._failed(guild, error.message)
        except Exception:
            log.exception("the dashboard of server %s broke unexpectedly", guild)
            self._failed(guild, "something went wrong on our side")

    def _failed(self, guild: int, why: str) -> None:
        failed = self._failures.get(guild, (0, 0, ""))[0]
        self._failures[guild] = failed + 1, self._tables.now() + int(wait_after(failed)), why
        self._due.add(guild)
        log.warning("the dashboard of server %s could not be shown, the next try is later: %s", guild, why)

    async def _clear_away(self, guild: int) -> None:
        """Delete the messages of earlier dashboards."""
        board = self._store.servers.of(guild).dashboard
        for channel, message in board.old if board else ():
            # A message that cannot be deleted stays, and is not edited any more.
            with suppress(discord.NotFound, discord.Forbidden):
                await self._delivery.delete(channel, message)
        if board and board.old:
            await self._keep(guild, board, board._replace(old=()))

    async def _bring(self, guild: int) -> None:
        """Send the dashboard, or edit its message if the text has changed."""
        board = self._store.servers.of(guild).dashboard
        if board is None or not board.channel:
            return
        text = await self._text(guild, board)
        shown = hashlib.sha256(text.encode()).hexdigest()[:16]
        if board.message and board.shown == shown:
            return
        message = Message(layout(ui.TextDisplay(text)))
        self._links.link(message.view)
        try:
            sent, shown = await self._show(board, message, shown)
        except discord.NotFound as error:
            await self._lost(guild, board, error)
            return
        await self._keep(guild, board, board._replace(message=sent, shown=shown))

    async def _show(self, board: Dashboard, message: Message, shown: str) -> tuple[int, str]:
        """Send or edit the dashboard. Return the id of the message, and the hash of the message's text."""
        if board.message:
            await self._delivery.edit(board, message)
            return board.message, shown
        if board.id not in self._certain:
            before = await self._delivery.sent_before(board, board.since)
            if before is not None:
                await self._delivery.edit(board._replace(message=before.id), message)
                return before.id, shown
        self._certain.discard(board.id)
        try:
            return (await self._delivery.send(board, message)).id, shown
        except DISCORD_FAILED as error:
            if was_refused(error):
                self._certain.add(board.id)
            raise

    async def _lost(self, guild: int, board: Dashboard, error: discord.NotFound) -> None:
        """Send a deleted dashboard again, or record that its channel was deleted."""
        if error.code == UNKNOWN_MESSAGE:
            again = Dashboard(board.channel, self._store.new_id(), board.message)
            self._certain.add(again.id)
            await self._keep(guild, board, again)
            await self._bring(guild)
        elif error.code == UNKNOWN_CHANNEL:
            await self._keep(guild, board, board._replace(lost=CHANNEL_GONE, message=0, shown=""))
        else:
            raise error

    async def _keep(self, guild: int, before: Dashboard, after: Dashboard) -> None:
        """Store a dashboard's progress, unless another dashboard was chosen meanwhile."""

        def change(settings: ServerSettings) -> ServerSettings:
            if settings.dashboard is None or settings.dashboard.id != before.id:
                return settings
            return replace(settings, dashboard=after if after.channel or after.old else None)

        await self._store.set_up(guild, change)

    async def _text(self, guild: int, board: Dashboard) -> str:
        listed = await self._store.latest_on_server(guild, LISTED)
        count = len(await self._store.open_channels_of(guild))

        def may_show(row: GameRow) -> bool:
            server = self._client.get_guild(guild)
            return server is not None and seen_by_all_of(server, row.channel, board.channel)

        return dashboard_text(listed, count, may_show, self._tables.spectators.server_link(guild))


def seen_by_all_of(server: discord.Guild, there: int, board: int) -> bool:
    """Return whether everybody who sees the channel `board` also sees the channel `there`.

    Archived threads count as private, because their parents are unknown.
    """
    place, around = read_with(server.get_channel_or_thread(there)), server.get_channel(board)
    if place is None or around is None:
        return False
    if place.id == around.id:
        return True
    seers, outcasts = _overwritten(place)
    near_seers, near_outcasts = _overwritten(around)
    everyone = server.default_role.id
    others = outcasts - {everyone} <= near_outcasts
    if place.permissions_for(server.default_role).view_channel:
        return others
    # `around` must exclude @everyone as `place` does, and `place` must admit all whom `around` admits.
    return others and everyone in near_outcasts and near_seers <= seers


def _overwritten(channel: discord.abc.GuildChannel) -> tuple[set[int], set[int]]:
    """Return the ids (roles, members) that a channel's own permissions admit, and the ids they exclude."""
    told = {target.id: rights.view_channel for target, rights in channel.overwrites.items()}
    return {one for one, sees in told.items() if sees}, {one for one, sees in told.items() if sees is False}
