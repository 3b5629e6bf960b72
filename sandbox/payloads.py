"""The world in Discord's JSON."""

from collections.abc import Iterator
from datetime import datetime
from itertools import count
from typing import TypeAlias

from sandbox.commands import Command
from sandbox.components import Part, walk
from sandbox.guilds import Channel, ChannelKind, Guild, Member, Role, Thread, User
from sandbox.interactions import Interaction
from sandbox.limits import ATTACHMENT_SIZE_LIMIT
from sandbox.messages import Attachment, Message, Origin
from sandbox.permissions import Overwrite, Permission
from sandbox.world import World

JsonObject: TypeAlias = dict[str, object]

DEFAULT_MESSAGE = 0
COMMAND_REPLY = 20
REPLY = 19


def moment(when: datetime) -> str:
    """Return `when` as Discord writes it."""
    return when.isoformat()


def user(user: User) -> JsonObject:
    """Return a user."""
    return {
        "id": str(user.id),
        "username": user.name.lower().replace(" ", "_"),
        "discriminator": "0",
        "global_name": user.name,
        "avatar": None,
        "bot": user.bot,
        "public_flags": 0,
    }


def member(member: Member) -> JsonObject:
    """Return a member of a guild, with the user in it."""
    return {
        "user": user(member.user),
        "roles": [str(role.id) for role in member.roles],
        "joined_at": moment(member.joined_at),
        "nick": None,
        "avatar": None,
        "premium_since": None,
        "communication_disabled_until": moment(member.silenced_until) if member.silenced_until else None,
        "pending": False,
        "deaf": False,
        "mute": False,
        "flags": 0,
    }


def role(role: Role, guild: Guild) -> JsonObject:
    """Return a role of `guild`."""
    body: JsonObject = {
        "id": str(role.id),
        "name": role.name,
        "permissions": str(int(role.permissions)),
        "position": list(guild.roles).index(role.id),
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "managed": role.bot is not None,
        "mentionable": role.mentionable,
        "flags": 0,
    }
    if role.bot:
        body["tags"] = {"bot_id": str(role.bot.id)}
    return body


