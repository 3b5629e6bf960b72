"""Emojis of the application, which are pictures for texts and buttons."""

import io
import re
from dataclasses import dataclass

from PIL import Image

MARK = re.compile(r"<(a?):(\w{2,32}):(\d+)>")
"""The form of an emoji in a text."""

_TYPES = {
    "JPEG": "image/jpeg",
    "PNG": "image/png",
    "GIF": "image/gif",
    "WEBP": "image/webp",
    "AVIF": "image/avif",
}


@dataclass(eq=False)
class ApplicationEmoji:
    """An application emoji. Only its name can change."""

    id: int
    name: str
    data: bytes
    content_type: str
    animated: bool = False

    @property
    def mark(self) -> str:
        """The text that shows it."""
        return f"<{'a' if self.animated else ''}:{self.name}:{self.id}>"


@dataclass(frozen=True)
class Drawing:
    """The content type of an emoji's picture, and whether it is animated."""

    content_type: str
    animated: bool


def drawing(data: bytes) -> Drawing | None:
    """Inspect a picture for an emoji; None if Discord does not accept it."""
    try:
        with Image.open(io.BytesIO(data)) as picture:
            kind = _TYPES.get(picture.format or "")
            return Drawing(kind, animated=getattr(picture, "is_animated", False)) if kind else None
    except OSError:
        return None
