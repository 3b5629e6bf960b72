"""Changes of the world, as watchers receive them."""

from sandbox.world.channels import Channel, Message, Thread
from sandbox.world.guilds import Guild, Member, Role, User
from sandbox.world.watching import Change


class MessageCreated(Change):
    """A message appeared. If it is ephemeral, `message.only_for` is the one person who sees it."""

    message: Message


class MessageUpdated(Change):
    """A message was edited, or a deferred message received its content."""

    message: Message


class MessageDeleted(Change):
    """A message was deleted."""

    message: Message


class ChannelCreated(Change):
    """A channel, thread or private conversation appeared."""

    channel: Channel


class ChannelUpdated(Change):
    """A channel or thread changed: name, permissions, archived, locked."""

    channel: Channel


class ChannelDeleted(Change):
    """A channel or thread was deleted, with everything in it."""

    channel: Channel


class ThreadMembersChanged(Change):
    """Somebody joined or left a thread."""

    thread: Thread
    joined: tuple[int, ...] = ()
    left: tuple[int, ...] = ()


class GuildJoined(Change):
    """The bot was added to a guild."""

    guild: Guild


class GuildLeft(Change):
    """The bot was removed from a guild, or left it."""

    guild: Guild


class GuildFailed(Change):
    """An outage of a guild began."""

    guild: Guild


class GuildRecovered(Change):
    """A guild is available again, or for the first time since the bot logged in."""

    guild: Guild


class RoleCreated(Change):
    """A guild has a new role."""

    guild: Guild
    role: Role


class RoleUpdated(Change):
    """The permissions of a role changed."""

    guild: Guild
    role: Role


class RoleDeleted(Change):
    """A role was deleted, and its holders lost it."""

    guild: Guild
    role: Role


class MemberUpdated(Change):
    """A member of a guild gained or lost a role, or was put into a timeout."""

    guild: Guild
    member: Member


class BotConnected(Change):
    """A shard of the bot identified or resumed."""

    shard: int


class BotDisconnected(Change):
    """A shard of the bot lost its connection."""

    shard: int


class CommandsChanged(Change):
    """The bot registered or removed commands."""


class CommandRightsChanged(Change):
    """A guild's rights for a command, or for all commands if `about` is the application's id, changed."""

    guild: Guild
    about: int


class Typing(Change):
    """Somebody is typing in a channel."""

    channel: Channel
    user: User
