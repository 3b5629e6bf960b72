"""Marks by which sent messages are found again, so that no post is sent twice.

The program may be killed, or lose its connection, after Discord has accepted a message and before the
message's id is stored. So every message has the mark of its post: the invisible number of the message's first
component. Every edit repeats the mark. A search begins at an id that Discord assigned before the post was
due, so the search depends neither on the bot's clock nor on a limit of messages.
"""

from collections.abc import Iterable

import discord
from discord import ui

from bot.store.rows import PostRow
from bot.store.servers import Dashboard

PAGE = 100
"""Messages per page of Discord's history."""


DuePost = PostRow | Dashboard
"""A message that is due in a channel. Most bits of its `id` are random; `message` is 0 until it was sent."""


def mark(view: ui.LayoutView, post: DuePost) -> None:
    """Put the post's mark on the message."""
    view.children[0].id = _number(post)


async def find(
    channel: discord.abc.Messageable, post: DuePost, since: int, author: int
) -> discord.Message | None:
    """Return the post's message that `author` sent after the id `since`; `None` if there is none."""
    while True:
        page = [message async for message in channel.history(limit=PAGE, after=discord.Object(since))]
        own = [one for one in page if one.author.id == author and one.components]
        found = next((one for one in own if getattr(one.components[0], "id", 0) == _number(post)), None)
        if found is not None or len(page) < PAGE:
            return found
        since = page[-1].id


def newest_before(posts: Iterable[PostRow], post: PostRow) -> int:
    """Return the latest known id from Discord that is older than the post."""
    earlier = (one.message for one in posts if one.channel == post.channel and one.id < post.id)
    return max((post.since, *earlier))


def _number(post: DuePost) -> int:
    return post.id % 2**31 or 1
