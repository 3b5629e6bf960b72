"""Changes of the world, as watchers receive them."""

from dataclasses import dataclass

from sandbox.world.channels import Channel, Message, Thread
from sandbox.world.guilds import Guild, Member, Role, User
from sandbox.world.watching import Change


@dataclass(frozen=True)
class MessageCreated(Change):
    """A message appeared. If it is ephemeral, `message.only_for` is the one person who sees it."""

    message: Message


@dataclass(frozen=True)
class MessageUpdated(Change):
    """A message was edited, or a deferred one received its content."""

    message: Message


@dataclass(frozen=True)
class MessageDeleted(Change):
    """A message was deleted."""

    message: Message


@dataclass(frozen=True)
class ChannelCreated(Change):
    """A channel, thread or private conversation appeared."""

    channel: Channel


@dataclass(frozen=True)
class ChannelUpdated(Change):
    """A channel or thread changed: name, permissions, archived, locked."""

    channel: Channel


@dataclass(frozen=True)
class ChannelDeleted(Change):
    """A channel or thread was deleted, with everything in it."""

    channel: Channel


@dataclass(frozen=True)
class ThreadMembersChanged(Change):
    """Somebody joined or left a thread."""

    thread: Thread
    joined: tuple[int, ...] = ()
    left: tuple[int, ...] = ()


@dataclass(frozen=True)
class GuildJoined(Change):
    """The bot was added to a guild."""

    guild: Guild


@dataclass(frozen=True)
class GuildLeft(Change):
    """The bot was removed from a guild, or left it."""

    guild: Guild


@dataclass(frozen=True)
class GuildFailed(Change):
    """Discord has an outage in a guild."""

    guild: Guild


@dataclass(frozen=True)
class GuildRecovered(Change):
    """A guild is available again, or for the first time since the bot logged in."""

    guild: Guild


@dataclass(frozen=True)
class RoleCreated(Change):
    """A guild has a new role."""

    guild: Guild
    role: Role


@dataclass(frozen=True)
class RoleUpdated(Change):
    """A role has other permissions."""

    guild: Guild
    role: Role


@dataclass(frozen=True)
class RoleDeleted(Change):
    """A guild has lost a role, and so have its holders."""

    guild: Guild
    role: Role


@dataclass(frozen=True)
class MemberUpdated(Change):
    """A member of a guild gained or lost a role, or was put into a timeout."""

    guild: Guild
    member: Member


@dataclass(frozen=True)
class BotConnected(Change):
    """A shard of the bot identified or resumed."""

    shard: int


@dataclass(frozen=True)
class BotDisconnected(Change):
    """A shard of the bot lost its connection."""

    shard: int


@dataclass(frozen=True)
class CommandsChanged(Change):
    """The bot registered or removed commands."""


@dataclass(frozen=True)
class CommandRightsChanged(Change):
    """A guild's people changed who may use a command. `about` is its id, or the application's."""

    guild: Guild
    about: int


@dataclass(frozen=True)
class Typing(Change):
    """Somebody is typing in a channel."""

    channel: Channel
    user: User
