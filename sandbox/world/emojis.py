"""Unicode emojis, and emojis of the application, which are pictures for texts and buttons."""

import re
from dataclasses import dataclass

MARK = re.compile(r"<(a?):(\w{2,32}):(\d+)>")
"""The form of an application's emoji in a text."""

_PICTURE = (
    r"[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u25fe\u2600-\u27bf"
    r"\u2934\u2935\u2b05-\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)
_TONE = r"[\U0001f3fb-\U0001f3ff]"
_ONE = rf"{_PICTURE}(?:\ufe0f|{_TONE})?"
_TAGS = r"[\U000e0020-\U000e007f]*"
_EMOJI = re.compile(rf"[0-9#*]\ufe0f?\u20e3|[\U0001f1e6-\U0001f1ff]{{2}}|{_ONE}(?:\u200d{_ONE})*{_TAGS}")
"""A keycap, a flag of two letters, or several joined emojis."""

EMOJI_TYPES = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp", "image/avif"})
"""The content types of pictures that Discord accepts for an emoji."""


def is_emoji(text: str) -> bool:
    """Return whether `text` looks like one emoji by its Unicode blocks. Discord may not know the emoji."""
    return _EMOJI.fullmatch(text) is not None


@dataclass(eq=False)
class ApplicationEmoji:
    """An application emoji. Only the name can change."""

    id: int
    name: str
    data: bytes
    content_type: str
    animated: bool = False

    @property
    def mark(self) -> str:
        """The text that shows the emoji."""
        return f"<{'a' if self.animated else ''}:{self.name}:{self.id}>"
