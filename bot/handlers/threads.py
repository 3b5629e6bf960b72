"""The thread of a game: its name, and the users who are added to it."""

import logging

import discord
from discord.app_commands import AppCommandThread

from bot.discord_errors import DISCORD_FAILED
from bot.handlers.responses import Interaction

log = logging.getLogger(__name__)


def thread_name(what: str, game: str) -> str:
    """Return a name for a game's thread that no other game has; `game` is the game's id."""
    return f"{what} · {game}"


async def bring_in(interaction: Interaction) -> None:
    """Add the user to the thread in which they joined a game, so that they find it again."""
    if isinstance(interaction.channel, discord.Thread):
        await bring_into(interaction.channel, interaction)


async def bring_into(thread: discord.Thread, interaction: Interaction) -> None:
    """Add the user to the thread. If this fails, the first post that mentions the user adds them."""
    try:
        await thread.add_user(interaction.user)
    except DISCORD_FAILED as error:
        log.info("user %s was not brought into thread %s: %s", interaction.user.id, thread.id, error)


def home(channel: object) -> int:
    """Return the parent of a thread, or the channel's own id; 0 if it is unknown."""
    own: int = getattr(channel, "id", 0)
    return channel.parent_id if isinstance(channel, discord.Thread | AppCommandThread) else own
