"""The outbox: brings every game's posts to Discord, in order, again and again until Discord has them.

What a channel is owed is stored with the action that caused it (`PostRow`), so a crash or a refusal of
Discord loses nothing: at the next start, or the next try, the post is sent or edited until what is shown is
what is wanted. A message that Discord took without our learning of it, as in a crash, is not sent twice: it
bears its post's mark, by which it is found in the channel. Where the channel may not be read the post's id
helps, which is the message's nonce: Discord knows it for some minutes.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from typing import NamedTuple

import discord

from bot import metrics, posts
from bot.command_links import CommandLinks
from bot.journeys import chapter_of
from bot.lately import steps_to, told_of
from bot.lessons import lesson_of
from bot.message import Message
from bot.mishaps import DISCORD_FAILED, INVALID_FORM_BODY, THREAD_ARCHIVED, UNKNOWN_MESSAGE, reason
from bot.pictures import BOARD, Pictures
from bot.store.errors import Damaged, StoreError
from bot.store.ids import chosen_at
from bot.store.rows import PostRow
from bot.store.store import Store
from bot.tables import Table, Tables

log = logging.getLogger(__name__)

FIRST_WAIT = 2
LONGEST_WAIT = 900
"""Seconds until the next try: doubled after each failure, up to the longest."""

LOOKED_THROUGH = 200
"""Messages since a post was owed, among which one that was perhaps sent is searched for."""

CLOCKS_DIFFER = timedelta(minutes=5)
"""How far this machine's clock may be ahead of Discord's."""


class Retry(NamedTuple):
    """A game whose posts could not be delivered: its server, when they are tried again, and why not yet."""

    guild: int
    timer: asyncio.TimerHandle
    why: str


class Outbox:
    """Delivers posts. One worker for each game that has something due; games do not wait for each other."""

    def __init__(
        self, client: discord.Client, store: Store, links: CommandLinks, now: Callable[[], int]
    ) -> None:
        self._client = client
        self._store = store
        self._links = links
        self._now = now
        self._pictures = Pictures()
        self._workers: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._held: Counter[str] = Counter()
        self._retries: dict[str, Retry] = {}
        self._uncertain: set[int] = set()
        """Posts without a message in the store, which Discord may nevertheless have taken."""
        self._open = False

    @property
    def pictures(self) -> Pictures:
        """Where boards are drawn."""
        return self._pictures

    async def open(self, tables: Tables) -> None:
        """Start delivering, beginning with what an earlier run left behind."""
        self._tables = tables
        self._open = True
        due = await self._store.due_posts()
        self._uncertain = {post.id for post in due if not post.message}
        for game in {post.game for post in due}:
            self.wake(game)

    async def close(self, grace: float) -> None:
        """Deliver what is due now for up to `grace` seconds, then stop; the rest waits in the store."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.idle(), grace)
        self._open = False
        for game in list(self._retries):
            self._forget_retry(game)
        workers = list(self._workers.values())
        for worker in workers:
            worker.cancel()
        if workers:
            log.warning("stopped with the posts of %s games under way", len(workers))
        await asyncio.gather(*workers, return_exceptions=True)
        self._pictures.close()

    async def idle(self) -> None:
        """Wait until nothing is being delivered."""
        while self._workers:
            await asyncio.wait(self._workers.values())

    def wake(self, game: str) -> None:
        """The game has something to post."""
        if not self._open:
            return
        if game in self._workers or self._held[game]:
            self._again.add(game)
            return
        worker = asyncio.create_task(self._work(game), name=f"outbox-{game}")
        self._workers[game] = worker
        metrics.DELIVERING.inc()
        worker.add_done_callback(lambda done: self._finished(game, done))

    @contextmanager
    def held(self, game: str) -> Iterator[None]:
        """Until the block is left no delivery for that game begins: more is about to happen."""
        self._held[game] += 1
        try:
            yield
        finally:
            self._held[game] -= 1
            if not self._held[game]:
                del self._held[game]
                self._wake_again(game)

    def hurry(self, guild: int) -> None:
        """Something changed on that server: try at once what could not be delivered there."""
        for game in [game for game, retry in self._retries.items() if retry.guild == guild]:
            self.wake(game)

    def trouble(self, game: str) -> str:
        """Why the game's posts cannot be delivered at the moment; empty when all is well."""
        return self._retries[game].why if game in self._retries else ""

    # The work for one game

    def _finished(self, game: str, worker: "asyncio.Task[None]") -> None:
        del self._workers[game]
        metrics.DELIVERING.dec()
        error = None if worker.cancelled() else worker.exception()
        if error is not None:
            log.error("posts of game %s failed unexpectedly", game, exc_info=error)
            self._later(game, 0, LONGEST_WAIT, "something went wrong on our side")
        self._wake_again(game)

    def _wake_again(self, game: str) -> None:
        """What was put off while the game was busy."""
        if game in self._again:
            self._again.discard(game)
            self.wake(game)

    async def _work(self, game: str) -> None:
        self._forget_retry(game)
        try:
            table = await self._tables.table(game)
            due = await self._store.due_posts_of(game)
            # What is owed is stored a moment before the table knows that it is.
            await table.catch_up()
            await self._deliver_all(table, due)
        except StoreError as error:
            log.warning("posts of game %s could not be read or kept: %s", game, error.detail or error.message)
            # What is damaged stays so until somebody has looked at it.
            self._later(game, 0, LONGEST_WAIT if isinstance(error, Damaged) else FIRST_WAIT, error.message)

    async def _deliver_all(self, table: Table, due: Sequence[PostRow]) -> None:
        """Bring posts up to date one after the other, as far as Discord takes them."""
        delivered: list[PostRow] = []
        try:
            for post in due:
                shown = await self._deliver(table, post)
                if shown is None:
                    return
                delivered.append(shown)
                if not post.message:
                    # A new message must be known at once; if an edit is made again, that does no harm.
                    await self._keep(delivered)
        finally:
            await self._keep(delivered)

    async def _keep(self, delivered: list[PostRow]) -> None:
        """Save how far these posts have got, all in one transaction."""
        kept, delivered[:] = tuple(delivered), ()
        await asyncio.gather(*map(self._store.save_post, kept))
        self._uncertain.difference_update(post.id for post in kept)

    async def _deliver(self, table: Table, post: PostRow) -> PostRow | None:
        """Bring one post up to date. Returns how far it has got, `None` if it must be tried again first."""
        try:
            with metrics.DELIVERY_SECONDS.time():
                shown = await self._send(table, post)
        except discord.NotFound as error:
            return await self._lost(table, post, error)
        except DISCORD_FAILED as error:
            if isinstance(error, discord.HTTPException) and error.code == INVALID_FORM_BODY:
                # A mistake of ours that no second try will mend: the posts behind it must not wait for ever.
                log.exception("Discord does not take post %s of game %s", post.id, post.game)
                metrics.DELIVERIES.labels("refused").inc()
                return replace(post, shown=post.wanted)
            await self._failed(table, post, error)
            return None
        metrics.DELIVERIES.labels("delivered").inc()
        if shown.due:
            self._again.add(post.game)
        return shown

    async def _send(self, table: Table, post: PostRow) -> PostRow:
        """Send the post, or edit the message it has. Returns the post as it is now shown."""
        message = await self._compose(table, post)
        if post.message:
            try:
                edited = await self._edit(post, message)
            except discord.HTTPException as refusal:
                if refusal.code != INVALID_FORM_BODY or not message.kept:
                    raise
                # An edit whose answer was lost may have brought another board than the one we know of.
                found = await self._as_it_stands(post)
                if found.attachment == post.attachment:
                    raise
                return await self._send(table, found)
            return replace(_shown_in(post, edited), shown=post.wanted)
        if post.id not in self._uncertain:
            # Until it is stored that Discord has it, the next try must look whether it is there.
            self._uncertain.add(post.id)
            return replace(_shown_in(post, await self._create(post, message)), shown=post.wanted)
        sent = await self._sent_before(post) or await self._create(post, message)
        # It may show what was wanted at an earlier time, so it is still to be edited.
        return replace(_shown_in(post, sent), shown=0)

    async def _create(self, post: PostRow, message: Message) -> discord.Message:
        """Send a new message."""
        channel = self._client.get_partial_messageable(post.channel)
        message.view.children[0].id = _mark(post)
        return await channel.send(
            view=message.view, files=message.files(), nonce=str(post.id), allowed_mentions=message.mentions
        )

    async def _sent_before(self, post: PostRow) -> discord.Message | None:
        """The message that an earlier try has left in the channel without our learning of it."""
        channel = self._client.get_partial_messageable(post.channel)
        owed = chosen_at(post.id) - CLOCKS_DIFFER
        with suppress(discord.Forbidden):
            async for message in channel.history(limit=LOOKED_THROUGH, after=owed):
                if any(getattr(part, "id", 0) == _mark(post) for part in message.components):
                    return message
        return None

    async def _as_it_stands(self, post: PostRow) -> PostRow:
        """The post with the board that its message shows; with none where the bot may not look."""
        channel = self._client.get_partial_messageable(post.channel)
        try:
            return _shown_in(post, await channel.fetch_message(post.message))
        except discord.Forbidden:
            return replace(post, picture="", alt="", attachment=0)

    async def _edit(self, post: PostRow, message: Message) -> discord.Message:
        """Change the message the post has; a thread that fell asleep over it is woken."""
        here = self._client.get_partial_messageable(post.channel).get_partial_message(post.message)
        try:
            return await here.edit(
                view=message.view, allowed_mentions=message.mentions, attachments=message.attachments()
            )
        except discord.HTTPException as error:
            if error.code != THREAD_ARCHIVED:
                raise
            thread = await self._client.fetch_channel(post.channel)
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=False)
            return await here.edit(
                view=message.view, allowed_mentions=message.mentions, attachments=message.attachments()
            )

    async def _compose(self, table: Table, post: PostRow) -> Message:
        message = await self._written(table, post)
        self._links.link(message.view)
        return message

    async def _written(self, table: Table, post: PostRow) -> Message:
        if post.kind == "lobby":
            return posts.lobby_post(table.row, post)
        chapter = await chapter_of(await table.entries(post.first, post.last), table.entries)
        row, match = table.row, table.match
        # The game may have gone on to a newer post since this one was read.
        if not post.live or table.post is None or table.post.id != post.id:
            return posts.retired_post(row, post, match, chapter)
        steps = await steps_to(match.position.head, table.entries)
        view = match.view(None, told_of(match.game, steps, None))
        picture = await self._pictures.draw(view, row.names())
        lesson = await lesson_of(self._store, row, post, self._tables.machine.user)
        return posts.turn_post(row, post, match, view, chapter, picture, lesson)

    # What can go wrong

    async def _lost(self, table: Table, post: PostRow, error: discord.NotFound) -> PostRow:
        """The message or the channel is gone."""
        log.info("post %s of game %s: %s", post.id, post.game, error.text)
        metrics.DELIVERIES.labels("gone").inc()
        table.lost(post)
        if error.code == UNKNOWN_MESSAGE and post.live:
            await table.repost(post)
        return replace(post, gone=True, shown=post.wanted)

    async def _failed(self, table: Table, post: PostRow, error: Exception) -> None:
        wait = min(FIRST_WAIT * 2**post.attempts, LONGEST_WAIT)
        metrics.DELIVERIES.labels("failed").inc()
        log.warning("post %s of game %s failed, next try in %s s: %s", post.id, post.game, wait, error)
        await self._store.save_post(replace(post, attempts=post.attempts + 1, retry=self._now() + wait))
        self._later(post.game, table.row.guild, wait, reason(error))

    def _later(self, game: str, guild: int, seconds: float, why: str) -> None:
        if self._open:
            self._forget_retry(game)
            timer = asyncio.get_running_loop().call_later(seconds, self.wake, game)
            self._retries[game] = Retry(guild, timer, why)
            metrics.WAITING.inc()

    def _forget_retry(self, game: str) -> None:
        if game in self._retries:
            self._retries.pop(game).timer.cancel()
            metrics.WAITING.dec()


def _mark(post: PostRow) -> int:
    """The number of a new message's first component, by which it is known as that post's: 31 bits."""
    return post.id % 2**31 or 1


def _shown_in(post: PostRow, message: discord.Message) -> PostRow:
    """The post with what Discord says of its message.

    Discord does not list among a message's attachments what its components show: the gallery knows the board.
    """
    board = next(_boards(message.components), None)
    return replace(
        post, message=message.id, attempts=0, retry=0,
        picture=BOARD if board else "", alt=(board and board.description) or "",
        attachment=(board and board.media.attachment_id) or 0,
    )  # fmt: skip


def _boards(parts: Iterable[discord.Component]) -> Iterator[discord.MediaGalleryItem]:
    for part in parts:
        if isinstance(part, discord.MediaGalleryComponent):
            yield from part.items
        elif isinstance(part, discord.Container):
            yield from _boards(part.children)
