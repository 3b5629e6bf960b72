"""Commands in what people read, made clickable: `/play` becomes Discord's mention `</play:ID>`.

Sentences, pages and refusals name commands as people type them; rules know no Discord. Whatever is about to
be shown passes through here once, and nowhere else is a mention of a command made.
"""

import re
from collections.abc import Mapping

from discord import ui

MOST_TEXT = 4000
"""Characters of text that Discord takes in a message."""

_CODE = r"```.*?```|`[^`\n]*`"


class CommandLinks:
    """The commands there are, with the ids by which Discord knows them."""

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}
        self._found = re.compile(_CODE, re.DOTALL)

    def learn(self, ids: Mapping[str, int]) -> None:
        """Take these for the commands there are: whole name, such as `game board`, -> id, 0 where unknown."""
        self._ids = dict(ids)
        names = "|".join(sorted(map(re.escape, self._ids), key=len, reverse=True))
        # Each alternative begins with its own letter, so that all others are passed over quickly.
        bare = rf"/(?<![\w\\</.]/)(?:{names})(?![\w-])"
        self._found = re.compile(f"{_CODE}|{bare}" if names else _CODE, re.DOTALL)

    def link(self, view: ui.LayoutView) -> None:
        """Make the commands in a message clickable, from the first on as far as there is room for it."""
        room = MOST_TEXT - view.content_length()
        for part in view.walk_children():
            if isinstance(part, ui.TextDisplay):
                linked = self.linked(part.content, room)
                room -= len(linked) - len(part.content)
                part.content = linked

    def linked(self, text: str, room: int = MOST_TEXT) -> str:
        """The text with its commands clickable, at most `room` characters longer.

        A command whose id is not known stands as code. Code that is more than a command's name stays as it
        is, and so does a command that somebody has in a name, since that is quoted.
        """

        def shown(found: re.Match[str]) -> str:
            nonlocal room
            name = found[0].strip("`")[1:]
            if name not in self._ids or found[0] not in {f"/{name}", f"`/{name}`"}:
                return found[0]
            link = f"</{name}:{self._ids[name]}>" if self._ids[name] else f"`/{name}`"
            if len(link) - len(found[0]) > room:
                return found[0]
            room -= len(link) - len(found[0])
            return link

        return self._found.sub(shown, text)
