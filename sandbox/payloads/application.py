"""The commands and emojis of the application."""

from sandbox.payloads.form import JsonObject
from sandbox.payloads.guilds import user
from sandbox.world.commands import Command
from sandbox.world.emojis import ApplicationEmoji
from sandbox.world.guilds import Guild, User
from sandbox.world.world import World

_TRANSLATIONS = {"name_localizations", "description_localizations"}


def command(command: Command) -> JsonObject:
    """Return a registered command in the bot's own language."""
    return _without_translations(command_in_full(command))


def command_in_full(command: Command) -> JsonObject:
    """Return a registered command with all translations. As at Discord, default values are left out."""
    held = command.default_member_permissions
    body: JsonObject = {
        "id": str(command.id),
        "application_id": str(command.application_id),
        "version": str(command.version),
        "type": int(command.type),
        "name": command.name,
        "name_localizations": command.name_localizations,
        "description": command.description or "",
        "description_localizations": command.description_localizations,
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


def command_rights(world: World, guild: Guild, about: int) -> JsonObject:
    """Return `guild`'s rights for the command `about`. The application's id means all commands."""
    return {
        "id": str(about),
        "application_id": str(world.bot.id),
        "guild_id": str(guild.id),
        "permissions": [
            {"id": str(right.target_id), "type": int(right.kind), "permission": right.allowed}
            for right in world.command_rights[guild.id, about]
        ],
    }


def _without_translations(body: JsonObject) -> JsonObject:
    return {name: _each_without(value) for name, value in body.items() if name not in _TRANSLATIONS}


def _each_without(value: object) -> object:
    if isinstance(value, list):
        return [_without_translations(one) if isinstance(one, dict) else one for one in value]
    return value


def emoji(emoji: ApplicationEmoji, bot: User) -> JsonObject:
    """Return an emoji of the application. The creator is `bot`."""
    return {
        "id": str(emoji.id),
        "name": emoji.name,
        "user": user(bot),
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": emoji.animated,
        "available": True,
    }
