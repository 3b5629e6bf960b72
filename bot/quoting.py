"""What people typed, made safe to repeat: it is shown, never obeyed."""

import re
import unicodedata
from functools import lru_cache

_MARKS = re.compile(r"[\\*_~|`\[\]()<>#@&:]|^-|(?<![\w/])/(?=[a-z])")
"""What Discord could take for markdown, a link, a mention or an emoji, and what we take for a command.

A backslash makes it plain.
"""

_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@lru_cache(maxsize=1024)
def plain(text: str, limit: int = 80) -> str:
    """The text on one line, without invisible and direction-changing characters, at most `limit` long."""
    visible = "".join(mark if unicodedata.category(mark) not in _INVISIBLE else " " for mark in text)
    line = " ".join(visible.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


@lru_cache(maxsize=1024)
def quoted(text: str, limit: int = 80) -> str:
    """The text as Discord shows it letter by letter: no markdown, no link, no mention, no emoji code."""
    return _MARKS.sub(r"\\\g<0>", plain(text, limit))


def in_words(name: str) -> str:
    """A name as rules write it, for people: `sail_die` is a sail die."""
    return name.replace("_", " ")
