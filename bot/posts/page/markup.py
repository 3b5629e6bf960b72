"""Converts to HTML the part of Discord's markdown that the bot's sentences contain."""

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass

from bot.escaping import SOMEBODY
from bot.narration.dates import day_and_time

_PIECE = re.compile(
    r"\\(?P<letter>.)"
    r"|\*\*(?P<bold>(?:\\.|[^*\\])+)\*\*"
    r"|\*(?P<slanted>(?:\\.|[^*\\])+)\*"
    r"|~~(?P<struck>(?:\\.|[^~\\])+)~~"
    r"|`(?P<code>[^`]+)`"
    r"|<@!?(?P<user>\d+)>"
    r"|<t:(?P<time>\d+)(?::\w)?>"
    r"|</(?P<command>[\w -]+):\d+>"
    r"|\[(?P<words>[^\]]+)\]\([^)]+\)"
)


def as_html(line: str, people: Mapping[int, str], language: str = "") -> str:
    r"""Return one line of a message as HTML, without links; `people` holds the names of mentioned users.

    Dates are written in `language`, or in numbers if `language` is empty.

    >>> as_html("**Ann** sails to `F6`.", {})
    '<b>Ann</b> sails to <code>F6</code>.'
    >>> as_html("-# <@7> said \\<b\\>", {7: "Bo"})
    '<small>Bo said &lt;b&gt;</small>'
    >>> as_html("Away since <t:1790000000:d>.", {}, "de")
    'Away since 21. September 2026, 14:13 UTC.'
    """
    small = line.startswith("-# ")
    found = _Writer(people, language).converted(line.removeprefix("-# "))
    return f"<small>{found}</small>" if small else found


@dataclass(frozen=True)
class _Writer:
    people: Mapping[int, str]
    language: str

    def converted(self, text: str) -> str:
        parts, end = [], 0
        for piece in _PIECE.finditer(text):
            parts += [html.escape(text[end : piece.start()]), self._piece(piece)]
            end = piece.end()
        return "".join([*parts, html.escape(text[end:])])

    def _piece(self, piece: re.Match[str]) -> str:
        kind, text = piece.lastgroup or "", piece[piece.lastgroup or 0]
        if kind == "bold":
            return f"<b>{self.converted(text)}</b>"
        if kind == "slanted":
            return f"<i>{self.converted(text)}</i>"
        if kind == "struck":
            return f"<s>{self.converted(text)}</s>"
        if kind == "words":
            return self.converted(text)
        if kind == "user":
            return html.escape(self.people.get(int(text), SOMEBODY))
        if kind == "time":
            return html.escape(day_and_time(int(text), self.language))
        if kind in {"code", "command"}:
            return f"<code>{'/' if kind == 'command' else ''}{html.escape(text)}</code>"
        return html.escape(text)
