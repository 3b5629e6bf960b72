"""The outbox: brings every game's posts to Discord, in order, again and again until Discord has them.

What a channel is owed is stored with the action that caused it (`PostRow`), so a crash or a refusal of
Discord loses nothing: at the next start, or the next try, the post is sent or edited until what is shown is
what is wanted. A post's id is its message's nonce, so a message that Discord accepted just before a crash is
found again instead of being sent twice.
"""

import asyncio
import io
import logging
from collections.abc import Callable
from dataclasses import replace

import discord

from bot import posts
from bot.pictures import Pictures
from bot.posts import Message
from bot.store.rows import PostRow
from bot.store.store import Store
from bot.tables import Table, Tables
from render import Picture

log = logging.getLogger(__name__)

FIRST_WAIT = 2
LONGEST_WAIT = 900
"""Seconds until the next try: doubled after each failure, up to the longest."""

UNKNOWN_MESSAGE = 10008


class Outbox:
    """Delivers posts. One worker for each game that has something due; games do not wait for each other."""

    def __init__(self, client: discord.Client, store: Store, now: Callable[[], int]) -> None:
        self._client = client
        self._store = store
        self._now = now
        self._pictures = Pictures()
        self._workers: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._open = False

    @property
    def pictures(self) -> Pictures:
        """Where boards are drawn."""
        return self._pictures

    async def open(self, tables: Tables) -> None:
        """Start delivering, beginning with what an earlier run left behind."""
        self._tables = tables
        self._open = True
        for game in {post.game for post in await self._store.due_posts()}:
            self.wake(game)

    async def close(self) -> None:
        """Finish the posts under way and stop; what is still due waits in the store."""
        self._open = False
        for timer in self._timers.values():
            timer.cancel()
        await asyncio.gather(*self._workers.values(), return_exceptions=True)
        self._pictures.close()

    async def idle(self) -> None:
        """Wait until nothing is being delivered."""
        while self._workers:
            await asyncio.gather(*self._workers.values(), return_exceptions=True)

    def wake(self, game: str) -> None:
        """The game has something to post."""
        if not self._open:
            return
        if game in self._workers:
            self._again.add(game)
            return
        worker = asyncio.create_task(self._work(game), name=f"outbox-{game}")
        self._workers[game] = worker
        worker.add_done_callback(lambda done: self._finished(game, done))

    def _finished(self, game: str, worker: asyncio.Task[None]) -> None:
        del self._workers[game]
        error = None if worker.cancelled() else worker.exception()
        if error is not None:
            log.error("posts of game %s failed unexpectedly", game, exc_info=error)
            self._later(game, LONGEST_WAIT)
        if game in self._again:
            self._again.discard(game)
            self.wake(game)

    async def _work(self, game: str) -> None:
        table = await self._tables.table(game)
        for post in await self._store.due_posts_of(game):
            if not self._open or not await self._deliver(table, post):
                return

    async def _deliver(self, table: Table, post: PostRow) -> bool:
        """Bring one post up to date. Returns whether the game's next post may follow."""
        try:
            shown = await self._send(table, post)
        except discord.NotFound as error:
            return await self._lost(table, post, error)
        except (TimeoutError, discord.HTTPException, discord.DiscordServerError, OSError) as error:
            await self._failed(post, error)
            return False
        await self._store.save_post(shown)
        return True

    async def _send(self, table: Table, post: PostRow) -> PostRow:
        """Send the post, or edit the message it has. Returns the post as it is now shown."""
        message = await self._compose(table, post)
        channel = self._client.get_partial_messageable(post.channel)
        files = [_file(message, message.picture)] if message.picture else []
        if post.message:
            here = channel.get_partial_message(post.message)
            # Without a new picture the old one stays: attachments go only when others are named.
            attachments = files or discord.utils.MISSING
            await here.edit(view=message.view, allowed_mentions=NOBODY, attachments=attachments)
            sent = post.message
        else:
            users = [discord.Object(user) for user in message.called] if post.live else []
            mentions = discord.AllowedMentions(everyone=False, roles=False, users=users)
            answer = await channel.send(
                view=message.view, files=files, nonce=str(post.id), allowed_mentions=mentions
            )
            sent = answer.id
        return replace(
            post, message=sent, shown=post.wanted, attempts=0, retry=0,
            picture=message.picture_name, alt=message.alt,
        )  # fmt: skip

    async def _compose(self, table: Table, post: PostRow) -> Message:
        row = table.row
        if post.kind == "lobby":
            return posts.lobby_post(row)
        entries = await self._store.entries_between(row.id, post.first, post.last)
        match = table.match
        if not post.live:
            return posts.retired_post(row, post, match, entries)
        view = match.game.view(match.state, None)
        picture = await self._pictures.draw(view, row.names())
        return posts.turn_post(row, post, match, entries, picture)

    async def _lost(self, table: Table, post: PostRow, error: discord.NotFound) -> bool:
        """The message or the channel is gone."""
        log.info("post %s of game %s: %s", post.id, post.game, error.text)
        await self._store.save_post(replace(post, gone=True, shown=post.wanted))
        table.lost(post)
        if error.code == UNKNOWN_MESSAGE and post.live:
            await table.repost(post)
        return True

    async def _failed(self, post: PostRow, error: Exception) -> None:
        wait = min(FIRST_WAIT * 2**post.attempts, LONGEST_WAIT)
        log.warning("post %s of game %s failed, next try in %s s: %s", post.id, post.game, wait, error)
        await self._store.save_post(replace(post, attempts=post.attempts + 1, retry=self._now() + wait))
        self._later(post.game, wait)

    def _later(self, game: str, seconds: float) -> None:
        if not self._open:
            return
        if game in self._timers:
            self._timers[game].cancel()
        self._timers[game] = asyncio.get_running_loop().call_later(seconds, self.wake, game)


NOBODY = discord.AllowedMentions.none()


def _file(message: Message, picture: Picture) -> discord.File:
    return discord.File(io.BytesIO(picture.data), filename=message.picture_name, description=message.alt)
