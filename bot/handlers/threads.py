"""A thread of a game's own: what it is called, and who is brought into it."""

import logging

import discord
from discord.app_commands import AppCommandThread

from bot.discord_errors import DISCORD_FAILED
from bot.handlers.responses import Interaction

log = logging.getLogger(__name__)


def thread_name(what: str, game: str) -> str:
    """A name that tells it from the threads of other games of the same kind; `game` is the game's id."""
    return f"{what} · {game}"


async def bring_in(interaction: Interaction) -> None:
    """Bring the user into the thread in which they joined a game, so that they find it again.

    Where that fails, the first post that calls them does the same.
    """
    if isinstance(interaction.channel, discord.Thread):
        await bring_into(interaction.channel, interaction)


async def bring_into(thread: discord.Thread, interaction: Interaction) -> None:
    """Bring the user into that thread."""
    try:
        await thread.add_user(interaction.user)
    except DISCORD_FAILED as error:
        log.info("user %s was not brought into thread %s: %s", interaction.user.id, thread.id, error)


def home(channel: object) -> int:
    """The channel that a thread belongs to, or the id of the channel itself; 0 for one that is not known."""
    own: int = getattr(channel, "id", 0)
    return channel.parent_id if isinstance(channel, discord.Thread | AppCommandThread) else own
