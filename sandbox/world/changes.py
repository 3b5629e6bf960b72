"""Changes of the world, and the notification of watchers such as the gateway, waiting tests and the page."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

from sandbox.world.channels import Channel, Message, Thread
from sandbox.world.guilds import Guild, Member, Role, User

FoundT = TypeVar("FoundT")


@dataclass_transform(frozen_default=True)
class Change:
    """A change of the world. Each subclass is a frozen dataclass for one kind of change."""

    def __init_subclass__(cls) -> None:
        """Make the subclass a dataclass."""
        super().__init_subclass__()
        dataclass(frozen=True)(cls)


class _OfMessage(Change):
    message: Message


class MessageCreated(_OfMessage):
    """A message appeared. For an ephemeral message, `message.only_for` is the only person who sees it."""


class MessageUpdated(_OfMessage):
    """A message was edited, or a deferred message received its content."""


class MessageDeleted(_OfMessage):
    """A message was deleted."""


class ChannelChange(Change):
    """A change of a channel, thread or private conversation."""

    channel: Channel


class ChannelCreated(ChannelChange):
    """A channel, thread or private conversation appeared."""


class ChannelUpdated(ChannelChange):
    """The name, permissions, archiving or lock of a channel or thread changed."""


class ChannelDeleted(ChannelChange):
    """A channel or thread was deleted, with everything in it."""


class ThreadMembersChanged(Change):
    """Somebody joined or left a thread."""

    thread: Thread
    joined: tuple[int, ...] = ()
    left: tuple[int, ...] = ()


class _OfGuild(Change):
    guild: Guild


class GuildJoined(_OfGuild):
    """The bot was added to a guild."""


class GuildLeft(_OfGuild):
    """The bot was removed from a guild, or left it."""


class GuildFailed(_OfGuild):
    """An outage of a guild began."""


class GuildRecovered(_OfGuild):
    """A guild is available again, or for the first time since the bot logged in."""


class RoleChange(_OfGuild):
    """A change of a role."""

    role: Role


class RoleCreated(RoleChange):
    """A guild has a new role."""


class RoleUpdated(RoleChange):
    """The permissions of a role changed."""


class RoleDeleted(RoleChange):
    """A role was deleted, and its holders lost it."""


class MemberUpdated(_OfGuild):
    """A member of a guild gained or lost a role, or was put into a timeout."""

    member: Member


class BotConnected(Change):
    """A shard of the bot identified or resumed."""

    shard: int


class BotDisconnected(Change):
    """A shard of the bot lost its connection."""

    shard: int


class CommandsChanged(Change):
    """The bot registered or removed commands."""


class CommandRightsChanged(_OfGuild):
    """A guild's rights changed. `about` is the id of a command, or the application's id for all commands."""

    about: int


class Typing(Change):
    """Somebody is typing in a channel."""

    channel: Channel
    user: User


Watcher = Callable[[Change], None]


class Changes:
    """Publishes changes. `publish` calls all watchers in order before it returns."""

    def __init__(self) -> None:
        self._watchers: list[Watcher] = []

    def publish(self, change: Change) -> None:
        """Call every watcher with `change`."""
        for watcher in list(self._watchers):
            watcher(change)

    @contextmanager
    def watched(self, watcher: Watcher) -> Iterator[None]:
        """Call `watcher` with every change inside the context."""
        self._watchers.append(watcher)
        try:
            yield
        finally:
            self._watchers.remove(watcher)

    def watch(self, watcher: Watcher) -> None:
        """Call `watcher` with every change from now on."""
        self._watchers.append(watcher)

    async def until(self, condition: Callable[[], FoundT]) -> FoundT:
        """Call `condition` now and after every change, and return its first true value."""
        if found := condition():
            return found
        coming: asyncio.Future[FoundT] = asyncio.get_running_loop().create_future()

        def look(_: Change) -> None:
            if not coming.done() and (found := condition()):
                coming.set_result(found)

        with self.watched(look):
            return await coming
