"""What people typed, made safe to repeat: it is shown, never obeyed."""

import re
import unicodedata

import discord

_MARKS = re.compile(r"[\[\]()<>#@&:]")
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def plain(text: str, limit: int = 80) -> str:
    """The text on one line, without invisible and direction-changing characters, at most `limit` long."""
    visible = "".join(mark if unicodedata.category(mark) not in _INVISIBLE else " " for mark in text)
    line = " ".join(visible.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def quoted(text: str, limit: int = 80) -> str:
    """The text as Discord shows it letter by letter: no markdown, no link, no mention, no emoji code."""
    escaped = discord.utils.escape_markdown(plain(text, limit), ignore_links=False)
    return _MARKS.sub(lambda mark: f"\\{mark.group()}", escaped)
