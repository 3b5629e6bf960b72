"""Rules that change while games run.

A match notes the version of the rules it stands under. When the program knows another one, the match goes on
from an entry of the kind `rules`: it says which version counts from here on and keeps the whole position, for
what was played before can be carried out by no rules of this program any more. Its chain of hashes goes on
unbroken, and so does what it tells; but nobody goes back behind that entry.
"""

from collections.abc import Sequence

from rules.engine.entry import Entry
from rules.engine.errors import NotNow
from rules.engine.game import AnyGame
from rules.engine.position import Position


def is_due(game: AnyGame, position: Position) -> bool:
    """Whether a match stands under other rules than this program's, and goes on."""
    return position.rules != game.rules_version and position.status in {"running", "paused"}


def must_be_newer(game: AnyGame, position: Position) -> None:
    """Raise NotNow where this program's rules are older than the match's."""
    if position.rules > game.rules_version:
        raise NotNow(
            f"This game was played under newer rules of {game.title} than this bot knows. Whoever"
            " hosts the bot must bring it up to date; nothing is lost meanwhile."
        )


def keeping(entry: Entry, position: Position) -> Entry:
    """The entry of the kind `rules` that keeps that position."""
    kept = position.model_copy(update={"rules": int(entry.what), "chain": ""})
    return entry.model_copy(update={"kept": kept.model_dump_json()})


def position_at(entry: Entry) -> Position:
    """The position that an entry of the kind `rules` keeps."""
    return Position.model_validate_json(entry.kept).model_copy(update={"chain": entry.hash()})


def newest(journal: Sequence[Entry]) -> Entry | None:
    """The latest entry of the kind `rules`, if there is one."""
    return next((entry for entry in reversed(journal) if entry.kind == "rules"), None)
