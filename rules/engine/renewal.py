"""Rules that change while games run.

A match notes the version of the rules it stands under. When the program knows another one, the match goes on
from an entry of the kind `rules`: it says which version counts from here on and keeps the whole position, for
what was played before can be carried out by no rules of this program any more. Its chain of hashes goes on
unbroken, and so does what it tells; but nobody goes back behind that entry.
"""

from collections.abc import Sequence

from rules.engine.chance import Chance, SeededStream
from rules.engine.draft import Draft
from rules.engine.entry import Actor, Entry
from rules.engine.errors import NotNow
from rules.engine.position import Position
from rules.engine.settle import Ground, Step, settle

SYSTEM = Actor(role="system")


def is_due(ground: Ground) -> bool:
    """Whether the match stands under other rules than this program's, and goes on."""
    return ground.position.rules != ground.game.rules_version and ground.position.status in {
        "running",
        "paused",
    }


def renew(ground: Ground, at: int) -> Step:
    """Go on under this program's rules. Raises NotNow where they are older than the match's."""
    now, then = ground.game.rules_version, ground.position.rules
    if then > now:
        raise NotNow(
            f"This game was played under newer rules of {ground.game.title} than this bot knows. Whoever"
            " hosts the bot must bring it up to date; nothing is lost meanwhile."
        )
    draft = Draft("rules", SYSTEM, at, what=str(now))
    chance = Chance(SeededStream(b"", "", 0, ""), recorded=())
    step = settle(ground, draft, ground.state, (), chance)
    position = step.position.model_copy(update={"rules": now, "chain": ""})
    entry = step.entry.model_copy(update={"kept": position.model_dump_json()})
    return Step(entry, position_at(entry), ())


def position_at(entry: Entry) -> Position:
    """The position that an entry of the kind `rules` keeps."""
    return Position.model_validate_json(entry.kept).model_copy(update={"chain": entry.hash()})


def newest(journal: Sequence[Entry]) -> Entry | None:
    """The latest entry of the kind `rules`, if there is one."""
    return next((entry for entry in reversed(journal) if entry.kind == "rules"), None)
