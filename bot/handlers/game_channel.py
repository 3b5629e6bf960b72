"""The channel of a game: this channel, another channel or a new thread, and the necessary permissions."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import discord
from discord import ChannelType, Permissions
from discord.app_commands import AppCommandChannel, AppCommandThread

from bot.discord_errors import DISCORD_FAILED
from bot.handlers.responses import Interaction
from bot.sessions.lobby import LobbyRefusal

log = logging.getLogger(__name__)

ARCHIVE_AFTER: Literal[10080] = 10080
"""Minutes without a message until Discord archives a game's thread: a week."""

TO_BE_ENTERED = {ChannelType.voice, ChannelType.stage_voice}
"""Channel types in which users need the permission to connect before they can write."""

OF_POSTS = {ChannelType.forum, ChannelType.media}
"""Channel types whose messages are all in posts; each post is a thread."""

THREADS = {ChannelType.public_thread, ChannelType.private_thread, ChannelType.news_thread}


@dataclass(frozen=True)
class Venue:
    """A channel or thread, and what the asker and the bot may do there.

    `shut` is true if only moderators can write there, `entered` if the bot is a member or needs no
    membership.
    """

    id: int
    kind: ChannelType
    asker: Permissions
    bot: Permissions
    shut: bool = False
    entered: bool = True

    @property
    def mention(self) -> str:
        """The text that links to the channel."""
        return f"<#{self.id}>"


def here(interaction: Interaction) -> int:
    """Return this channel's id. Raises LobbyRefusal if no game may run there or the user cannot write."""
    place = _place_here(interaction)
    _must_be_for_games(interaction, interaction.channel)
    _must_be_playable(place)
    return place.id


def there(interaction: Interaction, to: AppCommandChannel | AppCommandThread) -> int:
    """Return the channel's id. Raises LobbyRefusal if no game may run there or the user cannot write."""
    _must_be_for_games(interaction, to)
    return board(interaction, to)


def board(interaction: Interaction, to: AppCommandChannel | AppCommandThread) -> int:
    """Return the id of a channel for posts outside of games. Raises LobbyRefusal like `there`."""
    place = _place_there(interaction, to)
    _must_be_playable(place)
    return place.id


def known_board(interaction: Interaction, channel: int) -> int:
    """Check the channel with this id as `board` does, and return the id. Raises LobbyRefusal."""
    _must_be_on_this_server(interaction)
    guild, asker = interaction.guild, interaction.user
    found = guild.get_channel(channel) if guild else None
    if guild is None or found is None or not isinstance(asker, discord.Member):
        raise LobbyRefusal(
            f"The bot cannot see <#{channel}>. Choose another channel, or give it View Channel."
        )
    rights = found.permissions_for(asker)
    _must_be_playable(Venue(found.id, found.type, rights, found.permissions_for(guild.me)))
    return found.id


async def for_game(interaction: Interaction, title: str, *, wanted: bool) -> int:
    """Return the id of this channel or, if `wanted` or required, of a new thread. Raises LobbyRefusal."""
    rule = interaction.client.store.servers.of(interaction.guild_id or 0).threads
    if rule == "never" and wanted:
        raise LobbyRefusal("On this server games get no threads of their own. Leave out `thread`.")
    if wanted:
        return await _new_thread(interaction, title, "Leave out `thread` to play right here.")
    if rule == "always" and not isinstance(interaction.channel, discord.Thread):
        otherwise = "On this server each game gets a thread: use /play in a text channel."
        return await _new_thread(interaction, title, otherwise)
    return here(interaction)


async def for_practice(interaction: Interaction, title: str) -> int:
    """Return the id of a new thread, or of this channel on servers without threads. Raises LobbyRefusal."""
    if interaction.client.store.servers.of(interaction.guild_id or 0).threads == "never":
        return here(interaction)
    return await _new_thread(interaction, title, "Use /learn in a text channel with threads.")


async def _new_thread(interaction: Interaction, title: str, otherwise: str) -> int:
    """Create a thread in this channel, and return its id. Raises LobbyRefusal with the advice `otherwise`."""
    parent = interaction.channel
    place = _place_here(interaction)
    _must_be_for_games(interaction, parent)
    _must_allow_threads(place, otherwise)
    if not isinstance(parent, discord.TextChannel):
        raise LobbyRefusal(f"Discord has no threads in this channel. {otherwise}")
    # An announcement channel has its own type of thread.
    kind = ChannelType.news_thread if parent.is_news() else ChannelType.public_thread
    try:
        thread = await parent.create_thread(name=title, type=kind, auto_archive_duration=ARCHIVE_AFTER)
    except discord.Forbidden as error:
        raise LobbyRefusal(
            f"The bot may not open threads here: give it Create Public Threads. {otherwise}"
        ) from error
    except DISCORD_FAILED as error:
        raise LobbyRefusal("Discord could not open a thread just now. Try again in a moment.") from error
    await _bring_into(thread, interaction)
    return thread.id


async def bring_in(interaction: Interaction) -> None:
    """Add a user who joined a game in a thread to this thread, so that the user finds the thread again."""
    if isinstance(interaction.channel, discord.Thread):
        await _bring_into(interaction.channel, interaction)


async def _bring_into(thread: discord.Thread, interaction: Interaction) -> None:
    """Add the user to the thread. If this fails, the first post that mentions the user adds them."""
    try:
        await thread.add_user(interaction.user)
    except DISCORD_FAILED as error:
        log.info("user %s was not brought into thread %s: %s", interaction.user.id, thread.id, error)


