"""How a message is known again that Discord may have taken without our learning of it.

Between Discord's taking a message and our storing that, the program can be killed or the connection cut. So
every message bears its post's mark, the number of its first component, which nobody sees and every edit
repeats. It is looked for among all messages since something that Discord had numbered before the post was
owed: no count of messages and no clock of ours has a say in that.
"""

from collections.abc import Iterable
from typing import Protocol

import discord
from discord import ui

from bot.store.rows import PostRow

PAGE = 100
"""Messages that Discord tells of at a time."""


class DuePost(Protocol):
    """What is owed to a channel: `message` is 0 until Discord is known to have it."""

    @property
    def id(self) -> int:
        """Its number, most of which is random."""
        ...

    @property
    def channel(self) -> int:
        """Where it is to be."""
        ...

    @property
    def message(self) -> int:
        """Its message."""
        ...


def mark(view: ui.LayoutView, post: DuePost) -> None:
    """Let the message bear its post's mark."""
    view.children[0].id = _number(post)


async def find(
    channel: discord.abc.Messageable, post: DuePost, since: int, author: int
) -> discord.Message | None:
    """The message of that post which `author` has left in the channel after the id `since`."""
    while True:
        page = [message async for message in channel.history(limit=PAGE, after=discord.Object(since))]
        found = next((one for one in page if one.author.id == author and _bears(one, post)), None)
        if found is not None or len(page) < PAGE:
            return found
        since = page[-1].id


def newest_before(posts: Iterable[PostRow], post: PostRow) -> int:
    """An id that Discord gave to something before that post was owed, as late as is known."""
    earlier = (one.message for one in posts if one.channel == post.channel and one.id < post.id)
    return max((post.since, *earlier))


def _bears(message: discord.Message, post: DuePost) -> bool:
    return any(getattr(part, "id", 0) == _number(post) for part in message.components[:1])


def _number(post: DuePost) -> int:
    """31 bits of the post's id, most of which are random."""
    return post.id % 2**31 or 1
