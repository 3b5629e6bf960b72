"""What people typed, made safe to repeat: it is shown, never obeyed."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

import discord

_MARKS = re.compile(r"[\\*_~|`\[\]()<>#@&:]|^-|(?<![\w/])/(?=[a-z])")
"""What Discord could take for markdown, a link, a mention or an emoji, and what we take for a command.

A backslash makes it plain.
"""

_LEFTWARD = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
_LEFTWARD_WORDS = re.compile(f"{_LEFTWARD}+(?: {_LEFTWARD}+)*")
"""What is written from right to left: unless it is kept apart, numbers beside it change places."""

_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}

_BLANK = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")
"""Letters by their category that show nothing: people make invisible names of them."""

_ACCENTS = {"Mn", "Me"}
_MOST_ACCENTS = 3
"""On one letter; no script needs more, and a tower of them covers the lines above."""

NAME_LENGTH = 40

SOMEBODY = "somebody"
"""What people are called who were forgotten."""


@lru_cache(maxsize=1024)
def plain(text: str, limit: int = 80) -> str:
    """The text on one line, without invisible and direction-changing characters, at most `limit` long.

    Accents need a letter to stand on, and no letter bears more than a few.
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
    """The text as Discord shows it letter by letter: no markdown, no link, no mention, no emoji code.

    What is written from right to left turns nothing around beside it.
    """
    return _LEFTWARD_WORDS.sub("\u2068\\g<0>\u2069", _MARKS.sub(r"\\\g<0>", plain(text, limit)))


def display_name(user: discord.User | discord.Member) -> str:
    """What somebody is called on this server; a display name can be made of nothing that is seen."""
    return plain(user.display_name, NAME_LENGTH) or plain(user.name, NAME_LENGTH) or "Somebody"


def person(user: int, name: str) -> str:
    """Somebody by a mention and by the name as kept: of who has left the server, Discord shows no name."""
    kept = quoted(name, NAME_LENGTH)
    return f"{mention(user)} ({kept})" if kept and user > 0 else mention(user)


def mention(user: int) -> str:
    """The text that Discord shows as that user's name; who was forgotten has none."""
    return f"<@{user}>" if user > 0 else SOMEBODY


def in_words(name: str) -> str:
    """A name as rules write it, for people: `sail_die` is a sail die."""
    return name.replace("_", " ")
