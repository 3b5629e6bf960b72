from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, IntFlag
from typing import TypeVar

from sandbox.clock import Alarm
from sandbox.world.components import (
    Button,
    GalleryItem,
    Media,
    MediaGallery,
    Menu,
    Part,
    TextDisplay,
    Thumbnail,
    media_in,
    walk,
)
from sandbox.world.embeds import Embed
from sandbox.world.guilds import Guild, Mentioned, User
from sandbox.world.permissions import (
    EVERY_PERMISSION,
    SILENCED_PERMISSIONS,
    Overwrite,
    Permission,
    in_channel,
)


class ChannelKind(IntEnum):
    """The types of Discord's channels that the sandbox has."""

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
"""The kinds of channels that hold no messages, although their threads may."""
TO_BE_ENTERED = frozenset({ChannelKind.VOICE, ChannelKind.STAGE})
"""The kinds of channels in which users without the permission to connect have no permissions at all."""
_POSTS = frozenset({ChannelKind.PUBLIC_THREAD})
THREAD_KINDS: dict[ChannelKind, frozenset[ChannelKind]] = {
    ChannelKind.TEXT: frozenset({ChannelKind.PUBLIC_THREAD, ChannelKind.PRIVATE_THREAD}),
    ChannelKind.ANNOUNCEMENT: frozenset({ChannelKind.ANNOUNCEMENT_THREAD}),
    ChannelKind.FORUM: _POSTS,
    ChannelKind.MEDIA: _POSTS,
}
"""The kinds of threads that can be opened under each kind of channel."""


@dataclass(eq=False)
class Channel(Mentioned):
    """A channel of a guild, or the private conversation of the bot with `recipient`."""

    sign = "#"
    kind: ChannelKind
    guild: Guild | None = None
    recipient: User | None = None
    topic: str | None = None
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    messages: dict[int, "Message"] = field(default_factory=dict)
    last_message_id: int | None = None

    def permissions_of(self, user: User) -> Permission:
        """Return the permissions of `user` in this channel."""
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
        """Return the permissions of `user` for interactions, even if they are not in the guild."""
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
    """A thread under a channel."""

    parent: Channel = field(kw_only=True)
    owner: User = field(kw_only=True)
    created_at: datetime = field(kw_only=True)
    archive_changed_at: datetime = field(kw_only=True)
    active_at: datetime = field(kw_only=True)
    """The time of the opening, last message or last reopening, on which automatic archiving depends."""
    auto_archive_minutes: int = 4320
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    joined: dict[int, datetime] = field(default_factory=dict)
    falling_asleep: Alarm | None = None

    def permissions_of(self, user: User) -> Permission:
        """Return the permissions in the parent; none if only others may enter this private thread."""
        granted = self.parent.permissions_of(user)
        private = self.kind is ChannelKind.PRIVATE_THREAD
        if private and user.id not in self.joined and Permission.MANAGE_THREADS not in granted:
            return Permission.NONE
        return granted

    def rights_shown_to(self, user: User) -> Permission:
        """Return the permissions of `user` for interactions, even if they are not in the thread."""
        return self.parent.rights_shown_to(user)


PartT = TypeVar("PartT", bound=Part)


class MessageFlag(IntFlag):
    """The flags of Discord's messages that the sandbox uses."""

    NONE = 0
    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


@dataclass(frozen=True)
class Attachment:
    """A file in memory; the sandbox serves it at `url`. Picture sizes are in pixels."""

    id: int
    filename: str
    data: bytes
    url: str
    content_type: str
    description: str | None = None
    width: int | None = None
    height: int | None = None
    spoiler: bool = False


@dataclass(frozen=True)
class Picture:
    """A picture as a reader sees it. `data` is empty if the sandbox does not have the picture's bytes."""

    url: str
    filename: str
    data: bytes
    alt: str | None
    spoiler: bool = False


@dataclass(frozen=True)
class CommandUse:
    """The full name of a used command. A menu command also has a target."""

    name: str
    target: "User | Message | None" = None


@dataclass(frozen=True)
class Origin:
    """The description of the interaction that a message answers."""

    interaction_id: int
    kind: int
    user: User
    command: CommandUse | None
    used_message_id: int | None = None
    """The message whose control was used."""
    opener: "Origin | None" = None
    """The interaction that opened the submitted form."""


@dataclass(eq=False)
class Message:
    """A message, which edits change in place."""

    id: int
    channel: Channel
    author: User
    created_at: datetime
    content: str = ""
    embeds: tuple[Embed, ...] = ()
    components: tuple[Part, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    flags: MessageFlag = MessageFlag.NONE
    mentions: tuple[User, ...] = ()
    mention_roles: tuple[int, ...] = ()
    mention_everyone: bool = False
    pinged: frozenset[int] = frozenset()
    only_for: User | None = None
    edited_at: datetime | None = None
    nonce: str | None = None
    origin: Origin | None = None
    by_webhook: bool = False
    reference_id: int | None = None
    thread: Thread | None = None
    deleted: bool = False

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees the message."""
        return self.only_for is not None

    @property
    def loading(self) -> bool:
        """Whether the message still shows that the bot is thinking."""
        return MessageFlag.LOADING in self.flags

    @property
    def text(self) -> str:
        """All text of the message: the content, then each text display on a line of its own."""
        texts = [self.content, *(p.content for p in self.parts(TextDisplay))]
        return "\n".join(text for text in texts if text)

    @property
    def buttons(self) -> list[Button]:
        """The buttons in reading order, including links and disabled buttons."""
        return list(self.parts(Button))

    @property
    def menus(self) -> list[Menu]:
        """The menus in reading order."""
        return [part for part in walk(self.components) if isinstance(part, Menu)]

    @property
    def pictures(self) -> list[Picture]:
        """The pictures in reading order; in a message without the layout flag, the attached pictures."""
        if MessageFlag.COMPONENTS_V2 not in self.flags:
            images = [a for a in self.attachments if a.content_type.startswith("image/")]
            return [Picture(a.url, a.filename, a.data, a.description, a.spoiler) for a in images]
        shown: list[GalleryItem] = []
        for part in walk(self.components):
            if isinstance(part, MediaGallery):
                shown += part.items
            elif isinstance(part, Thumbnail):
                shown.append(part)
        return [self._picture(item) for item in shown]

    def parts(self, kind: type[PartT]) -> Iterator[PartT]:
        """Yield the components of the class `kind`, including nested components."""
        return (part for part in walk(self.components) if isinstance(part, kind))

    def attachment_behind(self, media: Media) -> Attachment | None:
        """Return the attachment to which `media` refers by name or address; None if no attachment fits."""
        found = [a for a in self.attachments if media.url == a.url or media.filename == a.filename]
        return found[0] if found else None

    @property
    def loose_attachments(self) -> list[Attachment]:
        """The attachments that Discord lists, because no component or embed of the message shows them."""
        embedded = (medium for embed in self.embeds for medium in embed.media)
        shown = [self.attachment_behind(media) for media in (*media_in(self.components), *embedded)]
        return [a for a in self.attachments if a not in shown]

    def _picture(self, item: GalleryItem) -> Picture:
        attachment = self.attachment_behind(item.media)
        if attachment is None:
            return Picture(item.media.url, item.media.url.rsplit("/", 1)[-1], b"", item.description)
        name, data = attachment.filename, attachment.data
        return Picture(attachment.url, name, data, item.description, item.spoiler)
