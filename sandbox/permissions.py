from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntFlag


class Permission(IntFlag):
    """The permission bits the sandbox knows, numbered as Discord numbers them."""

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
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38


EVERY_PERMISSION = Permission(sum(Permission))

MEMBER_PERMISSIONS = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
"""What everyone in a new guild may do, the bot included."""

MODERATOR_PERMISSIONS = (
    MEMBER_PERMISSIONS
    | Permission.MANAGE_GUILD
    | Permission.MANAGE_CHANNELS
    | Permission.MANAGE_MESSAGES
    | Permission.MANAGE_THREADS
)


@dataclass(frozen=True)
class Overwrite:
    """What one channel grants and takes away from one role or one member."""

    target_id: int
    target_is_member: bool
    allow: Permission = Permission.NONE
    deny: Permission = Permission.NONE


def in_channel(
    base: Permission, overwrites: Iterable[Overwrite], *, everyone_id: int, role_ids: set[int], user_id: int
) -> Permission:
    """Lay a channel's overwrites over `base`, in Discord's order: everyone, roles together, the member."""
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
        base = (base & ~denied) | allowed
    # Who cannot see a channel can do nothing in it.
    return base if Permission.VIEW_CHANNEL in base else Permission.NONE
