"""Makes text that people typed safe to repeat, so that Discord only shows the text."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

import discord

_MARKS = re.compile(r"[\\*_~|`\[\]()<>#@&:]|^-|(?<![\w/])/(?=[a-z])")
"""Characters that Discord may interpret as markup, and slashes that the bot may interpret as commands."""

_LEFTWARD = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
_LEFTWARD_WORDS = re.compile(f"{_LEFTWARD}+(?: {_LEFTWARD}+)*")
"""Text written from right to left. Discord reorders numbers next to such text unless the text is isolated."""

_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}

_BLANK = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")
"""Invisible characters in categories of visible characters. Some names consist only of such characters."""

_ACCENTS = {"Mn", "Me"}
_MOST_ACCENTS = 3
"""The maximum number of accents on one letter. No script needs more, and many would cover other lines."""

NAME_LENGTH = 40

SOMEBODY = "somebody"
"""The name of forgotten people."""


@lru_cache(maxsize=1024)
def plain(text: str, limit: int = 80) -> str:
    """Return the text on one line, cut to `limit`, without invisible or direction-changing characters.

    Accents without a letter are removed, and so are all accents after the third on one letter.
    """
    line = " ".join("".join(_visible(text)).split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def _visible(text: str) -> Iterator[str]:
    accents = _MOST_ACCENTS
    for letter in text:
        category = unicodedata.category(letter)
        if category in _INVISIBLE or letter in _BLANK:
            accents = _MOST_ACCENTS
            yield " "
        elif category not in _ACCENTS:
            accents = 0
            yield letter
        elif accents < _MOST_ACCENTS:
            accents += 1
            yield letter


@lru_cache(maxsize=1024)
def quoted(text: str, limit: int = 80) -> str:
    """Return the text so that Discord shows it literally, without markdown, links, mentions or emojis.

    Parts written from right to left do not reorder the text around them.
    """
    return _LEFTWARD_WORDS.sub("\u2068\\g<0>\u2069", _MARKS.sub(r"\\\g<0>", plain(text, limit)))


def display_name(user: discord.User | discord.Member) -> str:
    """Return a user's visible name on this server, else the account's visible name, else “Somebody”."""
    return plain(user.display_name, NAME_LENGTH) or plain(user.name, NAME_LENGTH) or "Somebody"


def person(user: int, name: str) -> str:
    """Return a user's mention with the stored name, because Discord does not name users who left."""
    kept = quoted(name, NAME_LENGTH)
    return f"{mention(user)} ({kept})" if kept and user > 0 else mention(user)


def mention(user: int) -> str:
    """Return the mention of `user`, which Discord shows as a name; “somebody” for forgotten users."""
    return f"<@{user}>" if user > 0 else SOMEBODY


def in_words(name: str) -> str:
    """Return an identifier from the rules in words, such as “sail die” for `sail_die`."""
    return name.replace("_", " ")
