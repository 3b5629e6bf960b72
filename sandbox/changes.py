"""What the world tells whoever watches it: the gateway, waiting tests, the page."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from sandbox.guilds import Channel, Guild, Member, Role, Thread, User
    from sandbox.interactions import Interaction
    from sandbox.messages import Message
    from sandbox.modals import Modal

FoundT = TypeVar("FoundT")


@dataclass(frozen=True)
class Change:
    """Something happened. Subclasses say what."""


@dataclass(frozen=True)
class MessageCreated(Change):
    """A message appeared; `message.only_for` names the one person who sees it when it is ephemeral."""

    message: "Message"


@dataclass(frozen=True)
class MessageUpdated(Change):
    """A message was edited, or a deferred one received its content."""

    message: "Message"


@dataclass(frozen=True)
class MessageDeleted(Change):
    """A message went away."""

    message: "Message"


@dataclass(frozen=True)
class ChannelCreated(Change):
    """A channel, thread or private conversation appeared."""

    channel: "Channel"


@dataclass(frozen=True)
class ChannelUpdated(Change):
    """A channel or thread changed: name, permissions, archived, locked."""

    channel: "Channel"


@dataclass(frozen=True)
class ChannelDeleted(Change):
    """A channel or thread went away with everything in it."""

    channel: "Channel"


@dataclass(frozen=True)
class ThreadMembersChanged(Change):
    """Somebody joined or left a thread."""

    thread: "Thread"
    joined: tuple[int, ...] = ()
    left: tuple[int, ...] = ()


@dataclass(frozen=True)
class GuildJoined(Change):
    """The bot was added to a guild."""

    guild: "Guild"


@dataclass(frozen=True)
class GuildLeft(Change):
    """The bot was removed from a guild, or left it."""

    guild: "Guild"


@dataclass(frozen=True)
class GuildFailed(Change):
    """Discord has an outage in a guild."""

    guild: "Guild"


@dataclass(frozen=True)
class GuildRecovered(Change):
    """A guild is there again, or for the first time since the bot has logged in."""

    guild: "Guild"


@dataclass(frozen=True)
class RoleCreated(Change):
    """A guild has a new role."""

    guild: "Guild"
    role: "Role"


@dataclass(frozen=True)
class RoleUpdated(Change):
    """A role has other permissions."""

    guild: "Guild"
    role: "Role"


@dataclass(frozen=True)
class RoleDeleted(Change):
    """A guild has lost a role, and so have those who held it."""

    guild: "Guild"
    role: "Role"


@dataclass(frozen=True)
class MemberUpdated(Change):
    """A member of a guild was given a role, lost one, or was put into a timeout."""

    guild: "Guild"
    member: "Member"


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
class Typing(Change):
    """Somebody types in a channel."""

    channel: "Channel"
    user: "User"


@dataclass(frozen=True)
class ModalOpened(Change):
    """The bot showed a form to one person."""

    modal: "Modal"


@dataclass(frozen=True)
class InteractionAnswered(Change):
    """The bot gave its first answer."""

    interaction: "Interaction"


@dataclass(frozen=True)
class InteractionFailed(Change):
    """Three seconds passed without an answer; the person sees that the application did not respond."""

    interaction: "Interaction"


Watcher = Callable[[Change], None]


class Changes:
    """The one place where changes are published; watchers are called in order, before `publish` returns."""

    def __init__(self) -> None:
        self._watchers: list[Watcher] = []

    def publish(self, change: Change) -> None:
        """Tell every watcher."""
        for watcher in list(self._watchers):
            watcher(change)

    @contextmanager
    def watched(self, watcher: Watcher) -> Iterator[None]:
        """Call `watcher` with every change while the context lasts."""
        self._watchers.append(watcher)
        try:
            yield
        finally:
            self._watchers.remove(watcher)

    def watch(self, watcher: Watcher) -> None:
        """Call `watcher` with every change from now on."""
        self._watchers.append(watcher)

    async def until(self, condition: Callable[[], FoundT]) -> FoundT:
        """Wait until `condition`, looked at now and after every change, gives something true; return that."""
        if found := condition():
            return found
        coming: asyncio.Future[FoundT] = asyncio.get_running_loop().create_future()

        def look(_: Change) -> None:
            if not coming.done() and (found := condition()):
                coming.set_result(found)

        with self.watched(look):
            return await coming

    @contextmanager
    def subscription(self) -> Iterator["asyncio.Queue[Change]"]:
        """Give a queue that receives every change while the context lasts, for who reads at his own pace."""
        queue: asyncio.Queue[Change] = asyncio.Queue()
        with self.watched(queue.put_nowait):
            yield queue
