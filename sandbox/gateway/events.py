"""The world's changes as gateway events."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import IntFlag

from sandbox import payloads
from sandbox.payloads import JsonObject
from sandbox.world import changes
from sandbox.world.channels import Channel, ChannelKind, Message, Thread
from sandbox.world.guilds import Guild, Role, User
from sandbox.world.permissions import Permission
from sandbox.world.world import World


class Intent(IntFlag):
    """The groups of events that a bot can request and that the sandbox sends."""

    NONE = 0
    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


EVERY_INTENT = sum(1 << bit for bit in (*range(17), 20, 21, 24, 25))
"""All of Discord's intents, including those whose events the sandbox never sends."""


@dataclass(frozen=True)
class Event:
    """A gateway event for sessions with the intent `needs`, on the shard of `guild` (shard 0 if None).

    `withheld` is the body for sessions without the intent for message content; None if they get `body`.
    """

    name: str
    body: JsonObject
    guild: Guild | None
    needs: Intent = Intent.NONE
    withheld: JsonObject | None = None

    def body_for(self, intents: Intent) -> JsonObject:
        """Return the body for a session with these intents."""
        if self.withheld is None or Intent.MESSAGE_CONTENT in intents:
            return self.body
        return self.withheld


def events_of(world: World, change: changes.Change) -> list[Event]:
    """Return the events that notify the bot of `change`; none if the bot gets no event."""
    match change:
        case changes.MessageCreated(message):
            return _of_content(world, "MESSAGE_CREATE", message)
        case changes.MessageUpdated(message):
            return _of_content(world, "MESSAGE_UPDATE", message)
        case changes.MessageDeleted(message):
            gone: JsonObject = {"id": str(message.id), "channel_id": str(message.channel.id)}
            return _of_message(world, "MESSAGE_DELETE", message, gone)
        case changes.ThreadMembersChanged():
            return _of_thread_members(world.bot, change)
        case changes.ChannelChange():
            return _of_channel(world.bot, change)
        case _:
            event = _of_guild(world, change)
            return [event] if event else []


def _of_guild(world: World, change: changes.Change) -> Event | None:
    match change:
        case changes.GuildJoined(guild):
            return Event("GUILD_CREATE", payloads.guild_in_full(world, guild), guild, Intent.GUILDS)
        case changes.GuildRecovered(guild) if guild.has_bot:
            return Event("GUILD_CREATE", payloads.guild_known(world, guild), guild, Intent.GUILDS)
        case changes.GuildLeft(guild):
            return Event("GUILD_DELETE", {"id": str(guild.id)}, guild, Intent.GUILDS)
        case changes.GuildFailed(guild) if guild.has_bot:
            return Event("GUILD_DELETE", payloads.guild_unavailable(guild), guild, Intent.GUILDS)
        case changes.RoleChange(guild, role) if guild.has_bot:
            return _of_role(guild, role, change)
        case changes.CommandRightsChanged(guild, about) if guild.has_commands:
            body = payloads.command_rights(world, guild, about)
            return Event("APPLICATION_COMMAND_PERMISSIONS_UPDATE", body, guild)
        case changes.MemberUpdated(guild, member) if guild.has_bot:
            # A bot gets events about itself even without the intent for members.
            needs = Intent.NONE if member.user is world.bot else Intent.GUILD_MEMBERS
            body = payloads.member(member) | {"guild_id": str(guild.id)}
            return Event("GUILD_MEMBER_UPDATE", body, guild, needs)
        case _:
            return None


def _of_role(guild: Guild, role: Role, change: changes.Change) -> Event:
    body: JsonObject = {"guild_id": str(guild.id)}
    if isinstance(change, changes.RoleDeleted):
        return Event("GUILD_ROLE_DELETE", body | {"role_id": str(role.id)}, guild, Intent.GUILDS)
    name = "GUILD_ROLE_CREATE" if isinstance(change, changes.RoleCreated) else "GUILD_ROLE_UPDATE"
    return Event(name, body | {"role": payloads.role(role, guild)}, guild, Intent.GUILDS)


def _of_content(world: World, name: str, message: Message) -> list[Event]:
    whole = _of_message(world, name, message, payloads.message(message))
    partly = _of_message(world, name, message, payloads.message(message, withheld_from=world.bot))
    return [replace(event, withheld=other.body) for event, other in zip(whole, partly, strict=True)]


