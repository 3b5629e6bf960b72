"""Makes commands in texts clickable: `/play` becomes Discord's mention `</play:ID>`.

Texts of the bot contain commands as people type them. Each text passes through here once before it is shown.
"""

import re
from collections.abc import Mapping

from discord import ui

MOST_TEXT = 4000
"""The maximum number of characters of text that Discord accepts in a message."""

_CODE = r"```.*?```|`[^`\n]*`"


class CommandLinks:
    """Replaces commands with Discord's mentions, which contain the commands' ids."""

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}
        self._found = re.compile(_CODE, re.DOTALL)

    def learn(self, ids: Mapping[str, int]) -> None:
        """Set the id of each command by its full name, such as `game board`. The id 0 means unknown."""
        self._ids = dict(ids)
        names = "|".join(sorted(map(re.escape, self._ids), key=len, reverse=True))
        # The pattern begins with a literal character, so the search is fast.
        bare = rf"/(?<![\w\\</.]/)(?:{names})(?![\w-])"
        self._found = re.compile(f"{_CODE}|{bare}" if names else _CODE, re.DOTALL)

    def link(self, view: ui.LayoutView) -> None:
        """Make commands in a message clickable, in order, until there is no room for more."""
        room = MOST_TEXT - view.content_length()
        for part in view.walk_children():
            if isinstance(part, ui.TextDisplay):
                linked = self.linked(part.content, room)
                room -= len(linked) - len(part.content)
                part.content = linked

    def linked(self, text: str, room: int = MOST_TEXT) -> str:
        """Return the text with clickable commands, at most `room` characters longer.

        A command whose id is unknown is shown in backticks. Other code stays unchanged, and so do escaped
        commands, which people's names may contain.
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
