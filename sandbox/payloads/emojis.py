"""Emojis of the application."""

from sandbox.payloads.form import JsonObject
from sandbox.payloads.people import user
from sandbox.world.emojis import ApplicationEmoji
from sandbox.world.guilds import User


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
