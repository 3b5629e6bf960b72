"""Messages and what is in them, with the views that readers and tests take of them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import IntFlag
from typing import TypeVar

from sandbox.components import (
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
from sandbox.guilds import Channel, Thread, User

PartT = TypeVar("PartT", bound=Part)


class MessageFlag(IntFlag):
    """Discord's message flags, as far as they mean something here."""

    NONE = 0
    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


@dataclass(frozen=True)
class Attachment:
    """A file kept in memory; `url` is where the sandbox serves it. Sizes of pictures are in pixels."""

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
    """A picture as a reader sees it: where it is, its bytes if the sandbox has them, its alt text."""

    url: str
    filename: str
    data: bytes
    alt: str | None
    spoiler: bool = False


@dataclass(frozen=True)
class Origin:
    """The interaction a message answers, as Discord notes it on the message."""

    interaction_id: int
    kind: int
    user: User
    command_name: str | None
    used_message_id: int | None = None
    """The message whose control was used."""
    opener: "Origin | None" = None
    """What opened the form that was sent."""


@dataclass(eq=False)
class Message:
    """A message, changing in place when it is edited."""

    id: int
    channel: Channel
    author: User
    created_at: datetime
    content: str = ""
    embeds: tuple[dict[str, object], ...] = ()
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
        """Whether only one person sees it."""
        return self.only_for is not None

    @property
    def loading(self) -> bool:
        """Whether it still says that the bot is thinking."""
        return MessageFlag.LOADING in self.flags

    @property
    def text(self) -> str:
        """Everything written in it: content, then every text display, a line each."""
        texts = [self.content, *(p.content for p in self.parts(TextDisplay))]
        return "\n".join(text for text in texts if text)

    @property
    def buttons(self) -> list[Button]:
        """Its buttons, in reading order, links and disabled ones included."""
        return list(self.parts(Button))

    @property
    def menus(self) -> list[Menu]:
        """Its menus, in reading order."""
        return [part for part in walk(self.components) if isinstance(part, Menu)]

    @property
    def pictures(self) -> list[Picture]:
        """Its pictures in reading order: galleries and thumbnails, or bare attachments in older messages."""
        if MessageFlag.COMPONENTS_V2 not in self.flags:
            images = [a for a in self.attachments if a.content_type.startswith("image/")]
            return [Picture(a.url, a.filename, a.data, a.description, a.spoiler) for a in images]
        shown: list[GalleryItem | Thumbnail] = []
        for part in walk(self.components):
            if isinstance(part, MediaGallery):
                shown += part.items
            elif isinstance(part, Thumbnail):
                shown.append(part)
        return [self._picture(item) for item in shown]

    def parts(self, kind: type[PartT]) -> Iterator[PartT]:
        """Yield its components of one kind, however deeply nested."""
        return (part for part in walk(self.components) if isinstance(part, kind))

    def attachment_behind(self, media: Media) -> Attachment | None:
        """Return the attachment that `media` shows: by ``attachment://name`` or by its address."""
        found = [a for a in self.attachments if media.url == a.url or media.filename == a.filename]
        return found[0] if found else None

    @property
    def loose_attachments(self) -> list[Attachment]:
        """Its attachments as Discord lists them: without those that its components or embeds show."""
        shown = [self.attachment_behind(media) for media in media_in(self.components)]
        embedded = json.dumps(self.embeds)
        return [
            a for a in self.attachments if a not in shown and f'"attachment://{a.filename}"' not in embedded
        ]

    def _picture(self, item: GalleryItem | Thumbnail) -> Picture:
        attachment = self.attachment_behind(item.media)
        if attachment is None:
            return Picture(item.media.url, item.media.url.rsplit("/", 1)[-1], b"", item.description)
        name, data = attachment.filename, attachment.data
        return Picture(attachment.url, name, data, item.description, item.spoiler)
