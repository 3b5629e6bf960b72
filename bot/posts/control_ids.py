"""The ids of controls. An id contains everything about a control: verb, game, stamp and answers."""

import re
from typing import Literal, NamedTuple

Verb = Literal[
    "answer", "pick", "confirm", "choices", "orders", "back", "fill",
    "join", "leave", "setup", "option", "dice", "advice", "start",
    "point", "undo", "line", "redo", "forced", "unforce", "agree", "refuse", "forget",
    "add_bot", "remove_bot", "preset", "rules", "topic", "again", "file", "look", "replay", "page", "wish",
    "ask_point", "ask", "always", "follow", "server", "amend",
    "story", "play", "learn", "habit", "close", "plan", "unplan", "gm", "typed", "always_sure",
    "strength", "hindsight",
]  # fmt: skip

_LETTERS: dict[Verb, str] = {
    "answer": "a", "pick": "p", "confirm": "y", "choices": "c", "orders": "so", "back": "b", "fill": "f",
    "join": "j", "leave": "l", "setup": "o", "option": "q", "dice": "fd", "advice": "ad", "start": "s",
    "point": "u", "undo": "z", "line": "g", "redo": "r", "forced": "w", "unforce": "x",
    "agree": "d", "refuse": "e", "forget": "k",
    "add_bot": "ab", "remove_bot": "rb", "preset": "ps", "rules": "ru", "topic": "tp", "again": "ag",
    "file": "fi", "look": "lk", "replay": "re", "page": "pg", "wish": "wi",
    "ask_point": "ap", "ask": "ak", "always": "al", "follow": "fo",
    "server": "sv", "amend": "am", "story": "st",
    "play": "pl", "learn": "le", "habit": "ha", "close": "cl", "plan": "pn", "unplan": "up", "gm": "gm",
    "typed": "ty", "always_sure": "as", "strength": "sg", "hindsight": "hs",
}  # fmt: skip
_VERBS = {letter: verb for verb, letter in _LETTERS.items()}

PATTERN = re.compile(
    r"hm:(?P<verb>[a-z]{1,2}):(?P<game>[0-9A-Za-z]{1,12}):(?P<stamp>\d{1,9})(?:~\d{1,3})?:(?P<path>[^\n]{0,70})"
)
"""The pattern of all ids. `path` holds the answers so far, joined by `/`.

The number after `~` only makes the id of a redrawn menu different.
"""

DRAWINGS = 997
"""The number of different ids of a redrawn menu."""


class ControlId(NamedTuple):
    """The meaning of a control.

    `stamp` shows whether the control is outdated. The value is the stamp of the awaited seat or, for undos,
    votes and the like, the number of public entries. A control with stamp 0 is always valid.
    """

    verb: Verb
    game: str
    stamp: int = 0
    path: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the `custom_id`, at most 100 characters."""
        return f"hm:{_LETTERS[self.verb]}:{self.game}:{self.stamp}:{'/'.join(self.path)}"


def redrawn(custom_id: str, drawing: int) -> str:
    """Return a changed id for the same control, because its menu is shown again.

    Discord's clients do not send the same entry of a menu twice unless the menu's id has changed.
    """
    kind, verb, game, stamp, path = custom_id.split(":", 4)
    return ":".join((kind, verb, game, f"{stamp}~{drawing % DRAWINGS}", path))


def parse(custom_id: str) -> ControlId | None:
    """Return the meaning of a `custom_id`, or `None` if this bot did not make it."""
    match = PATTERN.fullmatch(custom_id)
    if match is None or match["verb"] not in _VERBS:
        return None
    path = tuple(match["path"].split("/")) if match["path"] else ()
    return ControlId(_VERBS[match["verb"]], match["game"], int(match["stamp"]), path)
