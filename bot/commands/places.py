"""Where a game is to be played, here, elsewhere or in a new thread; and what the bot needs there."""

from typing import Literal

import discord

from bot.lobby import LobbyRefusal
from bot.mishaps import DISCORD_FAILED
from bot.replies import Interaction

ARCHIVE_AFTER: Literal[10080] = 10080
"""Minutes without a message until a game's thread is archived: a week."""


def here(interaction: Interaction) -> int:
    """The channel of the command. Raises LobbyRefusal where the bot may not play in it."""
    place = interaction.channel_id or 0
    in_thread = isinstance(interaction.channel, discord.Thread)
    _must_be_able_to_play(interaction.app_permissions, in_thread=in_thread, where=f"<#{place}>")
    return place


def there(to: discord.TextChannel | discord.Thread) -> int:
    """Another channel. Raises LobbyRefusal where the bot may not play in it."""
    granted, in_thread = to.permissions_for(to.guild.me), isinstance(to, discord.Thread)
    _must_be_able_to_play(granted, in_thread=in_thread, where=to.mention)
    return to.id


async def new_thread(interaction: Interaction, title: str) -> int:
    """A new thread under the channel. Raises LobbyRefusal where the bot may not open or use one."""
    parent = interaction.channel
    if not isinstance(parent, discord.TextChannel):
        raise LobbyRefusal(
            "Threads can be opened only from a text channel. Leave out `thread` to play right here."
        )
    _must_be_able_to_play(interaction.app_permissions, in_thread=True, where="threads of this channel")
    try:
        thread = await parent.create_thread(
            name=title, type=discord.ChannelType.public_thread, auto_archive_duration=ARCHIVE_AFTER
        )
    except discord.Forbidden as error:
        raise LobbyRefusal(
            "The bot may not open threads here. Give it Create Public Threads, or leave out `thread`."
        ) from error
    except DISCORD_FAILED as error:
        raise LobbyRefusal("Discord could not open a thread just now. Try again in a moment.") from error
    return thread.id


def _must_be_able_to_play(granted: discord.Permissions, *, in_thread: bool, where: str) -> None:
    write = "send_messages_in_threads" if in_thread else "send_messages"
    missing = [
        name.replace("_", " ").title()
        for name in ("view_channel", write, "attach_files")
        if not getattr(granted, name)
    ]
    if missing:
        raise LobbyRefusal(f"The bot cannot play in {where}: give it {', '.join(missing)} there.")
