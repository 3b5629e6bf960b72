"""The rights to commands that people of a guild set, in addition to the bot's requirements."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import IntEnum


class RightKind(IntEnum):
    """The subject of a right."""

    ROLE = 1
    USER = 2
    CHANNEL = 3


@dataclass(frozen=True)
class CommandRight:
    """A right to a command, granted or denied to a role or a user, or in a channel.

    The guild's own id means everybody, and that id minus 1 means all channels.
    """

    target_id: int
    kind: RightKind
    allowed: bool


def said_of_place(rights: Collection[CommandRight], guild_id: int, channel_id: int) -> bool | None:
    """Return whether a command is allowed in a channel; None if no right applies."""
    for wanted in (channel_id, guild_id - 1):
        for right in rights:
            if right.kind is RightKind.CHANNEL and right.target_id == wanted:
                return right.allowed
    return None


def said_of_member(
    rights: Collection[CommandRight], guild_id: int, user_id: int, role_ids: Collection[int]
) -> bool | None:
    """Return whether the rights of the user, else of roles, else of everybody allow a command, or None."""
    for right in rights:
        if right.kind is RightKind.USER and right.target_id == user_id:
            return right.allowed
    of_roles = {right.target_id: right.allowed for right in rights if right.kind is RightKind.ROLE}
    held = [of_roles[role_id] for role_id in role_ids if role_id in of_roles]
    return any(held) if held else of_roles.get(guild_id)
