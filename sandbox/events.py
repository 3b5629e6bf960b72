"""The world's changes as the gateway events that the bot hears."""

from dataclasses import dataclass
from enum import IntFlag

from sandbox import payloads
from sandbox.changes import (
    Change,
    ChannelCreated,
    ChannelDeleted,
    ChannelUpdated,
    GuildJoined,
    GuildLeft,
    MessageCreated,
    MessageDeleted,
    MessageUpdated,
    ThreadMembersChanged,
)
from sandbox.guilds import Channel, Guild, Thread, User
from sandbox.messages import Message
from sandbox.payloads import JsonObject
from sandbox.permissions import Permission
from sandbox.world import World


class Intent(IntFlag):
    """The groups of events a bot can ask for, as far as the sandbox has such events."""

    NONE = 0
    GUILDS = 1 << 0
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12


@dataclass(frozen=True)
class Event:
    """A gateway event: for the shard of `guild` (None: private), to sessions with the intent it `needs`."""

    name: str
    body: JsonObject
    guild: Guild | None
    needs: Intent = Intent.NONE


def event_of(world: World, change: Change) -> Event | None:
    """Return the event that tells the bot of `change`; None when the bot does not hear of it."""
    match change:
        case MessageCreated(message):
            return _of_message(world, "MESSAGE_CREATE", message, payloads.message(message))
        case MessageUpdated(message):
            return _of_message(world, "MESSAGE_UPDATE", message, payloads.message(message))
        case MessageDeleted(message):
            gone: JsonObject = {"id": str(message.id), "channel_id": str(message.channel.id)}
            return _of_message(world, "MESSAGE_DELETE", message, gone)
        case ThreadMembersChanged():
            return _of_thread_members(world.bot, change)
        case GuildJoined(guild):
            return Event("GUILD_CREATE", payloads.guild_in_full(world, guild), guild, Intent.GUILDS)
        case GuildLeft(guild):
            return Event("GUILD_DELETE", {"id": str(guild.id)}, guild, Intent.GUILDS)
        case ChannelCreated() | ChannelUpdated() | ChannelDeleted():
            return _of_channel(world.bot, change)
        case _:
            return None


def _of_message(world: World, name: str, message: Message, body: JsonObject) -> Event | None:
    channel = message.channel
    if message.ephemeral or Permission.VIEW_CHANNEL not in channel.permissions_of(world.bot):
        return None
    if channel.guild is None:
        return Event(name, body | {"channel_type": 1}, None, Intent.DIRECT_MESSAGES)
    return Event(name, body | {"guild_id": str(channel.guild.id)}, channel.guild, Intent.GUILD_MESSAGES)


def _of_channel(bot: User, change: ChannelCreated | ChannelUpdated | ChannelDeleted) -> Event | None:
    channel: Channel = change.channel
    if channel.guild is None or not channel.guild.has_bot:
        return None
    verb = {ChannelCreated: "CREATE", ChannelUpdated: "UPDATE", ChannelDeleted: "DELETE"}[type(change)]
    kind = "THREAD" if isinstance(channel, Thread) else "CHANNEL"
    return Event(f"{kind}_{verb}", payloads.place(channel, bot), channel.guild, Intent.GUILDS)


def _of_thread_members(bot: User, change: ThreadMembersChanged) -> Event | None:
    thread = change.thread
    about_bot = bot.id in (*change.joined, *change.left)
    if thread.guild is None or not thread.guild.has_bot or not about_bot:
        return None
    body: JsonObject = {
        "id": str(thread.id),
        "guild_id": str(thread.guild.id),
        "member_count": len(thread.joined),
        "removed_member_ids": [str(user_id) for user_id in change.left],
        "added_members": [payloads.thread_member(thread, user_id) for user_id in change.joined],
    }
    return Event("THREAD_MEMBERS_UPDATE", body, thread.guild, Intent.GUILDS)
