"""The Discord client: wires tables, store and outbox to Discord, and keeps the commands registered."""

import asyncio
import logging
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import discord
from discord.abc import GuildChannel

from bot import commands, controls, metrics
from bot.clock import Clock
from bot.commands.tree import CommandTree
from bot.config import Settings
from bot.machine import Machine
from bot.outbox import Outbox
from bot.pictures import Pictures
from bot.store.store import Store
from bot.tables import Tables

log = logging.getLogger(__name__)

REMEMBERED = 86_400
"""Seconds for which interactions are known, so that none acts twice; Discord repeats them for minutes."""

# A bot that only writes needs no libraries for speech, so it need not warn of their absence.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


class Harbourmaster(discord.AutoShardedClient):
    """The bot. It asks Discord only for the intent `guilds`: names and presses come with interactions."""

    def __init__(self, settings: Settings, store: Store) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
        )
        self.settings = settings
        self.store = store
        self.tree = CommandTree(self)
        self.outbox = Outbox(self, store, self.now)
        self.tables: Tables
        """The games; there once the bot has logged in and knows who it is."""
        self.clock: Clock | None = None
        """Runs as soon as the games are there."""
        self.attending: set[asyncio.Task[Any]] = set()
        """Interactions that are being answered."""
        self.leaving = False
        """Set when the bot is being stopped: nothing new is begun."""

    def attends(self, interaction: "discord.Interaction[Harbourmaster]") -> bool:
        """Whether the current task is to answer that interaction; if so, stopping waits for its end.

        A bot that is leaving makes no suggestions any more, and one that has gone hears nothing.
        """
        suggests = interaction.type is discord.InteractionType.autocomplete
        task = asyncio.current_task()
        if task is None or self.is_closed() or (self.leaving and suggests):
            return False
        began = time.perf_counter()

        def done(task: asyncio.Task[Any]) -> None:
            self.attending.discard(task)
            metrics.INTERACTIONS.dec()
            metrics.INTERACTION_SECONDS.labels(interaction.type.name).observe(time.perf_counter() - began)

        self.attending.add(task)
        metrics.INTERACTIONS.inc()
        task.add_done_callback(done)
        return True

    @property
    def pictures(self) -> Pictures:
        """Where boards are drawn."""
        return self.outbox.pictures

    @staticmethod
    def now() -> int:
        """The time in seconds since 1970."""
        return int(time.time())

    async def setup_hook(self) -> None:
        """Before the gateway opens: commands, and what an earlier run left to be posted or played."""
        commands.add_to(self.tree)
        await self._register_commands()
        await self.store.forget_interactions(self.now() - REMEMBERED)
        machine = Machine(self.user.id if self.user else 0)
        self.tables = Tables(self.store, self.outbox, machine, self.now, lambda: secrets.token_bytes(32))
        await self.outbox.open(self.tables)
        for awaited in await self.store.awaited_of(machine.user):
            await (await self.tables.table(awaited.game)).wake()
        self.clock = Clock(self.tables)
        self.clock.start()

    async def on_ready(self) -> None:
        """Say so in the log."""
        log.info("ready; servers: %s", len(self.guilds))

    async def on_interaction(self, interaction: "discord.Interaction[Harbourmaster]") -> None:
        """Buttons, menus and forms are told apart by their ids alone, so they outlive a restart.

        Discord's library would pass on only the presses of what still stands in the message.
        """
        ours = {discord.InteractionType.component, discord.InteractionType.modal_submit}
        if interaction.type in ours and self.attends(interaction):
            await controls.use(interaction)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was invited, perhaps again."""
        self.outbox.hurry(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server came back after an outage, or when the bot logged in."""
        self.outbox.hurry(guild.id)

    async def on_guild_channel_update(self, _: GuildChannel, channel: GuildChannel) -> None:
        """Something about a channel changed, perhaps what the bot may do there."""
        self.outbox.hurry(channel.guild.id)

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """A thread was perhaps unlocked or opened again."""
        self.outbox.hurry(thread.guild_id)

    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """The bot perhaps got back what it may do."""
        self.outbox.hurry(role.guild.id)

    async def shut_down(self, grace: float) -> None:
        """Stop without losing anything: finish what is under way for up to `grace` seconds, then leave."""
        self.leaving = True
        clock = asyncio.get_running_loop().time
        deadline = clock() + grace
        if self.clock is not None:
            await self.clock.stop()
        await self._attended(grace)
        await self.outbox.close(max(0.0, deadline - clock()))
        # Who spoke to the bot meanwhile is still told that it is leaving.
        await self._attended(max(0.0, deadline - clock()))
        if self.attending:
            log.warning("interactions that the stop broke off: %s", len(self.attending))
        for task in self.attending:
            task.cancel()
        await self.close()
        await self.store.close()

    async def _attended(self, seconds: float) -> None:
        """Wait until no interaction is being answered, but no longer than that."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.attending:
                    await asyncio.wait(self.attending)

    async def _register_commands(self) -> None:
        """Tell Discord the commands, but only if it knows others: creating them is limited per day."""
        known = await self.tree.fetch_commands()
        ours = {_essence(command.to_dict(self.tree)) for command in self.tree.get_commands()}
        if {_essence(command.to_dict()) for command in known} != ours:
            await self.tree.sync()
            log.info("commands registered")


def _essence(command: Mapping[str, Any]) -> str:
    """What of a command people meet, in one form whether it comes from us or from Discord."""
    return repr(_plain({key: command.get(key) for key in ("name", "description", "options", "type")}))


def _plain(value: Any) -> Any:  # noqa: ANN401 - JSON as it comes
    if isinstance(value, dict):
        return sorted((key, _plain(item)) for key, item in value.items() if item not in (None, False, [], {}))
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value.value if isinstance(value, discord.Enum) else value
