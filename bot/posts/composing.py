"""From a post that is owed to the message that shows it, as the game stands now."""

import asyncio

from bot.posts.command_links import CommandLinks
from bot.posts.content import call_post, late_post, lobby_post, reminder_post, retired_post, turn_post
from bot.posts.halls import hall_post, plain_hall
from bot.posts.lessons import lesson_of
from bot.posts.message import Message
from bot.posts.pictures import Pictures
from bot.posts.plain_posts import plain_lobby, plain_retired, plain_turn
from bot.posts.signs import put_signs
from bot.store.rows import PostRow
from bot.store.store import Store
from bot.tables.journeys import chapter_of
from bot.tables.lately import reader_of, steps_to, told_of
from bot.tables.table import Table
from bot.telling.emojis import Emojis
from bot.telling.tally import reckoned, what_stood_out


class Composer:
    """Puts messages together. `machine` is the bot as a player."""

    def __init__(
        self, store: Store, links: CommandLinks, emojis: Emojis, pictures: Pictures, machine: int
    ) -> None:
        self._store = store
        self._links = links
        self._emojis = emojis
        self._pictures = pictures
        self._machine = machine

    async def whole(self, table: Table, post: PostRow) -> Message:
        """The post as it should be."""
        return self._dressed(await self._whole(table, post))

    async def plainer(self, table: Table, post: PostRow) -> list[Message]:
        """The same in words alone, plainest last."""
        return [self._linked(message) for message in await self._plainer(table, post)]

    async def _whole(self, table: Table, post: PostRow) -> Message:
        if post.kind == "lobby":
            return lobby_post(table.row, post, self._machine)
        if post.kind == "call":
            return call_post(table.row, post, table.match, await self._message_of(table.post))
        if post.kind == "reminder":
            return reminder_post(table.row, post, table.match, await self._message_of(table.post))
        if post.kind == "late":
            return late_post(table.row, post, table.match, await self._message_of(table.post))
        if post.kind == "hall":
            return await self._hall(table)
        chapter = await chapter_of(await table.entries(post.first, post.last), table.entries)
        row, match = table.row, table.match
        if not _carries_controls(table, post):
            return retired_post(row, post, match, chapter)
        steps = await steps_to(match.game, match.position.head, table.entries, reader_of(match))
        view = match.view(None, told_of(match.game, steps, None))
        picture = await self._pictures.draw(view, row.names())
        found = await self._figures(table) if match.finished else ""
        asides = [text for text in (found, await lesson_of(self._store, row, post)) if text]
        return turn_post(row, post, match, view, chapter, picture, "\n".join(asides))

    async def _hall(self, table: Table) -> Message:
        row, match = table.row, table.match
        steps = await steps_to(match.game, match.position.head, table.entries)
        view = match.view(None, told_of(match.game, steps, None))
        picture = await self._pictures.draw(view, row.names())
        journal = await self._store.entries(row.id)
        told = await asyncio.to_thread(what_stood_out, row, match, journal)
        message = await self._message_of(table.post)
        link = f"https://discord.com/channels/{row.guild}/{row.channel}"
        return hall_post(row, match, view, picture, told, f"{link}/{message}" if message else link)

    async def _figures(self, table: Table) -> str:
        """What a game that is over came to, found beside the event loop."""
        journal = await self._store.entries(table.row.id)
        return await asyncio.to_thread(reckoned, table.row, table.match, journal)

    async def _plainer(self, table: Table, post: PostRow) -> list[Message]:
        if post.kind == "lobby":
            return plain_lobby(table.row, post, self._machine)
        if post.kind == "call":
            return [call_post(table.row, post, table.match, 0)]
        if post.kind == "reminder":
            return [reminder_post(table.row, post, table.match, 0)]
        if post.kind == "late":
            return [late_post(table.row, post, table.match, 0)]
        if post.kind == "hall":
            return plain_hall(table.row, table.match)
        chapter = await chapter_of(await table.entries(post.first, post.last), table.entries)
        plain = plain_turn if _carries_controls(table, post) else plain_retired
        return plain(table.row, post, table.match, chapter)

    async def _message_of(self, post: PostRow | None) -> int:
        """The message that a post has by now, which its table learns later; 0 for none."""
        known = None if post is None else await self._store.post(post.id)
        return 0 if known is None else known.message

    def _dressed(self, message: Message) -> Message:
        put_signs(message.view, self._emojis)
        return self._linked(message)

    def _linked(self, message: Message) -> Message:
        self._links.link(message.view)
        return message


def _carries_controls(table: Table, post: PostRow) -> bool:
    """Whether it is the newest post; the game may have gone on to another since this one was read."""
    return post.live and table.post is not None and table.post.id == post.id