def home(channel: object) -> int:
    """Return the id of a thread's parent, or a channel's own id; 0 if the id is unknown."""
    own: int = getattr(channel, "id", 0)
    return channel.parent_id if isinstance(channel, discord.Thread | AppCommandThread) else own


def _place_here(interaction: Interaction) -> Venue:
    _must_be_on_this_server(interaction)
    channel, bot = interaction.channel, interaction.app_permissions
    if not isinstance(channel, discord.Thread):
        kind = channel.type if channel else ChannelType.text
        return Venue(interaction.channel_id or 0, kind, interaction.permissions, bot)
    return Venue(
        channel.id,
        channel.type,
        interaction.permissions,
        bot,
        shut=channel.locked and not bot.manage_threads,
        entered=_is_in(channel.type, channel, bot),
    )


def _place_there(interaction: Interaction, to: AppCommandChannel | AppCommandThread) -> Venue:
    _must_be_on_this_server(interaction)
    known = to.parent if isinstance(to, AppCommandThread) else to.resolve()
    if known is None or to.guild is None:
        raise LobbyRefusal(
            f"The bot cannot see {to.mention}. Choose another channel, or give it View Channel."
        )
    bot = known.permissions_for(to.guild.me)
    if not isinstance(to, AppCommandThread):
        return Venue(to.id, to.type, to.permissions, bot)
    shut = to.locked and not bot.manage_threads
    return Venue(to.id, to.type, to.permissions, bot, shut=shut, entered=_is_in(to.type, to.resolve(), bot))


def _is_in(kind: ChannelType, thread: discord.Thread | None, bot: Permissions) -> bool:
    """Return whether the bot can see a thread: private threads need membership or Manage Threads."""
    if kind is not ChannelType.private_thread or bot.manage_threads:
        return True
    # The bot does not know threads that it cannot see.
    return thread is not None and thread.me is not None


def _must_be_for_games(interaction: Interaction, channel: object) -> None:
    """Raise LobbyRefusal, which names the allowed channels, if the server allows no games here."""
    guild = interaction.guild
    allowed = interaction.client.store.servers.of(interaction.guild_id or 0).channels
    if not allowed or guild is None:
        return
    above = guild.get_channel(home(channel))
    own = {getattr(channel, "id", 0), home(channel), above.category_id if above else None}
    if own & set(allowed):
        return
    left = [f"<#{one}>" for one in allowed if guild.get_channel(one)]
    if not left:
        raise LobbyRefusal(
            "The channels in which this server lets games run are gone. Somebody with Manage Server chooses"
            " others with /settings."
        )
    raise LobbyRefusal(f"On this server games run only in {', '.join(left)}. Go there.")


def _must_be_on_this_server(interaction: Interaction) -> None:
    if interaction.client.get_guild(interaction.guild_id or 0) is None:
        raise LobbyRefusal(
            "On this server the bot has its commands but is no member, so it cannot post. Somebody with"
            " Manage Server must invite it again, with the scope `bot`."
        )


def _must_allow_threads(place: Venue, otherwise: str) -> None:
    if place.kind in THREADS:
        raise LobbyRefusal(f"This is a thread already, and threads have none of their own. {otherwise}")
    if place.kind in TO_BE_ENTERED:
        raise LobbyRefusal(f"Voice and stage channels have no threads. {otherwise}")
    if _missing(place.asker, ["create_public_threads", "send_messages_in_threads"]):
        raise LobbyRefusal(
            f"You may not open threads in this channel, so the bot opens none for you. {otherwise}"
        )
    if _missing(place.bot, ["create_public_threads"]):
        raise LobbyRefusal(f"The bot may not open threads here: give it Create Public Threads. {otherwise}")
    _bot_must_have(
        place.bot, ("view_channel", "send_messages_in_threads", "attach_files"), "threads of this channel"
    )


def _must_be_playable(place: Venue) -> None:
    """Raise LobbyRefusal, which says what to do, if no game can run here or the asker cannot write."""
    if place.kind in OF_POSTS:
        raise LobbyRefusal(
            f"In {place.mention} all messages are in posts. Make a post there, and play the game in it."
        )
    if place.kind is ChannelType.category:
        raise LobbyRefusal("A category holds channels and no messages. Choose one of its channels.")
    write = "send_messages_in_threads" if place.kind in THREADS else "send_messages"
    enter = ("connect",) if place.kind in TO_BE_ENTERED else ()
    if _missing(place.asker, ["view_channel", write]):
        raise LobbyRefusal(
            f"You may not write in {place.mention}, so the bot posts no game there for you. Choose a channel"
            " in which you may write."
        )
    if not place.entered:
        raise LobbyRefusal(
            f"{place.mention} is a private thread, and the bot is not in it. Mention the bot there to bring"
            " it in, then try again."
        )
    if place.shut:
        raise LobbyRefusal(
            f"{place.mention} is locked, so nobody can play there. Choose another place, or ask a moderator"
            " to unlock it."
        )
    _bot_must_have(place.bot, ("view_channel", *enter, write, "attach_files"), place.mention)


def _bot_must_have(granted: Permissions, needed: Sequence[str], where: str) -> None:
    missing = [name.replace("_", " ").title() for name in _missing(granted, needed)]
    if missing:
        raise LobbyRefusal(f"The bot cannot play in {where}: give it {', '.join(missing)} there.")


def _missing(granted: Permissions, needed: Sequence[str]) -> list[str]:
    """Return the `needed` permissions that are missing. An administrator has all permissions."""
    return [] if granted.administrator else [name for name in needed if not getattr(granted, name)]
