"""The bot, which dispatches Discord's events and registers its commands."""

import logging
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.abc import GuildChannel

from bot.direct_messages.sender import DirectMessages
from bot.host import Host
from bot.interactions import commands, controls
from bot.interactions.commands.registration import known_ids, register
from bot.interactions.commands.tree import CommandTree
from bot.interactions.errands import Errands
from bot.practice.lessons import lesson_of
from bot.service.config import Settings
from bot.sessions.bot_player import BotPlayer
from bot.sessions.tables import Tables
from bot.sessions.timekeeper import Timekeeper
from bot.store.store import Store

if TYPE_CHECKING:
    from bot.web.server import WebServer

log = logging.getLogger(__name__)


class Harbourmaster(Host):
    """The whole bot."""

    def __init__(self, settings: Settings, store: Store) -> None:
        super().__init__(settings, store)
        self.tree = CommandTree(self)
        commands.add_to(self.tree)
        self.links.learn(self._command_ids({}))
        self.postman = DirectMessages(self, store, self.pictures, self.is_connected)
        self.web: WebServer | None = None
        self.errands = Errands(self, controls.use, self._look_at_commands)

    async def setup_hook(self) -> None:
        """Register commands and resume unfinished work of an earlier run, before the gateway opens."""
        self.links.learn(self._command_ids(await register(self.tree)))
        machine = BotPlayer(self.user.id if self.user else 0)
        web, new_seed = self.settings.web_address, lambda: secrets.token_bytes(32)
        self.tables = Tables(self.store, self.outbox, machine, self.now, new_seed, web)
        self.timekeeper = Timekeeper(self.tables, self.is_connected)
        await self.timekeeper.look_back()
        await self.salvage.begin(self.tables)
        await self.outbox.open(self.tables, lesson_of)
        self.tables.results.begin()
        self.timekeeper.start()
        await self.postman.start(self.tables)
        self.dashboards.start(self.tables)
        self.errands.start()
        if self.settings.web_address:
            # The web server is loaded only if games are shown on the web.
            from bot.web.server import WebServer  # noqa: PLC0415

            self.web = WebServer(self)
            await self.web.start()

    async def shut_down(self, grace: float) -> None:
        """Stop without losing anything. Browsers reconnect later."""
        if self.web is not None:
            await self.web.stop()
        await self.errands.stop()
        await super().shut_down(grace)

    async def stop_rounds(self) -> None:
        """Stop the bot's periodic work."""
        await self.postman.stop()
        await super().stop_rounds()

    async def on_ready(self) -> None:
        """Log that the bot is ready, and update dashboards and emojis."""
        log.info("ready; servers: %s", len(self.guilds))
        await self.on_connect()
        self.dashboards.wake()
        self.sign_upload.start()

    async def on_connect(self) -> None:
        """Record that the bot is present."""
        if self.timekeeper is not None:
            await self.timekeeper.be_there()

    on_resumed = on_connect

    async def on_interaction(self, interaction: "discord.Interaction[Host]") -> None:
        """Dispatch buttons, menus and forms by their ids alone, so that these controls survive a restart.

        discord.py would ignore presses of components that are no longer in the message.
        """
        ours = {discord.InteractionType.component, discord.InteractionType.modal_submit}
        if interaction.type in ours and self.attends(interaction):
            await controls.use(interaction)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Retry posts of a server that has invited the bot, because the bot may have been there before."""
        self.outbox.hurry(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Retry posts of a server that is available again, after an outage or a login."""
        self._look_again(guild.id)

    async def on_guild_channel_create(self, channel: GuildChannel) -> None:
        """Retry posts of a channel that was created or became visible to the bot."""
        self._look_again(channel.guild.id, channel.id)

    async def on_guild_channel_update(self, _: GuildChannel, channel: GuildChannel) -> None:
        """Retry posts of a changed channel, because the bot's permissions may have changed."""
        self._look_again(channel.guild.id, channel.id)

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """Retry posts of a thread that may have been unlocked or reopened."""
        self._look_again(thread.guild_id, thread.thread_id)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Retry posts of a thread to which the bot may have been added."""
        self.outbox.hurry(thread.guild.id, thread.id)

    async def on_guild_role_update(self, before: discord.Role, role: discord.Role) -> None:
        """Check the dashboard. If the permissions of a role of the bot changed, also retry posts."""
        self.dashboards.look_again(role.guild.id)
        if before.permissions != role.permissions and role in role.guild.me.roles:
            self.outbox.hurry(role.guild.id)

    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """Retry posts if the bot's own roles or timeout changed. Others' events would need another intent."""
        if member == member.guild.me:
            self.outbox.hurry(member.guild.id)

    def _look_again(self, guild: int, channel: int = 0) -> None:
        """Retry posts of a server or of a channel, and check the server's dashboard."""
        self.outbox.hurry(guild, channel)
        self.dashboards.look_again(guild)

    async def _look_at_commands(self) -> None:
        """Learn the ids of commands that another process has registered."""
        self.links.learn(self._command_ids(await known_ids(self.tree)))

    def _command_ids(self, registered: Mapping[str, int]) -> dict[str, int]:
        """Return the id of each command by the command's full name; 0 for a command not in `registered`."""
        return {
            command.qualified_name: registered.get((command.root_parent or command).name, 0)
            for command in self.tree.walk_commands()
            if isinstance(command, app_commands.Command)
        }
