"""Who and where: users, guilds with their members and roles, channels and threads."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum
from typing import TYPE_CHECKING

from sandbox.clock import Alarm
from sandbox.permissions import (
    EVERY_PERMISSION,
    SILENCED_PERMISSIONS,
    Overwrite,
    Permission,
    in_channel,
)

if TYPE_CHECKING:
    from sandbox.messages import Message


@dataclass(eq=False)
class User:
    """A person, or the bot."""

    id: int
    name: str
    bot: bool = False
    takes_dms: bool = True

    @property
    def mention(self) -> str:
        """The text that mentions this user."""
        return f"<@{self.id}>"


@dataclass(eq=False)
class Role:
    """A set of permissions that members of a guild can hold."""

    id: int
    name: str
    permissions: Permission
    mentionable: bool = False
    bot: User | None = None
    """Whose role it is, when Discord made it for a bot that was invited."""

    @property
    def mention(self) -> str:
        """The text that mentions this role."""
        return f"<@&{self.id}>"


@dataclass(eq=False)
class Member:
    """A user in one guild."""

    user: User
    joined_at: datetime
    roles: list[Role] = field(default_factory=list)
    silenced_until: datetime | None = None
    """The end of the timeout that he is in now."""


@dataclass(eq=False)
class Guild:
    """A server. Its everyone role has the guild's own id, as on Discord."""

    id: int
    name: str
    owner: User
    joined_at: datetime
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    has_bot: bool = True
    has_commands: bool = True
    """Whether the commands are offered; they can be without the bot's user being a member."""
    unavailable: bool = False
    """Whether Discord has an outage there, or has not got round to it yet after a login."""

    @property
    def everyone(self) -> Role:
        """The role that every member holds."""
        return self.roles[self.id]

    def permissions_of(self, user: User) -> Permission:
        """Return what `user` may do in the guild as a whole; nothing for who is no member."""
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


class ChannelKind(IntEnum):
    """Discord's channel types, as far as they exist here."""

    TEXT = 0
    DM = 1
    VOICE = 2
    CATEGORY = 4
    ANNOUNCEMENT = 5
    ANNOUNCEMENT_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    STAGE = 13
    FORUM = 15
    MEDIA = 16


WITHOUT_MESSAGES = frozenset({ChannelKind.CATEGORY, ChannelKind.FORUM, ChannelKind.MEDIA})
"""Where nobody can write; in the threads of a forum everybody can."""

TO_BE_ENTERED = frozenset({ChannelKind.VOICE, ChannelKind.STAGE})
"""Where who may not connect may do nothing else."""

_POSTS = frozenset({ChannelKind.PUBLIC_THREAD})
THREAD_KINDS: dict[ChannelKind, frozenset[ChannelKind]] = {
    ChannelKind.TEXT: frozenset({ChannelKind.PUBLIC_THREAD, ChannelKind.PRIVATE_THREAD}),
    ChannelKind.ANNOUNCEMENT: frozenset({ChannelKind.ANNOUNCEMENT_THREAD}),
    ChannelKind.FORUM: _POSTS,
    ChannelKind.MEDIA: _POSTS,
}
"""The kinds of threads that can be opened under each kind of channel."""


@dataclass(eq=False)
class Channel:
    """A channel of a guild, or the private conversation of the bot with `recipient`."""

    id: int
    kind: ChannelKind
    name: str
    guild: Guild | None = None
    recipient: User | None = None
    topic: str | None = None
    category: "Channel | None" = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    messages: dict[int, "Message"] = field(default_factory=dict)
    last_message_id: int | None = None

    @property
    def mention(self) -> str:
        """The text that links to this channel."""
        return f"<#{self.id}>"

    def permissions_of(self, user: User) -> Permission:
        """Return what `user` may do here."""
        if self.guild is None:
            return EVERY_PERMISSION if user.bot or user is self.recipient else Permission.NONE
        member = self.guild.members.get(user.id)
        held = in_channel(
            self.guild.permissions_of(user),
            self.overwrites.values(),
            everyone_id=self.guild.id,
            role_ids={role.id for role in member.roles} if member else set(),
            user_id=user.id,
        )
        if self.kind in TO_BE_ENTERED and Permission.CONNECT not in held:
            return held & Permission.VIEW_CHANNEL
        silenced = member and member.silenced_until and Permission.ADMINISTRATOR not in held
        return held & SILENCED_PERMISSIONS if silenced else held

    def rights_shown_to(self, user: User) -> Permission:
        """Return what an interaction here says that `user`, be he in the guild or not, may do."""
        if self.guild is None or user.id in self.guild.members:
            return self.permissions_of(user)
        return in_channel(
            self.guild.everyone.permissions,
            self.overwrites.values(),
            everyone_id=self.guild.id,
            role_ids=set(),
            user_id=user.id,
        )


@dataclass(eq=False)
class Thread(Channel):
    """A thread under a channel; its permissions are those of its parent."""

    parent: Channel = field(kw_only=True)
    owner: User = field(kw_only=True)
    created_at: datetime = field(kw_only=True)
    archive_changed_at: datetime = field(kw_only=True)
    active_at: datetime = field(kw_only=True)
    """When it was opened or written in last; it archives itself some time after that."""
    auto_archive_minutes: int = 4320
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    joined: dict[int, datetime] = field(default_factory=dict)
    falling_asleep: Alarm | None = None

    def permissions_of(self, user: User) -> Permission:
        """Return what `user` may do here; a private thread is seen by who joined it or manages threads."""
        granted = self.parent.permissions_of(user)
        private = self.kind is ChannelKind.PRIVATE_THREAD
        if private and user.id not in self.joined and Permission.MANAGE_THREADS not in granted:
            return Permission.NONE
        return granted

    def rights_shown_to(self, user: User) -> Permission:
        """Return what an interaction here says that `user` may do, whether he is in the thread or not."""
        return self.parent.rights_shown_to(user)
