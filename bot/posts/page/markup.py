"""Discord's markdown, as far as our sentences use it, as HTML."""

import html
import re
from collections.abc import Mapping
from datetime import UTC, datetime

from bot.quoting import SOMEBODY

_PIECE = re.compile(
    r"\\(?P<letter>.)"
    r"|\*\*(?P<bold>(?:\\.|[^*\\])+)\*\*"
    r"|\*(?P<slanted>(?:\\.|[^*\\])+)\*"
    r"|`(?P<code>[^`]+)`"
    r"|<@!?(?P<user>\d+)>"
    r"|<t:(?P<time>\d+)(?::\w)?>"
    r"|</(?P<command>[\w -]+):\d+>"
    r"|\[(?P<words>[^\]]+)\]\([^)]+\)"
)


def as_html(line: str, people: Mapping[int, str]) -> str:
    r"""One line of a message as HTML; links lead nowhere, and `people` names those who are mentioned.

    >>> as_html("**Ann** sails to `F6`.", {})
    '<b>Ann</b> sails to <code>F6</code>.'
    >>> as_html("-# <@7> said \\<b\\>", {7: "Bo"})
    '<small>Bo said &lt;b&gt;</small>'
    """
    small = line.startswith("-# ")
    found = _converted(line.removeprefix("-# "), people)
    return f"<small>{found}</small>" if small else found


def _converted(text: str, people: Mapping[int, str]) -> str:
    parts, end = [], 0
    for piece in _PIECE.finditer(text):
        parts += [html.escape(text[end : piece.start()]), _piece(piece, people)]
        end = piece.end()
    return "".join([*parts, html.escape(text[end:])])


def _piece(piece: re.Match[str], people: Mapping[int, str]) -> str:
    kind, text = piece.lastgroup or "", piece[piece.lastgroup or 0]
    if kind == "bold":
        return f"<b>{_converted(text, people)}</b>"
    if kind == "slanted":
        return f"<i>{_converted(text, people)}</i>"
    if kind == "words":
        return _converted(text, people)
    if kind == "user":
        return html.escape(people.get(int(text), SOMEBODY))
    if kind == "time":
        return datetime.fromtimestamp(int(text), UTC).strftime("%Y-%m-%d %H:%M UTC")
    if kind in {"code", "command"}:
        return f"<code>{'/' if kind == 'command' else ''}{html.escape(text)}</code>"
    return html.escape(text)
