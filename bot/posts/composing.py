"""Composes the message of a post from the current state of its game."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.narration.emojis import Emojis, showing
from bot.narration.narrator import narrator_of
from bot.narration.post_story import PostStory, StoryWriter
from bot.narration.story_counts import CountBook
from bot.posts.command_links import CommandLinks
from bot.posts.content import (
    CALLS,
    Board,
    call_post,
    has_first_board,
    left_lobby_post,
    lobby_post,
    retired_post,
    turn_post,
    way_onward,
)
from bot.posts.control_emojis import put_signs
from bot.posts.covers import Cover
from bot.posts.due_posts import DuePosts
from bot.posts.message import Message
from bot.posts.pictures import Pictures
from bot.posts.plain_posts import plain_lobby, plain_retired, plain_turn
from bot.posts.results_channel import hall_post, plain_hall
from bot.records.gains import before, gains, seated
from bot.records.results import results_of
from bot.records.statistics import reckoned, what_stood_out
from bot.sessions.bot_player import BotPlayer
from bot.sessions.lobby import options_of
from bot.sessions.outbox_planner import next_post
from bot.sessions.passages import Passage, passage_of
from bot.sessions.recent_steps import reader_of, steps_to, told_of
from bot.sessions.table import Table
from bot.store.rows import GameRow, PostRow
from bot.store.store import Store
from rules.engine.registry import game as find_game

LessonOf = Callable[[Store, GameRow, PostRow], Awaitable[str]]
"""Returns the lesson for a post; empty in games that are not for practice."""


@dataclass(frozen=True)
class Composer:
    """Composes messages."""

    _store: Store
    _links: CommandLinks
    _emojis: Emojis
    _pictures: Pictures
    _arrears: DuePosts
    _counts: CountBook
    _machine: BotPlayer
    """The bot as a player."""
    _lesson: LessonOf

    async def whole(self, table: Table, post: PostRow) -> Message:
        """Return the complete message of a post."""
        with showing(self._emojis):
            message = await self._whole(table, post)
            put_signs(message.view, self._emojis)
            return self._linked(message)

    async def plainer(self, table: Table, post: PostRow) -> list[Message]:
        """Return simpler versions of the message, without pictures, the simplest last."""
        return [self._linked(message) for message in await self._plainer(table, post)]

    async def _whole(self, table: Table, post: PostRow) -> Message:
        if post.kind == "lobby":
            return await self._lobby(table.row, post)
        if post.kind in CALLS:
            return call_post(table.row, post, table.match, await self._message_of(table.post))
        if post.kind == "hall":
            return await self._hall(table)
        row, match = table.row, table.match
        passage, told = await self._told(table, post)
        if not _carries_controls(table, post):
            return retired_post(row, post, match, told, await self._onward(table, post))
        found = await self._figures(table) if match.finished else ""
        asides = [text for text in (found, await self._lesson(self._store, row, post)) if text]
        aside = "\n".join(asides)
        steps = await steps_to(match.game, match.position.head, table.entries, reader_of(match))
        view = match.view(None, told_of(match.game, steps, None))
        # The first board of the turn stays valid until something happens in the turn.
        goes_on = not has_first_board(post) or passage.last > passage.begun or passage.first > post.last
        picture = await self._pictures.draw(view, row.names()) if goes_on else None
        return turn_post(row, post, match, Board(view, picture, table.page), told, aside, self._machine.user)

    async def _lobby(self, row: GameRow, post: PostRow) -> Message:
        """Return a lobby's message or, if the lobby has a later post, only a link to that post."""
        following = None if post.live else await self._store.lobby_after(post)
        if following is not None:
            return left_lobby_post(row, post, following)
        return lobby_post(row, post, self._machine.user, await self._cover(row, post))

    async def _cover(self, row: GameRow, post: PostRow) -> Cover | None:
        """Return the cover of a lobby's post; `None` for an earlier post and for a closed lobby."""
        if row.status != "lobby" or not post.live:
            return None
        return await self._pictures.cover(find_game(row.slug), options_of(row))

    async def _told(self, table: Table, post: PostRow) -> tuple[Passage, PostStory]:
        row, match, machine = table.row, table.match, self._machine.user
        if _carries_controls(table, post):
            post = next_post(row, post, match.game.turn(match.shown), machine) or post
        passage = await passage_of(match.game, row, post, table.entries, machine)
        narrator = narrator_of(row, match.shown, passage.journeys)
        narrator.counts = await self._counts.up_to(table, passage.earliest, passage.first)
        return passage, StoryWriter(row, match, passage, narrator, post.undone, machine).story()

    async def _onward(self, table: Table, post: PostRow) -> str:
        """Return the line that links a post to the next post."""
        following = await self._store.turn_after(post, noted=False)
        if following is None or not self._arrears.is_there(following):
            # The cache does not know the following post, so read the store after all pending writes.
            following = await self._store.turn_after(post)
        return way_onward(table.row, post, following, await self._message_of(following))

    async def _hall(self, table: Table) -> Message:
        row, match = table.row, table.match
        steps = await steps_to(match.game, match.position.head, table.entries)
        view = match.view(None, told_of(match.game, steps, None))
        picture = await self._pictures.draw(view, row.names())
        journal = await self._store.entries(row.id)
        told = await asyncio.to_thread(what_stood_out, row, match, journal)
        message = await self._message_of(table.post)
        link = f"https://discord.com/channels/{row.guild}/{row.channel}"
        links = {
            "Where it was played": f"{link}/{message}" if message else link,
            "Page": table.page,
            "All games": table.server_page,
        }
        return hall_post(row, match, view, picture, told, links)

    async def _figures(self, table: Table) -> str:
        row, match = table.row, table.match
        journal = await self._store.entries(row.id)
        known = await self._store.results_on(row.guild)
        unlisted = await self._store.unlisted([member.user for member in row.members])

        def told() -> str:
            own = seated(row, results_of(row, match, journal), unlisted)
            gained = gains(own, before(known, own), self._machine.user)
            return "\n".join([reckoned(row, match, journal), *gained])

        return await asyncio.to_thread(told)

    async def _plainer(self, table: Table, post: PostRow) -> list[Message]:
        if post.kind == "lobby":
            return plain_lobby(table.row, post, self._machine.user)
        if post.kind in CALLS:
            return [call_post(table.row, post, table.match, 0)]
        if post.kind == "hall":
            return plain_hall(table.row, table.match)
        _, told = await self._told(table, post)
        if _carries_controls(table, post):
            return plain_turn(table.row, post, table.match, told, self._machine.user)
        return plain_retired(table.row, post, table.match, told)

    async def _message_of(self, post: PostRow | None) -> int:
        """Return the id of the post's message, even if `post` lacks the id; 0 without a message."""
        if post is None:
            return 0
        if message := post.message or self._arrears.message_of(post):
            return message
        known = await self._store.post(post.id)
        return 0 if known is None else known.message

    def _linked(self, message: Message) -> Message:
        self._links.link(message.view)
        return message


def _carries_controls(table: Table, post: PostRow) -> bool:
    """Return whether `post` has controls, because it is the newest post of its game."""
    return post.live and table.post is not None and table.post.id == post.id
