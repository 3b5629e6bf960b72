"""Uploads the signs of games as emojis of the bot, once and in the background.

An emoji's name consists of its sign and a hash of its drawing (`die_4_1f0c22ab`). A changed drawing becomes a
new emoji, so old posts keep their emojis, and several versions of the bot can run at once. Until an emoji
exists, its sign is shown as plain text.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from http import HTTPStatus
from typing import NamedTuple

import discord

import render
from bot.discord_errors import DISCORD_FAILED, was_refused
from bot.narration.emojis import Emoji, Emojis
from bot.posts.retries import wait_after
from rules.engine.registry import games
from rules.engine.texts import signs

log = logging.getLogger(__name__)

CALM = 20
"""Seconds before uploads begin, so that users are served first after the start."""

PAUSE = 1
"""Seconds before each upload, because Discord has unpublished limits."""

MOST = 2000
"""The maximum number of emojis of an application on Discord."""

KEPT = 30 * 86_400
"""Seconds for which unused emojis are kept after the newest upload, because old posts show them."""

_OURS = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*_[0-9a-f]{8}")
"""The names that all versions of the bot give to emojis; a host's own emojis are not touched."""


class Sign(NamedTuple):
    """A sign of a game: the game's slug and the sign's key."""

    game: str
    key: str


class EmojiUpload:
    """Uploads emojis in the process with the first shard; other processes wait for these emojis."""

    def __init__(
        self,
        client: discord.AutoShardedClient,
        emojis: Emojis,
        clock: Callable[[], int],
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`clock` returns the seconds since 1970."""
        self._client = client
        self._emojis = emojis
        self._clock = clock
        self._pause = pause
        self.calm: float = CALM
        self._names: Mapping[Sign, str] = {}
        self._refused: set[str] = set()
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to upload, unless the upload has begun already."""
        if self._running is None:
            self._running = asyncio.create_task(self._run(), name="signs")

    async def stop(self) -> None:
        """Cancel the upload. The next run uploads only the emojis that are missing."""
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running

    async def _run(self) -> None:
        while True:
            try:
                await self.bring_all()
            except RuntimeError:
                # discord.py raises this error if the bot is stopped during a request.
                if not self._client.is_closed():
                    raise
                return
            await self._emojis.doubted.wait()
            self._emojis.doubted.clear()

    async def bring_all(self) -> None:
        """Check and upload until no emoji is missing, except for emojis that Discord has refused."""
        self._names = self._names or await asyncio.to_thread(names)
        attempts = 0
        while True:
            try:
                if await self._look_and_bring():
                    return
            except DISCORD_FAILED as error:
                if _for_good(error):
                    log.warning("signs stay in plain text: Discord refused to show the emojis: %s", error)
                    return
                log.info("signs are in plain text for now: %s", error)
                await self._pause(getattr(error, "retry_after", 0))
            await self._pause(max(self.calm, wait_after(attempts)))
            attempts += 1

    async def _look_and_bring(self) -> bool:
        """Upload missing emojis. Return true if there was nothing to upload. Raises one of DISCORD_FAILED."""
        found = {emoji.name: emoji for emoji in await self._client.fetch_application_emojis()}
        self._learn(found)
        missing = {name: sign for sign, name in self._names.items() if name not in found}
        to_bring = missing.keys() - self._refused
        if to_bring and 0 in self._client.shards:
            await self._pause(self.calm)
            await self._make_room(found, len(to_bring))
            for name in sorted(to_bring):
                await self._bring(name, missing[name], found)
            return False
        if not missing:
            await self._clear(found)
        return not to_bring

    async def _bring(self, name: str, sign: Sign, found: dict[str, discord.Emoji]) -> None:
        await self._pause(PAUSE)
        try:
            found[name] = await self._client.create_application_emoji(name=name, image=render.sign(*sign))
        except discord.HTTPException as error:
            if not _for_good(error):
                raise
            # If another process has uploaded the emoji, the next check finds it.
            self._refused.add(name)
            log.warning("Discord does not take the sign %s of %s as an emoji: %s", sign.key, sign.game, error)
        else:
            self._learn(found)

    def _learn(self, found: Mapping[str, discord.Emoji]) -> None:
        known = {
            (sign.game, sign.key): Emoji(name, found[name].id)
            for sign, name in self._names.items()
            if name in found
        }
        self._emojis.learn(known)

    async def _make_room(self, found: dict[str, discord.Emoji], wanted: int) -> None:
        """Delete as many of the oldest unused emojis as needed for `wanted` new emojis."""
        too_many = len(found) + wanted - MOST
        for emoji in sorted(self._unused(found.values()), key=lambda emoji: emoji.id)[: max(0, too_many)]:
            await self._delete(emoji)
            del found[emoji.name]

    async def _clear(self, found: Mapping[str, discord.Emoji]) -> None:
        """Delete unused emojis if no emoji was made for a long time."""
        newest = max((found[name].created_at.timestamp() for name in self._names.values()), default=0)
        if self._clock() - newest > KEPT and 0 in self._client.shards:
            for emoji in self._unused(found.values()):
                await self._delete(emoji)

    def _unused(self, found: Iterable[discord.Emoji]) -> list[discord.Emoji]:
        used = {*self._names.values()}
        return [emoji for emoji in found if emoji.name not in used and _OURS.fullmatch(emoji.name)]

    async def _delete(self, emoji: discord.Emoji) -> None:
        await self._pause(PAUSE)
        with suppress(discord.NotFound):
            await emoji.delete()


def names() -> dict[Sign, str]:
    """Return the name of each sign's emoji. Games with the same drawing share an emoji."""
    return {
        Sign(game.slug, key): f"{key}_{sha256(render.sign(game.slug, key)).hexdigest()[:8]}"
        for game in games().values()
        for key in signs(game)
    }


def _for_good(error: Exception) -> bool:
    """Return whether Discord refused the request permanently, so that retries are useless."""
    limited = (
        isinstance(error, discord.RateLimited) or getattr(error, "status", 0) == HTTPStatus.TOO_MANY_REQUESTS
    )
    return was_refused(error) and not limited
