"""Users, and the members and roles of guilds."""

from sandbox.payloads.form import JsonObject, moment
from sandbox.world.guilds import Guild, Member, Role, User


def user(user: User) -> JsonObject:
    """Return a user."""
    body: JsonObject = {
        "id": str(user.id),
        "username": user.name.lower().replace(" ", "_"),
        "discriminator": "0",
        "global_name": user.name,
        **_PERSON,
    }
    return body | {"bot": True} if user.bot else body


_PERSON: JsonObject = {
    "avatar": None,
    "banner": None,
    "accent_color": None,
    "avatar_decoration_data": None,
    "collectibles": None,
    "primary_guild": None,
    "flags": 0,
    "public_flags": 0,
}
"""The fields that are the same for all users of the sandbox."""


def oneself(bot: User) -> JsonObject:
    """Return the bot's user, with the fields that only the bot itself gets."""
    return user(bot) | {"mfa_enabled": True, "locale": "en-US", "verified": True, "email": None}


def member(member: Member) -> JsonObject:
    """Return a member of a guild, including the user."""
    return {
        "user": user(member.user),
        "roles": [str(role.id) for role in member.roles],
        "joined_at": moment(member.joined_at),
        "nick": None,
        "avatar": None,
        "avatar_decoration_data": None,
        "banner": None,
        "collectibles": None,
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
