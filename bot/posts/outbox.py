"""The outbox: brings every game's posts to Discord, in order, again and again until Discord has them.

What a channel is owed is stored with the action that caused it (`PostRow`), so a crash or a refusal of
Discord loses nothing: at the next start, or the next try, the post is sent or edited until what is shown is
what is wanted. While the bot runs, tables tell what is due (`arrears`), and how far it has got is stored with
whatever is stored next. A message that Discord took without the store's learning of it, as in a crash, is not
sent twice: it bears its post's mark, by which it is found in the channel (`marks`). Where the channel may not
be read the post's id helps, which is the message's nonce: Discord knows it for some minutes.

A game has two workers. One sends what is new, in order; then the other edits what is there, each post by
itself, so that no old post that cannot be retired holds up a new turn.
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
from bot.posts.composing import Composer
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
from bot.sessions.table import Table, Tables
from bot.store.errors import Damaged, StoreError
from bot.store.rows import OPEN, PostRow
from bot.store.store import Store

log = logging.getLogger(__name__)

AT_ONCE = 40
"""Games that are worked on at a time while what an earlier run left behind is made up for."""

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
        """Where boards are drawn."""
        self.counts = CountBook()
        """How often stories were told in games, from which follows in which words they are told next."""
        self.passes = InteractionEdits()
        """Presses by which posts can be edited."""
        self.pages = PrivatePages()
        """Private pages whose choices are good for a while."""
        self.retries = Retries(self.wake)
        self._delivery = Delivery(client, self.passes)
        self._sending = Workers("sending posts", self._send_new, self._broke)
        self._editing = Workers("editing posts", self._edit_old, self._broke)
        self._arrears = DuePosts()
        self._unread: set[str] = set()
        """Games of which the store may know more than was told."""
        self._held: Counter[str] = Counter()
        self._put_off: set[str] = set()
        """Games that were woken while they were held."""
        self._uncertain: set[int] = set()
        """Posts without a message in the store, which Discord may nevertheless have taken."""
        self._catching_up: asyncio.Task[None] | None = None
        self._open = False

    async def open(self, tables: Tables) -> None:
        """Start delivering, beginning with what an earlier run left behind."""
        self._tables = tables
        self._composer = Composer(
            self._store,
            self._links,
            self._emojis,
            self.pictures,
            self._arrears,
            self.counts,
            tables.machine.user,
        )
        self._open = True
        due = await self._store.due_posts()
        self._arrears.read(due)
        self._uncertain = {post.id for post in due if not post.message}
        if due:
            behind = dict.fromkeys(post.game for post in due)
            self._catching_up = asyncio.create_task(self._catch_up(behind), name="outbox-catching-up")

    async def close(self, grace: float) -> None:
        """Deliver what is due now for up to `grace` seconds, then stop; the rest waits in the store."""
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
        """It is stored that these posts of the game should be as they are here."""
        if self._arrears.owe(posts):
            self.wake(game)
        else:
            self.look_up(game)

    def look_up(self, game: str) -> None:
        """It may be stored that the game has something to post: only the store knows."""
        self._unread.add(game)
        self.wake(game)

    def wake(self, game: str) -> None:
        """The game has something to post."""
        if self._held[game]:
            self._put_off.add(game)
        elif self._open:
            self._sending.wake(game)

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
                if game in self._put_off:
                    self._put_off.discard(game)
                    self.wake(game)

    def hurry(self, guild: int, changed: int = 0) -> None:
        """That channel changed, or without one something about the bot there: try what could not be shown."""
        self.retries.hurry(guild, lambda channel: not changed or self._touches(guild, changed, channel))

    async def shown(self, game: str) -> None:
        """Return when nothing of the game is being delivered."""
        await self._sending.finished(game)
        await self._editing.finished(game)

    def trouble(self, game: str, channel: int) -> str:
        """Why the game's posts do not reach that channel at the moment; empty when all is well."""
        return self.retries.why(game, channel)

    # Which games are worked on

    @property
    def _behind(self) -> bool:
        """Whether there are games that were not looked at since the start."""
        return self._catching_up is not None and not self._catching_up.done()

    async def _catch_up(self, games: Iterable[str]) -> None:
        """Wake the games that an earlier run left behind, some at a time."""
        # Only then is it known on which servers the bot is.
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
        """Whether anything can be done on that server, as far as is known."""
        found = self._client.get_guild(guild)
        return not self._client.is_ready() or (found is not None and not found.unavailable)

    def _touches(self, guild: int, changed: int, channel: int) -> bool:
        """Whether a change there may concern that channel: it is the channel itself, or above it."""
        server = self._client.get_guild(guild)
        found = server.get_channel_or_thread(channel) if server else None
        if found is None:
            # A thread that sleeps is not known, nor what it belongs to.
            return True
        return changed in {channel, found.category_id, getattr(found, "parent_id", None)}

    # What is new

    async def _send_new(self, game: str) -> None:
        """Send the posts that have no message yet, in order; then the others are edited."""
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
            # It is stored a moment before the table knows that it is, and an edit may be made at any time.
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

    # What is there

    async def _edit_old(self, game: str) -> None:
        """Edit posts, the newest first; what cannot be edited holds up nothing else."""
        try:
            table = await self._tables.table(game)
            tried: set[tuple[int, int]] = set()
            while edits := [post for post in self._to_edit(game) if (post.id, post.wanted) not in tried]:
                tried.add((edits[-1].id, edits[-1].wanted))
                await self._deliver(table, edits[-1])
        except StoreError as error:
            self._not_read(game, error)

    def _to_edit(self, game: str) -> list[PostRow]:
        """The posts that can be edited now.

        Not those of a channel for which something new is to be sent: who is to move keeps the old controls
        until there are new ones.
        """
        due = self._arrears.of(game)
        waiting = {post.channel for post in due if not post.message}
        return [
            post for post in due if post.message and post.channel not in waiting and not self._must_wait(post)
        ]

    def _must_wait(self, post: PostRow) -> bool:
        """Whether it is too early to try that edit again; a press on the post meanwhile is a new way."""
        return self.retries.waits(post.game, post.id) and self.passes.of(post.message) is None

    # One post

    async def _deliver(self, table: Table, post: PostRow) -> bool:
        """Bring one post up to date. Returns whether that is done; else it must be tried again."""
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
        """That post has got so far."""
        self._arrears.got(post)
        self._store.note_post(post)
        if post.message:
            self._uncertain.discard(post.id)

    async def _bring(self, table: Table, post: PostRow) -> PostRow:
        """Send or edit the post; in plainer words where Discord does not take it, which is a mistake of ours.

        Were all refused, no later try would mend it, and the posts behind it must not wait for ever.
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
        """The post with the board that its message shows; with none where the bot may not look.

        An edit whose answer was lost may have brought another board than the one we know of.
        """
        there = await self._delivery.fetch(post)
        return _shown_in(post, there) if there else replace(post, picture="", alt="", attachment=0)

    async def _show(self, post: PostRow, message: Message) -> PostRow:
        """Send the post, or edit the message it has. Returns the post as it is now shown."""
        if post.message:
            there = await self._delivery.edit(post, message)
            # A board that is kept is still the one that is known of.
            changed = post if message.kept else _shown_in(post, there)
            return replace(changed, shown=post.wanted, attempts=0, retry=0)
        if post.id not in self._uncertain:
            told = _shown_in(post, await self._send(post, message))
            # The post that goes on with a turn that was missed is sent after it: then it can lead there.
            whole = post.live or post.kind != "turn"
            return replace(told, shown=post.wanted if whole else 0)
        since = dedup_marks.newest_before(await self._store.posts(post.game), post)
        sent = await self._delivery.sent_before(post, since) or await self._send(post, message)
        # It may show what was wanted at an earlier time, so it is still to be edited.
        return replace(_shown_in(post, sent), shown=0)

    async def _send(self, post: PostRow, message: Message) -> discord.Message:
        # Until it is known that Discord has it, the next try must look whether it is there.
        certain = post.id not in self._uncertain
        self._uncertain.add(post.id)
        try:
            return await self._delivery.send(post, message)
        except DISCORD_FAILED as error:
            if certain and was_refused(error):
                self._uncertain.discard(post.id)
            raise

    # What can go wrong

    async def _lost(self, table: Table, post: PostRow, error: discord.NotFound) -> bool:
        """The message or the channel is gone."""
        log.info("post %s of game %s: %s", post.id, post.game, error.text)
        if error.code == UNKNOWN_CHANNEL and post.live and not post.message and _is_hoped_for(table, post):
            # The call that nobody has seen waits for the channel, in case it comes back.
            self._later(post.game, post.id, Retry(table.row.guild, post.channel, reason(error)))
            return False
        metrics.DELIVERIES.labels("gone").inc()
        table.lost(post)
        if error.code == UNKNOWN_MESSAGE:
            await table.repost(post)
        self._got(replace(post, gone=True, shown=post.wanted))
        return True

    def _failed(self, table: Table, post: PostRow, error: Exception) -> None:
        """It is tried again later: when Discord says, or after a while that grows with each failure."""
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
        # What is damaged stays so until somebody has looked at it.
        wait = LONGEST_WAIT if isinstance(error, Damaged) else wait_after(0)
        self._later(game, game, Retry(0, 0, error.message), wait)


def _is_hoped_for(table: Table, post: PostRow) -> bool:
    """Whether somebody would still wait for the post where its channel is gone: the game goes on there."""
    return table.row.status in OPEN and table.row.channel == post.channel


def _complain(post: PostRow, refusal: Exception) -> None:
    """Tell the host that a post is not as it should be."""
    log.error("Discord does not take post %s of game %s", post.id, post.game, exc_info=refusal)
    metrics.DELIVERIES.labels("refused").inc()


def _shown_in(post: PostRow, message: discord.Message) -> PostRow:
    """The post with what Discord says of its message.

    Discord does not list among a message's attachments what its components show: the gallery knows the board.
    """
    board = next(_boards(message.components), None)
    return replace(
        post, message=message.id, attempts=0, retry=0,
        picture=_name_of(board) if board else "", alt=(board and board.description) or "",
        attachment=(board and board.media.attachment_id) or 0,
    )  # fmt: skip


def _name_of(board: discord.MediaGalleryItem) -> str:
    """Its file name: the board that the post began with, or a later one of its turn; or a lobby's cover."""
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
