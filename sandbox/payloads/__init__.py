"""The objects of the world as Discord's JSON."""

from sandbox.payloads.commands import command, command_in_full, command_rights
from sandbox.payloads.emojis import emoji
from sandbox.payloads.form import JsonObject
from sandbox.payloads.interactions import interaction
from sandbox.payloads.messages import attachment, message
from sandbox.payloads.parts import components
from sandbox.payloads.people import member, oneself, role, user
from sandbox.payloads.places import (
    channel,
    deleted_thread,
    guild,
    guild_in_full,
    guild_known,
    guild_unavailable,
    place,
    thread,
    thread_member,
    thread_member_in_full,
)

__all__ = [
    "JsonObject",
    "attachment",
    "channel",
    "command",
    "command_in_full",
    "command_rights",
    "components",
    "deleted_thread",
    "emoji",
    "guild",
    "guild_in_full",
    "guild_known",
    "guild_unavailable",
    "interaction",
    "member",
    "message",
    "oneself",
    "place",
    "role",
    "thread",
    "thread_member",
    "thread_member_in_full",
    "user",
]
