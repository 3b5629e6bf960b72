"""Embeds of messages, with the limits of their fields. The module `limits` checks a complete message."""

from collections.abc import Iterator
from datetime import datetime

from pydantic import Field

from sandbox.world.components import Media, Sent, Switch
from sandbox.world.text import Trimmed, TrimmedOrAbsent, WebAddress


class EmbedField(Sent):
    """A name and a value."""

    name: Trimmed = Field(min_length=1, max_length=256)
    value: Trimmed = Field(min_length=1, max_length=1024)
    inline: Switch = False


class EmbedFooter(Sent):
    """The line below an embed."""

    text: Trimmed = Field(min_length=1, max_length=2048)
    icon_url: str | None = Field(default=None, max_length=2048)


class EmbedAuthor(Sent):
    """The line above an embed."""

    name: Trimmed = Field(min_length=1, max_length=256)
    url: WebAddress | None = Field(default=None, max_length=2048)
    icon_url: str | None = Field(default=None, max_length=2048)


class Embed(Sent):
    """A framed text. Whatever type the bot sends, Discord sets the type to ``rich``."""

    title: TrimmedOrAbsent = Field(default=None, max_length=256)
    description: TrimmedOrAbsent = Field(default=None, max_length=4096)
    url: WebAddress | None = Field(default=None, max_length=2048)
    timestamp: datetime | None = None
    color: int | None = Field(default=None, ge=0, le=0xFFFFFF)
    footer: EmbedFooter | None = None
    image: Media | None = None
    thumbnail: Media | None = None
    author: EmbedAuthor | None = None
    fields: tuple[EmbedField, ...] | None = Field(default=None, max_length=25)

    @property
    def media(self) -> list[Media]:
        """The pictures of the embed."""
        return [medium for medium in (self.image, self.thumbnail) if medium]

    @property
    def blank(self) -> bool:
        """Whether the embed shows nothing."""
        return not (self.media or any(self.texts()))

    def texts(self) -> Iterator[str]:
        """Yield every text that counts toward the length of a message's embeds."""
        yield self.title or ""
        yield self.description or ""
        yield self.footer.text if self.footer else ""
        yield self.author.name if self.author else ""
        for field in self.fields or ():
            yield from (field.name, field.value)
