"""Commands as they are registered."""

from sandbox.payloads.form import JsonObject
from sandbox.world.commands import Command


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
