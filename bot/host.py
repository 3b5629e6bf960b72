"""The Discord client that all handlers use, with the store, the games and the outbox."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import discord
import yarl

from bot import metrics
from bot.narration.emojis import Emojis
from bot.posts.after_restore import AfterRestore
from bot.posts.command_links import CommandLinks
from bot.posts.dashboards import Dashboards
from bot.posts.drafts import Drafts
from bot.posts.emoji_upload import EmojiUpload
from bot.posts.outbox import Outbox
from bot.posts.pacing import InvalidRequests, Pace
from bot.posts.pictures import Pictures
from bot.posts.rate_limits import RateLimit
from bot.service.config import Settings
from bot.service.connection import reach
from bot.service.logins import Logins
from bot.sessions.hindsight_worker import HindsightWorker
from bot.sessions.history_worker import HistoryWorker
from bot.sessions.journal_checks import Checks
from bot.sessions.limits import Limits
from bot.sessions.tables import Tables
from bot.sessions.timekeeper import Timekeeper
from bot.store.clusters import WHOLE
from bot.store.store import Store

log = logging.getLogger(__name__)

# The bot does not speak, so discord.py need not warn that libraries for speech are missing.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

# discord.py has no parameter for the class of its rate limits.
discord.http.Ratelimit = RateLimit  # type: ignore[misc]

QUIET = 0.3
"""The bot is ready after this many seconds in which no server became available."""


PATIENCE = 30
"""The maximum seconds that a request waits for a rate limit. Requests that must wait longer fail."""

Shared = TypeVar("Shared")


class Host(discord.AutoShardedClient):
    """The client without commands and controls, which its subclass `Harbourmaster` adds."""

    def __init__(self, settings: Settings, store: Store) -> None:
        # Interactions contain the names of users, so the bot needs only the intent `guilds`.
        intents = discord.Intents.none()
        intents.guilds = True
        parts = store.cluster.of
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=QUIET,
            max_ratelimit_timeout=PATIENCE,
            http_trace=Pace(InvalidRequests(processes=parts), processes=parts).kept(),
        )
        self.settings = settings
        self.store = store
        self.limits = Limits(
            settings.open_lobbies_per_person, settings.open_games_per_person, settings.open_games_per_server
        )
        self._at_once = 1
        """The number of shards that may log in at the same time (Discord's `max_concurrency`)."""
        self._opening = asyncio.Lock()
        self.links = CommandLinks()
        """The links of commands in texts; `Harbourmaster` adds the ids of the commands."""
        self.signs = Emojis()
        """The signs of games that are shown as emojis."""
        self.outbox = Outbox(self, store, self.links, self.signs, self.now)
        self.checks = Checks(store, self.now)
        self.looks = HistoryWorker()
        self.hindsight = HindsightWorker()
        self.drafts = Drafts()
        self._shared: dict[type[object], object] = {}
        """See `shared`."""
        self.logins = Logins(store, self.now)
        self.tables: Tables
        """The games; set once the bot has logged in."""
        self.salvage = AfterRestore(self, store, self.outbox)
        self.sign_upload = EmojiUpload(self, self.signs, self.now)
        self.dashboards = Dashboards(self, store, self.links, self.is_connected)
        self.timekeeper: Timekeeper | None = None
        """The timekeeper; set once the games are loaded."""
        self.attending: set[asyncio.Task[Any]] = set()
        """Interactions in progress."""
        self.leaving = False
        """Whether the bot is being stopped, so that no new work begins."""

    def attends(self, interaction: "discord.Interaction[Host]") -> bool:
        """Return whether this task may handle the interaction. A shutdown waits for such a task.

        During a shutdown the bot makes no suggestions. After the shutdown, the bot handles no interactions.
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

    async def launch_shards(self) -> None:
        """Connect the shards of this cluster."""
        if self.store.cluster != WHOLE and not self.is_closed():
            recommended, _, starts = await self.http.get_bot_gateway()
            self.shard_count, self.shard_ids = self.store.cluster.shards(recommended)
            self._at_once = starts["max_concurrency"]
        await super().launch_shards()

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard once Discord is available and the bot may log in."""
        # Retry here, because discord.py would retry every few seconds by recursion and fill the call stack.
        await self.logins.turn()
        knocked = await reach(lambda: self.http.ws_connect(str(gateway)))
        await knocked.close()
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until the shard may log in. Raises TooManyLogins."""
        await super().before_identify_hook(shard_id, initial=initial)
        await self.logins.enter((shard_id or 0) % self._at_once)

    @asynccontextmanager
    async def opening(self, user: int) -> AsyncIterator[None]:
        """Let only one task at a time, in all processes, open a game for `user`, so that limits hold."""
        async with self._opening, self.store.alone("open", user):
            yield

    def shared(self, kind: type[Shared]) -> Shared:
        """Return the only object of the class `kind`, which is created by the first call."""
        found = self._shared.get(kind)
        if not isinstance(found, kind):
            found = self._shared[kind] = kind()
        return found

    def is_connected(self) -> bool:
        """Return whether all connections to Discord work."""
        return self.is_ready() and not any(shard.is_closed() for shard in self.shards.values())

    def connections(self) -> list[float]:
        """Return for each connection to Discord the seconds from the last heartbeat to its answer."""
        return [shard.latency for shard in self.shards.values() if not shard.is_closed()]

    @property
    def pictures(self) -> Pictures:
        """Draws boards."""
        return self.outbox.pictures

    @staticmethod
    def now() -> int:
        """Return the time in seconds since 1970."""
        return int(time.time())

    async def shut_down(self, grace: float) -> None:
        """Stop without losing anything. Work in progress has up to `grace` seconds to finish."""
        self.leaving = True
        clock = asyncio.get_running_loop().time
        deadline = clock() + grace
        if self.timekeeper is not None:
            await self.timekeeper.stop()
            await self.tables.results.stop()
            await self.tables.stop_thinking()
        await self.stop_rounds()
        await self._attended(grace)
        await self.salvage.stop()
        await self.outbox.close(max(0.0, deadline - clock()))
        # Users who pressed something meanwhile are told that the bot is stopping.
        await self._attended(max(0.0, deadline - clock()))
        if self.attending:
            log.warning("interactions that the stop broke off: %s", len(self.attending))
        for task in self.attending:
            task.cancel()
        await self.close()
        await self.store.close()

    async def stop_rounds(self) -> None:
        """Stop the bot's periodic work."""
        await self.dashboards.stop()
        await self.sign_upload.stop()

    async def _attended(self, seconds: float) -> None:
        """Wait until no interaction is in progress, for at most `seconds` seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.attending:
                    await asyncio.wait(self.attending)
