"""The outbox: delivers every game's posts to Discord, in order, and retries until the delivery succeeds.

Posts are stored with the action that caused them (`PostRow`), so a crash or a refusal by Discord loses
nothing. The progress of a delivery is stored with the next change. So after a crash, the store may not
contain a message that Discord has accepted. The outbox finds such a message by the message's mark
(`dedup_marks`). If the bot may not read the channel, only the post's id as a nonce prevents a second message;
Discord recognises the nonce for some minutes.

A game has two workers. The first worker sends new posts in order, and then the second worker edits old posts.
So an old post that cannot be edited does not delay a new turn.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from math import ceil, inf

import discord

from bot import metrics
from bot.discord_errors import (
    DISCORD_FAILED,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    is_about_emojis,
    is_bad_form,
    reason,
    was_refused,
)
from bot.narration.emojis import Emojis
from bot.narration.story_counts import CountBook
from bot.posts import dedup_marks
from bot.posts.command_links import CommandLinks
from bot.posts.composing import Composer, LessonOf
from bot.posts.control_emojis import has_emojis
from bot.posts.covers import COVER_NAME
from bot.posts.delivery import Delivery
from bot.posts.due_posts import DuePosts
from bot.posts.interaction_edits import InteractionEdits
from bot.posts.message import NOW, Message
from bot.posts.pictures import BOARD, Pictures
from bot.posts.private_pages import PrivatePages
from bot.posts.retries import LONGEST_WAIT, Retries, Retry, wait_after
from bot.posts.workers import Workers
from bot.sessions.table import Table
from bot.sessions.tables import Tables
from bot.store.errors import Damaged, StoreError
from bot.store.rows import OPEN, PostRow
from bot.store.store import Store

log = logging.getLogger(__name__)

AT_ONCE = 40
"""The maximum number of games handled at a time while catching up after a start."""

NOT_THERE = "the bot is not on that server any more, or Discord cannot reach it just now"
OUR_SIDE = "something went wrong on our side"


class Outbox:
    """Delivers posts. Games do not wait for each other."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        links: CommandLinks,
        emojis: Emojis,
        now: Callable[[], int],
    ) -> None:
        self._client = client
        self._store = store
        self._links = links
        self._emojis = emojis
        self._now = now
        self.pictures = Pictures()
        """Draws boards."""
        self.counts = CountBook()
        """The counts of narrated stories, on which the wording depends."""
        self.passes = InteractionEdits()
        """Presses through which posts can be edited."""
        self.pages = PrivatePages()
        """Private pages whose choices are still valid."""
        self.retries = Retries(self.wake)
        self._delivery = Delivery(client, self.passes)
        self._sending = Workers("sending posts", self._send_new, self._broke)
        self._editing = Workers("editing posts", self._edit_old, self._broke)
        self._arrears = DuePosts()
        self._unread: set[str] = set()
        """Games whose posts must be read from the store."""
        self._held: Counter[str] = Counter()
        self._put_off: set[str] = set()
        """Games that were woken while they were held."""
        self._uncertain: set[int] = set()
        """Posts whose message is not stored, although Discord may have accepted one."""
        self._catching_up: asyncio.Task[None] | None = None
        self._open = False

    async def open(self, tables: Tables, lesson_of: LessonOf) -> None:
        """Start delivering, beginning with posts that an earlier run did not deliver."""
        self._tables = tables
        self._composer = Composer(
            self._store,
            self._links,
            self._emojis,
            self.pictures,
            self._arrears,
            self.counts,
            tables.machine,
            lesson_of,
        )
        self._open = True
        due = await self._store.due_posts()
        self._arrears.read(due)
        self._uncertain = {post.id for post in due if not post.message}
        if due:
            behind = dict.fromkeys(post.game for post in due)
            self._catching_up = asyncio.create_task(self._catch_up(behind), name="outbox-catching-up")

    async def close(self, grace: float) -> None:
        """Deliver for up to `grace` seconds, then stop; the remaining posts stay in the store."""
        if self._catching_up is not None:
            self._catching_up.cancel()
            await asyncio.wait({self._catching_up})
        with suppress(TimeoutError):
            await asyncio.wait_for(self.idle(), grace)
        self._open = False
        self.retries.clear()
        if under_way := await self._sending.stop() + await self._editing.stop():
            log.warning("stopped with the posts of %s games under way", under_way)
        self.pictures.close()

    async def idle(self) -> None:
        """Wait until nothing is being delivered."""
        while self._behind or self._sending or self._editing:
            if self._behind and self._catching_up is not None:
                await asyncio.wait({self._catching_up})
            await self._sending.some_finished()
            await self._editing.some_finished()

    def owe(self, game: str, posts: Sequence[PostRow]) -> None:
        """Deliver these posts of the game; they are in the store already."""
        if self._arrears.owe(posts):
            self.wake(game)
        else:
            self.look_up(game)

    def look_up(self, game: str) -> None:
        """Read the game's posts from the store, because some due posts may not have been passed to `owe`."""
        self._unread.add(game)
        self.wake(game)

    def wake(self, game: str) -> None:
        """Start delivering the game's posts."""
        if self._held[game]:
            self._put_off.add(game)
        elif self._open:
            self._sending.wake(game)

    @contextmanager
    def held(self, game: str) -> Iterator[None]:
        """Start no delivery for the game within the block, because its posts are about to change."""
        self._held[game] += 1
        try:
            yield
        finally:
            self._held[game] -= 1
            if not self._held[game]:
                del self._held[game]
                if game in self._put_off:
                    self._put_off.discard(game)
                    self.wake(game)

    def hurry(self, guild: int, changed: int = 0) -> None:
        """Retry posts early after a change of the channel `changed`; 0 means a change of the whole server."""
        self.retries.hurry(guild, lambda channel: not changed or self._touches(guild, changed, channel))

    async def shown(self, game: str) -> None:
        """Wait until no post of the game is being delivered."""
        await self._sending.finished(game)
        await self._editing.finished(game)

    def trouble(self, game: str, channel: int) -> str:
        """Return why the game's posts do not reach the channel; empty if they do."""
        return self.retries.why(game, channel)

    # Games that are worked on

    @property
    def _behind(self) -> bool:
        """Whether posts of an earlier run still wait for their delivery."""
        return self._catching_up is not None and not self._catching_up.done()

    async def _catch_up(self, games: Iterable[str]) -> None:
        """Wake the games with undelivered posts of an earlier run, some at a time."""
        # The bot's servers are unknown before the bot is ready.
        await self._client.wait_until_ready()
        for game in games:
            while len(self._sending) >= AT_ONCE:
                await self._sending.some_finished()
            self.wake(game)

    def _broke(self, game: str) -> None:
        self._later(game, game, Retry(0, 0, OUR_SIDE), LONGEST_WAIT)

    def _later(self, game: str, what: int | str, retry: Retry, seconds: float = inf) -> None:
        if self._open:
            self.retries.put(game, what, retry, seconds)

    def _is_there(self, guild: int) -> bool:
        """Return whether the server is available; true while the bot is not ready and cannot know."""
        found = self._client.get_guild(guild)
        return not self._client.is_ready() or (found is not None and not found.unavailable)

    def _touches(self, guild: int, changed: int, channel: int) -> bool:
        """Return whether `changed` is the channel, its category, or the parent channel of a thread."""
        server = self._client.get_guild(guild)
        found = server.get_channel_or_thread(channel) if server else None
        if found is None:
            # An archived thread and its parent are unknown, so the change may concern the thread.
            return True
        return changed in {channel, found.category_id, getattr(found, "parent_id", None)}

    # New posts

    async def _send_new(self, game: str) -> None:
        """Send the posts that have no message yet, in order; other posts are edited afterwards."""
        try:
            table = await self._tables.table(game)
            if game in self._unread:
                await self._look_up(game, table)
            due = self._arrears.of(game)
            if not self._is_there(table.row.guild):
                self._later(game, game, Retry(table.row.guild, table.row.channel, NOT_THERE))
                return
            self.retries.forget(game, game)
            self.retries.forget_all_but(game, {post.id for post in due})
            await self._send_in_order(table, [post for post in due if not post.message])
        except StoreError as error:
            self._not_read(game, error)
            return
        if self._to_edit(game):
            self._editing.wake(game)
        await self.pages.bring_up_to_date(table)

    async def _look_up(self, game: str, table: Table) -> None:
        self._unread.discard(game)
        try:
            owed = await self._store.due_posts_of(game)
            # The store knows stored posts before the table does, so the table must catch up.
            await table.catch_up()
        except StoreError:
            self._unread.add(game)
            raise
        self._arrears.read(owed)

    async def _send_in_order(self, table: Table, due: Sequence[PostRow]) -> None:
        waiting: set[int] = set()
        for post in due:
            if not _is_hoped_for(table, post):
                self.retries.unpark(post.game, post.id)
            waits = post.channel in waiting or self.retries.waits(post.game, post.id)
            if waits or not await self._deliver(table, post):
                waiting.add(post.channel)

    # Old posts

    async def _edit_old(self, game: str) -> None:
        """Edit posts, newest first; a failure does not delay other edits."""
        try:
            table = await self._tables.table(game)
            tried: set[tuple[int, int]] = set()
            while edits := [post for post in self._to_edit(game) if (post.id, post.wanted) not in tried]:
                tried.add((edits[-1].id, edits[-1].wanted))
                await self._deliver(table, edits[-1])
        except StoreError as error:
            self._not_read(game, error)

    def _to_edit(self, game: str) -> list[PostRow]:
        """Return the posts that can be edited now. A channel keeps old controls until it has its new post."""
        due = self._arrears.of(game)
        waiting = {post.channel for post in due if not post.message}
        return [
            post for post in due if post.message and post.channel not in waiting and not self._must_wait(post)
        ]

    def _must_wait(self, post: PostRow) -> bool:
        """Return whether a retry of the edit must wait; a new press on the post ends the wait."""
        return self.retries.waits(post.game, post.id) and self.passes.of(post.message) is None

    # One post

    async def _deliver(self, table: Table, post: PostRow) -> bool:
        """Bring one post up to date. Return false if the delivery must be retried."""
        try:
            with metrics.DELIVERY_SECONDS.time():
                shown = await self._bring(table, post)
        except discord.NotFound as error:
            return await self._lost(table, post, error)
        except DISCORD_FAILED as error:
            self._failed(table, post, error)
            return False
        metrics.DELIVERIES.labels("delivered").inc()
        self._got(shown)
        return True

    def _got(self, post: PostRow) -> None:
        self._arrears.got(post)
        self._store.note_post(post)
        if post.message:
            self._uncertain.discard(post.id)

    async def _bring(self, table: Table, post: PostRow) -> PostRow:
        """Send or edit the post; if Discord rejects its contents, try simpler versions.

        If all versions are rejected, the post is given up, so that later posts are not blocked.
        """
        message = await self._composer.whole(table, post)
        try:
            return await self._show(post, message)
        except discord.HTTPException as refusal:
            if not is_bad_form(refusal):
                raise
            if is_about_emojis(refusal) and has_emojis(message.view):
                self._emojis.doubt()
                return await self._bring(table, post)
            found = await self._as_it_stands(post) if message.kept else post
            if found.attachment != post.attachment:
                return await self._bring(table, found)
            _complain(post, refusal)
        for plain in await self._composer.plainer(table, post):
            try:
                return await self._show(post, plain)
            except discord.HTTPException as refusal:
                if not is_bad_form(refusal):
                    raise
                _complain(post, refusal)
        return replace(post, shown=post.wanted)

    async def _as_it_stands(self, post: PostRow) -> PostRow:
        """Return the post, updated with its message's board; without read access, the post gets no board.

        The shown board may differ from the stored board if the response to an edit was lost.
        """
        there = await self._delivery.fetch(post)
        return _shown_in(post, there) if there else replace(post, picture="", alt="", attachment=0)

    async def _show(self, post: PostRow, message: Message) -> PostRow:
        """Send the post, or edit its message. Return the post with its new progress."""
        if post.message:
            there = await self._delivery.edit(post, message)
            # A board that the message keeps has not changed.
            changed = post if message.kept else _shown_in(post, there)
            return replace(changed, shown=post.wanted, attempts=0, retry=0)
        if post.id not in self._uncertain:
            told = _shown_in(post, await self._send(post, message))
            # The post of a finished turn needs another edit: it must link to the next post as soon as that
            # post is sent.
            whole = post.live or post.kind != "turn"
            return replace(told, shown=post.wanted if whole else 0)
        since = dedup_marks.newest_before(await self._store.posts(post.game), post)
        sent = await self._delivery.sent_before(post, since) or await self._send(post, message)
        # The message may show an outdated version, so the message still needs an edit.
        return replace(_shown_in(post, sent), shown=0)

    async def _send(self, post: PostRow, message: Message) -> discord.Message:
        # If the result stays unknown, the next attempt must search for the message.
        certain = post.id not in self._uncertain
        self._uncertain.add(post.id)
        try:
            return await self._delivery.send(post, message)
        except DISCORD_FAILED as error:
            if certain and was_refused(error):
                self._uncertain.discard(post.id)
            raise

    # Failures

    async def _lost(self, table: Table, post: PostRow, error: discord.NotFound) -> bool:
        """Handle a message or channel that is gone. Return true if the post is finished."""
        log.info("post %s of game %s: %s", post.id, post.game, error.text)
        if error.code == UNKNOWN_CHANNEL and post.live and not post.message and _is_hoped_for(table, post):
            # A post that nobody has seen waits, in case the channel comes back.
            self._later(post.game, post.id, Retry(table.row.guild, post.channel, reason(error)))
            return False
        metrics.DELIVERIES.labels("gone").inc()
        table.posts.give_up(post)
        if error.code == UNKNOWN_MESSAGE:
            await table.repost(post)
        self._got(replace(post, gone=True, shown=post.wanted))
        return True

    def _failed(self, table: Table, post: PostRow, error: Exception) -> None:
        """Schedule a retry when Discord allows it, or after a delay that grows with each failure."""
        metrics.DELIVERIES.labels("failed").inc()
        wait, attempts = wait_after(post.attempts), post.attempts + 1
        if isinstance(error, discord.RateLimited):
            wait, attempts = error.retry_after, post.attempts
        log.warning("post %s of game %s failed, next try in %s s: %s", post.id, post.game, wait, error)
        why = reason(error) if post.live else ""
        self._later(post.game, post.id, Retry(table.row.guild, post.channel, why), wait)
        self._got(replace(post, attempts=attempts, retry=self._now() + ceil(wait)))

    def _not_read(self, game: str, error: StoreError) -> None:
        log.warning("posts of game %s could not be read: %s", game, error.detail or error.message)
        # Damaged data stays damaged until the host repairs it.
        wait = LONGEST_WAIT if isinstance(error, Damaged) else wait_after(0)
        self._later(game, game, Retry(0, 0, error.message), wait)


