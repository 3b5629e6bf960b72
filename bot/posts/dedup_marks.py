"""Marks by which sent messages are found again, so that nothing is sent twice.

After Discord has accepted a message and before we store that, the program may be killed or the connection
lost. So every message has its post's mark: the number of its first component, which is invisible and repeated
by every edit. The search covers all messages since an id that Discord assigned before the post was due; it
depends on no message count and no clock of ours.
"""

from collections.abc import Iterable
from typing import Protocol

import discord
from discord import ui

from bot.store.rows import PostRow

PAGE = 100
"""Messages per page of Discord's history."""


class DuePost(Protocol):
    """A post that is due in a channel: `message` is 0 until Discord is known to have it."""

    @property
    def id(self) -> int:
        """Its number, most of which is random."""
        ...

    @property
    def channel(self) -> int:
        """The id of the channel it is due in."""
        ...

    @property
    def message(self) -> int:
        """Its message."""
        ...


def mark(view: ui.LayoutView, post: DuePost) -> None:
    """Put the post's mark on the message."""
    view.children[0].id = _number(post)


async def find(
    channel: discord.abc.Messageable, post: DuePost, since: int, author: int
) -> discord.Message | None:
    """Return the post's message by `author` in the channel after the id `since`."""
    while True:
        page = [message async for message in channel.history(limit=PAGE, after=discord.Object(since))]
        found = next((one for one in page if one.author.id == author and _bears(one, post)), None)
        if found is not None or len(page) < PAGE:
            return found
        since = page[-1].id


def newest_before(posts: Iterable[PostRow], post: PostRow) -> int:
    """Return the latest known id that Discord assigned before that post was due."""
    earlier = (one.message for one in posts if one.channel == post.channel and one.id < post.id)
    return max((post.since, *earlier))


def _bears(message: discord.Message, post: DuePost) -> bool:
    return any(getattr(part, "id", 0) == _number(post) for part in message.components[:1])


def _number(post: DuePost) -> int:
    """Return 31 bits of the post's id, most of which are random."""
    return post.id % 2**31 or 1
