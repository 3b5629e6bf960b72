"""The objects of the world as Discord's JSON."""

from sandbox.payloads.application import command, command_in_full, command_rights, emoji
from sandbox.payloads.form import JsonObject
from sandbox.payloads.guilds import (
    channel,
    deleted_thread,
    guild,
    guild_in_full,
    guild_known,
    guild_unavailable,
    member,
    oneself,
    place,
    role,
    thread,
    thread_member,
    thread_member_in_full,
    user,
)
from sandbox.payloads.interactions import interaction
from sandbox.payloads.messages import attachment, message

__all__ = [
    "JsonObject",
    "attachment",
    "channel",
    "command",
    "command_in_full",
    "command_rights",
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
