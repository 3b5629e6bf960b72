"""Users, and the members and roles of guilds."""

from sandbox.payloads.form import FIXED, JsonObject, moment
from sandbox.world.guilds import Guild, Member, Role, User


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
        "joined_at": moment(member.joined_at),
        "communication_disabled_until": moment(member.silenced_until) if member.silenced_until else None,
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
