from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntFlag


class Permission(IntFlag):
    """The permissions that the sandbox checks or grants, with Discord's bits."""

    NONE = 0
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    CONNECT = 1 << 20
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38


EVERY_PERMISSION = Permission(sum(1 << bit for bit in (*range(47), *range(49, 53))))
"""All of Discord's permissions, including those that the sandbox never checks."""

INVITED_PERMISSIONS = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
)
"""The permissions that the bot got with its invitation."""

MEMBER_PERMISSIONS = INVITED_PERMISSIONS | Permission.CONNECT | Permission.USE_APPLICATION_COMMANDS
"""The permissions of everyone in a new guild, including the bot."""

MODERATOR_PERMISSIONS = (
    MEMBER_PERMISSIONS
    | Permission.MANAGE_GUILD
    | Permission.MANAGE_CHANNELS
    | Permission.MANAGE_MESSAGES
    | Permission.MANAGE_THREADS
)

SILENCED_PERMISSIONS = Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY
"""The permissions that a member keeps in a timeout."""


@dataclass(frozen=True)
class Overwrite:
    """The permissions that one channel grants to or takes from one role or one member."""

    target_id: int
    target_is_member: bool
    allow: Permission = Permission.NONE
    deny: Permission = Permission.NONE


def in_channel(
    base: Permission, overwrites: Iterable[Overwrite], *, everyone_id: int, role_ids: set[int], user_id: int
) -> Permission:
    """Apply a channel's overwrites to `base` in Discord's order: everyone, all roles, the member."""
    if Permission.ADMINISTRATOR in base:
        return EVERY_PERMISSION
    overwrites = list(overwrites)
    everyone = [o for o in overwrites if o.target_id == everyone_id]
    roles = [o for o in overwrites if not o.target_is_member and o.target_id in role_ids - {everyone_id}]
    member = [o for o in overwrites if o.target_is_member and o.target_id == user_id]
    for layer in (everyone, roles, member):
        denied = allowed = Permission.NONE
        for overwrite in layer:
            denied |= overwrite.deny
            allowed |= overwrite.allow
        base = base ^ (base & denied) | allowed
    # A member who cannot see a channel can do nothing in it.
    return base if Permission.VIEW_CHANNEL in base else Permission.NONE
