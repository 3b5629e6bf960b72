from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar

from sandbox.world.permissions import EVERY_PERMISSION, SILENCED_PERMISSIONS, Permission


@dataclass(eq=False)
class Mentioned:
    """The base of users, roles and channels, which texts can mention."""

    sign: ClassVar[str]
    """The characters before the id in a mention."""

    id: int
    name: str

    @property
    def mention(self) -> str:
        """The text of a mention, such as `<@7>`."""
        return f"<{self.sign}{self.id}>"


@dataclass(eq=False)
class User(Mentioned):
    """A person, or the bot."""

    sign = "@"
    bot: bool = False
    takes_dms: bool = True


@dataclass(eq=False)
class Role(Mentioned):
    """A set of permissions that members of a guild can hold."""

    sign = "@&"
    permissions: Permission
    mentionable: bool = False
    bot: User | None = None
    """The bot that the role belongs to, if Discord made it for an invited bot."""


@dataclass(eq=False)
class Member:
    """A user in one guild."""

    user: User
    joined_at: datetime
    roles: list[Role] = field(default_factory=list)
    silenced_until: datetime | None = None
    """The end of the member's timeout; None without a timeout."""


@dataclass(eq=False)
class Guild:
    """A server. As on Discord, the everyone role has the guild's own id."""

    id: int
    name: str
    owner: User
    joined_at: datetime
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    has_bot: bool = True
    has_commands: bool = True
    """Whether the guild offers the bot's commands. The bot's user need not be a member."""
    unavailable: bool = False
    """Whether the guild has an outage, or has not been announced since a login."""

    @property
    def everyone(self) -> Role:
        """The role that every member holds."""
        return self.roles[self.id]

    def permissions_of(self, user: User) -> Permission:
        """Return the permissions of `user` in the guild; none if they are not a member."""
        member = self.members.get(user.id)
        if member is None:
            return Permission.NONE
        if user is self.owner:
            return EVERY_PERMISSION
        granted = self.everyone.permissions
        for role in member.roles:
            granted |= role.permissions
        if Permission.ADMINISTRATOR in granted:
            return EVERY_PERMISSION
        return granted & SILENCED_PERMISSIONS if member.silenced_until else granted
