"""Users, guilds with their members and roles, channels, threads and private conversations."""

from sandbox.payloads.form import FIXED, JsonObject
from sandbox.world.channels import Channel, ChannelKind, Thread
from sandbox.world.guilds import Guild, Member, Role, User
from sandbox.world.permissions import Overwrite, Permission
from sandbox.world.world import World


def user(user: User) -> JsonObject:
    """Return a user."""
    body: JsonObject = {
        "id": str(user.id),
        "username": user.name.lower().replace(" ", "_"),
        "discriminator": "0",
        "global_name": user.name,
        **FIXED["user"],
    }
    return body | {"bot": True} if user.bot else body


def oneself(bot: User) -> JsonObject:
    """Return the bot's user, with the fields that only the bot itself gets."""
    return user(bot) | FIXED["oneself"]


def member(member: Member) -> JsonObject:
    """Return a member of a guild, including the user."""
    return {
        "user": user(member.user),
        "roles": [str(role.id) for role in member.roles],
        "joined_at": member.joined_at.isoformat(),
        "communication_disabled_until": member.silenced_until.isoformat() if member.silenced_until else None,
        **FIXED["member"],
    }


def role(role: Role, guild: Guild) -> JsonObject:
    """Return a role of `guild`."""
    body: JsonObject = {
        "id": str(role.id),
        "name": role.name,
        "permissions": str(int(role.permissions)),
        "position": list(guild.roles).index(role.id),
        "managed": role.bot is not None,
        "mentionable": role.mentionable,
        **FIXED["role"],
    }
    if role.bot:
        body["tags"] = {"bot_id": str(role.bot.id)}
    return body


def guild(guild: Guild) -> JsonObject:
    """Return a guild as REST returns it: without its channels and members."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner.id),
        "roles": [role(r, guild) for r in guild.roles.values()],
        **FIXED["guild"],
    }


def guild_in_full(world: World, a_guild: Guild) -> JsonObject:
    """Return a guild as the gateway introduces it to the bot."""
    bot = world.bot
    places = world.channels_of(a_guild)
    return guild(a_guild) | {
        "joined_at": a_guild.joined_at.isoformat(),
        "member_count": len(a_guild.members),
        "members": [member(a_guild.members[bot.id])],
        "channels": [channel(place) for place in places if not isinstance(place, Thread)],
        "threads": [
            thread(place, bot)
            for place in places
            if isinstance(place, Thread)
            and not place.archived
            and Permission.VIEW_CHANNEL in place.permissions_of(bot)
        ],
        **FIXED["guild_in_full"],
    }


def guild_known(world: World, a_guild: Guild) -> JsonObject:
    """Return a guild in full, with the mark of a guild that the bot already knows."""
    return guild_in_full(world, a_guild) | {"unavailable": False}


def guild_unavailable(guild: Guild) -> JsonObject:
    """Return the data that the bot gets about a guild in an outage."""
    return {"id": str(guild.id), "unavailable": True}


def overwrite(rule: Overwrite) -> JsonObject:
    """Return a channel's overwrite for one role or member."""
    return {
        "id": str(rule.target_id),
        "type": int(rule.target_is_member),
        "allow": str(int(rule.allow)),
        "deny": str(int(rule.deny)),
    }


def channel(place: Channel) -> JsonObject:
    """Return a channel or private conversation."""
    shared: JsonObject = {
        "id": str(place.id),
        "type": int(place.kind),
        "last_message_id": str(place.last_message_id) if place.last_message_id else None,
        "flags": 0,
    }
    if place.kind is ChannelKind.DM and place.recipient:
        return shared | {"recipients": [user(place.recipient)]}
    return shared | {
        "guild_id": str(place.guild.id) if place.guild else None,
        "name": place.name,
        "topic": place.topic,
        "parent_id": None,
        "permission_overwrites": [overwrite(rule) for rule in place.overwrites.values()],
        **FIXED["channel"],
    } | _OF_KIND.get(place.kind, {})  # fmt: skip


_OF_KIND: dict[ChannelKind, JsonObject] = {
    ChannelKind.VOICE: FIXED["voice"],
    ChannelKind.STAGE: FIXED["voice"],
    ChannelKind.FORUM: FIXED["forum"],
    ChannelKind.MEDIA: FIXED["forum"],
}
"""The fields that only some kinds of channels have."""


def thread(thread: Thread, reader: User | None = None) -> JsonObject:
    """Return a thread, with the membership of `reader` if they have joined it."""
    body: JsonObject = {
        "id": str(thread.id),
        "type": int(thread.kind),
        "guild_id": str(thread.guild.id) if thread.guild else None,
        "parent_id": str(thread.parent.id),
        "owner_id": str(thread.owner.id),
        "name": thread.name,
        "last_message_id": str(thread.last_message_id) if thread.last_message_id else None,
        "message_count": len(thread.messages),
        "total_message_sent": len(thread.messages),
        "member_count": len(thread.joined),
        "rate_limit_per_user": 0,
        "flags": 0,
        "thread_metadata": {
            "archived": thread.archived,
            "archive_timestamp": thread.archive_changed_at.isoformat(),
            "auto_archive_duration": thread.auto_archive_minutes,
            "locked": thread.locked,
            "invitable": thread.invitable,
            "create_timestamp": thread.created_at.isoformat(),
        },
    }
    if reader and reader.id in thread.joined:
        body["member"] = thread_member(thread, reader.id)
    return body


def thread_member(thread: Thread, user_id: int) -> JsonObject:
    """Return the membership of a user in a thread that they joined."""
    return {
        "id": str(thread.id),
        "user_id": str(user_id),
        "join_timestamp": thread.joined[user_id].isoformat(),
        "flags": 0,
    }


def thread_member_in_full(thread: Thread, user_id: int) -> JsonObject:
    """Return the membership of a user in a thread, including the guild's member."""
    body, there = thread_member(thread, user_id), thread.guild and thread.guild.members.get(user_id)
    return body | {"member": member(there)} if there else body


def deleted_thread(thread: Thread) -> JsonObject:
    """Return the data that the bot gets about a deleted thread."""
    return {
        "id": str(thread.id),
        "type": int(thread.kind),
        "guild_id": str(thread.guild.id) if thread.guild else None,
        "parent_id": str(thread.parent.id),
    }


def place(place: Channel, reader: User) -> JsonObject:
    """Return a channel or thread, as `reader` gets it."""
    return thread(place, reader) if isinstance(place, Thread) else channel(place)
