"""Changes of a game's rules while its matches are in progress.

If the program has another version of the rules, a match goes on from an entry of the kind `rules`. The entry
stores the new version and the complete position, because the program cannot replay earlier entries. No undo
can go back past a `rules` entry.
"""

from collections.abc import Sequence

from rules.engine.entry import Entry
from rules.engine.position import Position


def keeping(entry: Entry, position: Position) -> Entry:
    """Return the `rules` entry with `position` stored in it."""
    kept = position.model_copy(update={"rules": int(entry.what), "chain": ""})
    return entry.model_copy(update={"kept": kept.model_dump_json()})


def position_at(entry: Entry) -> Position:
    """Return the position that an entry of the kind `rules` stores."""
    return Position.model_validate_json(entry.kept).model_copy(update={"chain": entry.hash()})


def newest(journal: Sequence[Entry]) -> Entry | None:
    """Return the latest entry of the kind `rules`, or `None`."""
    return next((entry for entry in reversed(journal) if entry.kind == "rules"), None)