def _of_message(world: World, name: str, message: Message, body: JsonObject) -> list[Event]:
    channel = message.channel
    if message.ephemeral or Permission.VIEW_CHANNEL not in channel.permissions_of(world.bot):
        return []
    if channel.guild is None:
        return [Event(name, body | {"channel_type": 1}, None, Intent.DIRECT_MESSAGES)]
    return [Event(name, body | {"guild_id": str(channel.guild.id)}, channel.guild, Intent.GUILD_MESSAGES)]


def _of_channel(bot: User, change: changes.ChannelChange) -> list[Event]:
    channel = change.channel
    if channel.guild is None or not channel.guild.has_bot:
        return []
    verb = {
        changes.ChannelCreated: "CREATE",
        changes.ChannelUpdated: "UPDATE",
        changes.ChannelDeleted: "DELETE",
    }[type(change)]
    if not isinstance(channel, Thread):
        # The bot gets events about all channels, but only about threads that it can see.
        return [Event(f"CHANNEL_{verb}", payloads.place(channel, bot), channel.guild, Intent.GUILDS)]
    if Permission.VIEW_CHANNEL not in channel.permissions_of(bot):
        return []
    body = payloads.deleted_thread(channel) if verb == "DELETE" else payloads.place(channel, bot)
    if verb == "CREATE":
        body["newly_created"] = True
    return [Event(f"THREAD_{verb}", body, channel.guild, Intent.GUILDS)]


def _of_thread_members(bot: User, change: changes.ThreadMembersChanged) -> list[Event]:
    thread = change.thread
    about_bot = bot.id in (*change.joined, *change.left)
    if thread.guild is None or not thread.guild.has_bot or not about_bot:
        return []
    body: JsonObject = {
        "id": str(thread.id),
        "guild_id": str(thread.guild.id),
        "member_count": len(thread.joined),
        "removed_member_ids": [str(user_id) for user_id in change.left],
        "added_members": [payloads.thread_member(thread, user_id) for user_id in change.joined],
    }
    told = [Event("THREAD_MEMBERS_UPDATE", body, thread.guild, Intent.GUILDS)]
    if thread.kind is ChannelKind.PRIVATE_THREAD and bot.id in change.joined:
        # A private thread becomes visible to users only when they are added to it.
        told.insert(0, Event("THREAD_CREATE", payloads.thread(thread, bot), thread.guild, Intent.GUILDS))
    return told


class Access:
    """Remembers the channels that the bot sees, to notify the bot of threads in newly visible channels."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._seen: dict[int, set[int]] = {}
        """The channels that the bot sees, by guild."""

    def gained(self, change: changes.Change) -> list[Event]:
        """Return the events about the threads of channels that `change` made visible to the bot."""
        guild = _guild_of(change)
        if guild is None:
            return []
        before, now = self._seen.get(guild.id), self._visible(guild)
        self._seen[guild.id] = set(now)
        new = {number: place for number, place in now.items() if before is not None and number not in before}
        # Other events announce new guilds and new channels.
        announced = isinstance(change, changes.ChannelCreated | changes.GuildJoined | changes.GuildRecovered)
        if announced or not new:
            return []
        return [Event("THREAD_LIST_SYNC", self._threads(guild, new.values()), guild, Intent.GUILDS)]

    def _visible(self, guild: Guild) -> dict[int, Channel]:
        if not guild.has_bot:
            return {}
        places = (place for place in self._world.channels_of(guild) if not isinstance(place, Thread))
        return {place.id: place for place in places if self._sees(place)}

    def _threads(self, guild: Guild, parents: Collection[Channel]) -> JsonObject:
        bot = self._world.bot
        there = [thread for parent in parents for thread in self._world.threads_of(parent)]
        threads = [thread for thread in there if not thread.archived and self._sees(thread)]
        return {
            "guild_id": str(guild.id),
            "channel_ids": [str(parent.id) for parent in parents],
            "threads": [payloads.thread(thread, bot) for thread in threads],
            "members": [
                payloads.thread_member(thread, bot.id) for thread in threads if bot.id in thread.joined
            ],
        }

    def _sees(self, place: Channel) -> bool:
        return Permission.VIEW_CHANNEL in place.permissions_of(self._world.bot)


def _guild_of(change: changes.Change) -> Guild | None:
    """Return the guild in which `change` may show or hide channels; None for other changes."""
    match change:
        case changes.ChannelChange(channel):
            return None if isinstance(channel, Thread) else channel.guild
        case changes.RoleUpdated(guild) | changes.RoleDeleted(guild) | changes.MemberUpdated(guild):
            return guild
        case changes.GuildJoined(guild) | changes.GuildLeft(guild) | changes.GuildRecovered(guild):
            return guild
        case _:
            return None