def guild(guild: Guild) -> JsonObject:
    """Return a guild as REST gives it: without its channels and members."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner.id),
        "icon": None,
        "features": [],
        "roles": [role(r, guild) for r in guild.roles.values()],
        "emojis": [],
        "stickers": [],
        "preferred_locale": "en-US",
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
    }


def guild_in_full(world: World, a_guild: Guild) -> JsonObject:
    """Return a guild as the gateway introduces it to the bot."""
    bot = world.bot
    places = world.channels_of(a_guild)
    return guild(a_guild) | {
        "large": False,
        "joined_at": moment(a_guild.joined_at),
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
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def guild_known(world: World, a_guild: Guild) -> JsonObject:
    """Return a guild in full with the word that tells the bot that it has been there before."""
    return guild_in_full(world, a_guild) | {"unavailable": False}


def guild_unavailable(guild: Guild) -> JsonObject:
    """Return what there is to say of a guild in an outage."""
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
        "position": 0,
        "parent_id": str(place.category.id) if place.category else None,
        "nsfw": False,
        "rate_limit_per_user": 0,
        "permission_overwrites": [overwrite(rule) for rule in place.overwrites.values()],
    } | _OF_KIND.get(place.kind, {})  # fmt: skip


_OF_VOICE: JsonObject = {
    "bitrate": 64_000, "user_limit": 0, "rtc_region": None, "video_quality_mode": 1
}  # fmt: skip
_OF_FORUM: JsonObject = {
    "available_tags": [],
    "default_reaction_emoji": None,
    "default_sort_order": None,
    "default_forum_layout": 0,
    "default_thread_rate_limit_per_user": 0,
}
_OF_KIND: dict[ChannelKind, JsonObject] = {
    ChannelKind.VOICE: _OF_VOICE,
    ChannelKind.STAGE: _OF_VOICE,
    ChannelKind.FORUM: _OF_FORUM,
    ChannelKind.MEDIA: _OF_FORUM,
}
"""What only some kinds of channels have."""


def thread(thread: Thread, reader: User | None = None) -> JsonObject:
    """Return a thread; with the membership of `reader` when given and joined."""
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
            "archive_timestamp": moment(thread.archive_changed_at),
            "auto_archive_duration": thread.auto_archive_minutes,
            "locked": thread.locked,
            "invitable": thread.invitable,
            "create_timestamp": moment(thread.created_at),
        },
    }
    if reader and reader.id in thread.joined:
        body["member"] = thread_member(thread, reader.id)
    return body


def thread_member(thread: Thread, user_id: int) -> JsonObject:
    """Return the membership of a user in a thread that he joined."""
    return {
        "id": str(thread.id),
        "user_id": str(user_id),
        "join_timestamp": moment(thread.joined[user_id]),
        "flags": 0,
    }


def deleted_thread(thread: Thread) -> JsonObject:
    """Return what is told of a thread that is gone."""
    return {
        "id": str(thread.id),
        "type": int(thread.kind),
        "guild_id": str(thread.guild.id) if thread.guild else None,
        "parent_id": str(thread.parent.id),
    }


def place(place: Channel, reader: User) -> JsonObject:
    """Return a channel or thread, as `reader` gets it."""
    return thread(place, reader) if isinstance(place, Thread) else channel(place)


def attachment(attachment: Attachment) -> JsonObject:
    """Return an attachment."""
    body: JsonObject = {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": len(attachment.data),
        "url": attachment.url,
        "proxy_url": attachment.url,
        "content_type": attachment.content_type,
    }
    if attachment.description is not None:
        body["description"] = attachment.description
    if attachment.width is not None:
        body |= {"width": attachment.width, "height": attachment.height}
    return body


def message(message: Message) -> JsonObject:
    """Return a message, its components numbered and their pictures resolved to addresses."""
    body: JsonObject = {
        "id": str(message.id),
        "channel_id": str(message.channel.id),
        "type": _message_type(message),
        "author": user(message.author),
        "content": message.content,
        "timestamp": moment(message.created_at),
        "edited_timestamp": moment(message.edited_at) if message.edited_at else None,
        "tts": False,
        "mention_everyone": message.mention_everyone,
        "mentions": [user(u) for u in message.mentions],
        "mention_roles": [str(role_id) for role_id in message.mention_roles],
        "attachments": [attachment(a) for a in message.loose_attachments],
        "embeds": list(message.embeds),
        "components": components(message),
        "pinned": False,
        "flags": int(message.flags),
    }
    if message.nonce is not None:
        body["nonce"] = message.nonce
    if message.by_webhook:
        body |= {"webhook_id": str(message.author.id), "application_id": str(message.author.id)}
    if message.origin:
        body |= _origin(message.origin)
    if message.reference_id is not None:
        body["message_reference"] = {
            "type": 0,
            "message_id": str(message.reference_id),
            "channel_id": str(message.channel.id),
        }
    if message.thread:
        body["thread"] = thread(message.thread, message.author)
    return body


def components(message: Message) -> list[JsonObject]:
    """Return the components of a message as a reader of the message gets them."""
    taken = {part.id for part in walk(message.components)}
    numbers = (number for number in count(1) if number not in taken)
    return [_component(part, message, numbers) for part in message.components]


def command(command: Command) -> JsonObject:
    """Return a registered command; its options leave out what is as by default, as Discord does."""
    held = command.default_member_permissions
    body: JsonObject = {
        "id": str(command.id),
        "application_id": str(command.application_id),
        "version": str(command.version),
        "type": command.type,
        "name": command.name,
        "description": command.description,
        "default_member_permissions": None if held is None else str(held),
        "dm_permission": command.dm_permission is not False,
        "contexts": command.contexts,
        "integration_types": command.integration_types or [0],
        "nsfw": command.nsfw,
    }
    if command.options:
        body["options"] = [o.model_dump(mode="json", exclude_defaults=True) for o in command.options]
    if command.guild_id is not None:
        body["guild_id"] = str(command.guild_id)
    return body


def _message_type(message: Message) -> int:
    if message.origin and message.origin.command_name:
        return COMMAND_REPLY
    return REPLY if message.reference_id is not None else DEFAULT_MESSAGE


def _origin(origin: Origin) -> JsonObject:
    noted: JsonObject = {
        "id": str(origin.interaction_id),
        "type": origin.kind,
        "user": user(origin.user),
        "authorizing_integration_owners": {},
    }
    body: JsonObject = {"interaction_metadata": noted}
    if origin.command_name:
        body["interaction"] = noted | {"name": origin.command_name}
    return body


def _component(part: Part, message: Message, numbers: Iterator[int]) -> JsonObject:
    body: JsonObject = part.model_dump(mode="json", exclude_none=True)
    _complete(body, message, numbers)
    return body


def _complete(body: JsonObject, message: Message, numbers: Iterator[int]) -> None:
    """Number every component and resolve every medium inside `body`, in place."""
    if "type" in body and "id" not in body:
        body["id"] = next(numbers)
    url = body.get("url")
    if isinstance(url, str) and url.startswith("attachment://"):
        body |= _medium(url, message)
    for key, inner in body.items():
        if key in {"options", "emoji", "default_values"}:
            continue
        for child in inner if isinstance(inner, list | tuple) else [inner]:
            if isinstance(child, dict):
                _complete(child, message, numbers)


def _medium(url: str, message: Message) -> JsonObject:
    found = next((a for a in message.attachments if url == f"attachment://{a.filename}"), None)
    if found is None:
        return {"url": url}
    return {
        "url": found.url,
        "proxy_url": found.url,
        "content_type": found.content_type,
        "width": found.width,
        "height": found.height,
        "attachment_id": str(found.id),
        "loading_state": 2,
    }


def interaction(world: World, interaction: Interaction) -> JsonObject:
    """Return an interaction as the gateway brings it to the bot."""
    where = interaction.channel
    body: JsonObject = {
        "id": str(interaction.id),
        "application_id": str(world.bot.id),
        "type": int(interaction.kind),
        "token": interaction.token,
        "version": 1,
        "channel_id": str(where.id),
        "channel": place(where, world.bot)
        | {"permissions": str(int(where.permissions_of(interaction.user)))},
        "app_permissions": str(int(where.rights_shown_to(world.bot))),
        "locale": "en-US",
        "entitlements": [],
        "data": interaction.data,
        "attachment_size_limit": ATTACHMENT_SIZE_LIMIT,
    }
    if interaction.message:
        body["message"] = message(interaction.message)
    if where.guild is None:
        return body | {
            "user": user(interaction.user),
            "context": 1,
            "authorizing_integration_owners": {"0": "0"},
        }
    return body | {
        "guild_id": str(where.guild.id),
        "guild": {"id": str(where.guild.id), "locale": "en-US", "features": []},
        "guild_locale": "en-US",
        "member": member(where.guild.members[interaction.user.id])
        | {"permissions": str(int(where.permissions_of(interaction.user)))},
        "context": 0,
        "authorizing_integration_owners": {"0": str(where.guild.id)},
    }