def _is_hoped_for(table: Table, post: PostRow) -> bool:
    """Return whether the game continues in the post's channel, so that the post is still wanted."""
    return table.row.status in OPEN and table.row.channel == post.channel


def _complain(post: PostRow, refusal: Exception) -> None:
    log.error("Discord does not take post %s of game %s", post.id, post.game, exc_info=refusal)
    metrics.DELIVERIES.labels("refused").inc()


def _shown_in(post: PostRow, message: discord.Message) -> PostRow:
    """Return the post, updated with the id and the board of its message on Discord.

    The board is read from the gallery, because Discord omits pictures in components from a message's
    attachments.
    """
    board = next(_boards(message.components), None)
    return replace(
        post, message=message.id, attempts=0, retry=0,
        picture=_name_of(board) if board else "", alt=(board and board.description) or "",
        attachment=(board and board.media.attachment_id) or 0,
    )  # fmt: skip


def _name_of(board: discord.MediaGalleryItem) -> str:
    """Return the file name of a picture: the first board of a turn, a later board, or a lobby's cover."""
    cover = COVER_NAME.search(board.media.url)
    if cover is not None:
        return cover[0]
    return NOW if NOW in board.media.url else BOARD


def _boards(parts: Iterable[discord.Component]) -> Iterator[discord.MediaGalleryItem]:
    for part in parts:
        if isinstance(part, discord.MediaGalleryComponent):
            yield from part.items
        elif isinstance(part, discord.Container):
            yield from _boards(part.children)
