"""What answers people stands on: the connection to Discord with the store, the games and the outbox."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import discord
import yarl

from bot import metrics
from bot.narration.emojis import Emojis
from bot.posts.after_restore import AfterRestore
from bot.posts.command_links import CommandLinks
from bot.posts.dashboards import Dashboards
from bot.posts.direct_messages import DirectMessages
from bot.posts.drafts import Drafts
from bot.posts.emoji_upload import EmojiUpload
from bot.posts.outbox import Outbox
from bot.posts.pacing import InvalidRequests, Pace
from bot.posts.pictures import Pictures
from bot.posts.rate_limits import RateLimit
from bot.posts.replays import Replays
from bot.service.config import Settings
from bot.service.connection import reach
from bot.service.logins import Logins
from bot.sessions.history_worker import HistoryWorker
from bot.sessions.journal_checks import Checks
from bot.sessions.limits import Limits
from bot.sessions.table import Tables
from bot.sessions.timekeeper import Timekeeper
from bot.store.clusters import WHOLE
from bot.store.store import Store

log = logging.getLogger(__name__)

# A bot that only writes needs no libraries for speech, so it need not warn of their absence.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

# There is no other way to say which class counts them.
discord.http.Ratelimit = RateLimit  # type: ignore[misc]

QUIET = 0.3
"""Seconds without another server's arrival until the bot calls itself ready.

A server that comes later is one that was away.
"""


PATIENCE = 30
"""Seconds that a request waits for a limit of Discord's; one that would take longer is made another time."""


class Host(discord.AutoShardedClient):
    """The client as commands and controls know it. It knows none of them: `Harbourmaster` brings them along.

    It asks Discord only for the intent `guilds`: names and presses come with interactions.
    """

    def __init__(self, settings: Settings, store: Store) -> None:
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
        """So many shards may log in at once, each of another remainder by this number."""
        self._opening = asyncio.Lock()
        self.links = CommandLinks()
        """The commands as people can click on them; `Harbourmaster` tells which there are."""
        self.signs = Emojis()
        """The signs of games that are shown as emojis."""
        self.outbox = Outbox(self, store, self.links, self.signs, self.now)
        self.checks = Checks(store, self.now)
        self.looks = HistoryWorker()
        self.replays = Replays()
        self.drafts = Drafts()
        self.logins = Logins(store, self.now)
        self.tables: Tables
        """The games; there once the bot has logged in and knows who it is."""
        self.salvage = AfterRestore(self, store, self.outbox)
        self.sign_upload = EmojiUpload(self, self.signs, self.now)
        self.dashboards = Dashboards(self, store, self.links, self.is_connected)
        self.postman = DirectMessages(self, store, self.pictures, self.is_connected)
        self.timekeeper: Timekeeper | None = None
        """Runs as soon as the games are there."""
        self.attending: set[asyncio.Task[Any]] = set()
        """Interactions that are being answered."""
        self.leaving = False
        """Set when the bot is being stopped: nothing new is begun."""

    def attends(self, interaction: "discord.Interaction[Host]") -> bool:
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

    async def launch_shards(self) -> None:
        """Connect the shards: all that Discord recommends, or those of one's cluster."""
        if self.store.cluster != WHOLE and not self.is_closed():
            recommended, _, starts = await self.http.get_bot_gateway()
            self.shard_count, self.shard_ids = self.store.cluster.shards(recommended)
            self._at_once = starts["max_concurrency"]
        await super().launch_shards()

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard once Discord is there and the bot may log in.

        Discord's library would try every few seconds, each time from within the last.
        """
        await self.logins.turn()
        knocked = await reach(lambda: self.http.ws_connect(str(gateway)))
        await knocked.close()
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Just before a shard logs in. Raises TooManyLogins."""
        await super().before_identify_hook(shard_id, initial=initial)
        await self.logins.enter((shard_id or 0) % self._at_once)

    @asynccontextmanager
    async def opening(self, user: int) -> AsyncIterator[None]:
        """While a game is counted against the limits and opened, that user opens no other in any process."""
        async with self._opening, self.store.alone("open", user):
            yield

    def is_connected(self) -> bool:
        """Whether Discord reaches the bot just now, on all its connections."""
        return self.is_ready() and not any(shard.is_closed() for shard in self.shards.values())

    def connections(self) -> list[float]:
        """The connections to Discord that are there, each by the seconds that a beat takes there and back."""
        return [shard.latency for shard in self.shards.values() if not shard.is_closed()]

    @property
    def pictures(self) -> Pictures:
        """Where boards are drawn."""
        return self.outbox.pictures

    @staticmethod
    def now() -> int:
        """The time in seconds since 1970."""
        return int(time.time())

    async def shut_down(self, grace: float) -> None:
        """Stop without losing anything: finish what is under way for up to `grace` seconds, then leave."""
        self.leaving = True
        clock = asyncio.get_running_loop().time
        deadline = clock() + grace
        if self.timekeeper is not None:
            await self.timekeeper.stop()
            await self.tables.results.stop()
        await self.postman.stop()
        await self.dashboards.stop()
        await self.sign_upload.stop()
        await self._attended(grace)
        await self.salvage.stop()
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
