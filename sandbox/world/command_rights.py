"""What the people of a guild allow and deny of commands, beyond what the bot asks for."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import IntEnum


class RightKind(IntEnum):
    """Whom or what a right concerns."""

    ROLE = 1
    USER = 2
    CHANNEL = 3


@dataclass(frozen=True)
class CommandRight:
    """A command is allowed or denied to a role or a user, or in a channel.

    The guild's own id stands for everybody, the number before it for all channels.
    """

    target_id: int
    kind: RightKind
    allowed: bool


def said_of_place(rights: Collection[CommandRight], guild_id: int, channel_id: int) -> bool | None:
    """Tell whether a command is allowed in a channel; None when nothing is said of it."""
    for wanted in (channel_id, guild_id - 1):
        for right in rights:
            if right.kind is RightKind.CHANNEL and right.target_id == wanted:
                return right.allowed
    return None


def said_of_member(
    rights: Collection[CommandRight], guild_id: int, user_id: int, role_ids: Collection[int]
) -> bool | None:
    """Tell whether a command is allowed to a member: for himself, by one of his roles, or as to everybody."""
    for right in rights:
        if right.kind is RightKind.USER and right.target_id == user_id:
            return right.allowed
    of_roles = {right.target_id: right.allowed for right in rights if right.kind is RightKind.ROLE}
    held = [of_roles[role_id] for role_id in role_ids if role_id in of_roles]
    return any(held) if held else of_roles.get(guild_id)
