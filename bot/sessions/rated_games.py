"""Which games count for ratings, as their journals tell: those that their players alone decided.

What a game master did in a player's place, or to the game itself, makes the whole game unrated for good; a
seat that changed hands counts for neither of its players.
"""

from collections.abc import Iterable
from typing import NamedTuple

from rules.engine.entry import Entry, EntryKind
from rules.engine.time_control import SHORTER

INTERVENTIONS: frozenset[EntryKind] = frozenset(
    {"act", "tried", "timeout", "substitute", "force", "unforce", "fresh", "undo", "redo", "amend"}
)
"""What decides for a player, or changes what players decided or met, where a game master does it."""


BY_ANYBODY: frozenset[EntryKind] = frozenset({"undo", "propose", "refuse", "substitute"})
"""The entries that always count. Other entries count only if a game master made them."""


class Hands(NamedTuple):
    """Whose hands a game went through.

    `intervention` is the first deed of a game master after which it is its players' own no more, `changed`
    are the seats that somebody took over.
    """

    intervention: Entry | None
    changed: frozenset[int]


def intervenes(entry: Entry) -> bool:
    """Whether a game with that entry of a game master's is not rated."""
    if entry.actor.role != "gm":
        return False
    return entry.kind in INTERVENTIONS or (entry.kind == "clock" and entry.label == SHORTER)


def would_intervene(entry: Entry) -> bool:
    """Whether a game master asks there for a consent of one player to what makes a game unrated."""
    return entry.kind == "propose" and entry.actor.role == "gm" and entry.matter == "undo"


def hands(journal: Iterable[Entry]) -> Hands:
    """Through whose hands the game went; of its journal a game master's deeds and `BY_ANYBODY` are enough."""
    first: Entry | None = None
    changed = set[int]()
    asked = False
    for entry in journal:
        granted = asked and entry.kind == "undo" and not entry.seat
        if first is None and (granted or intervenes(entry)):
            first = entry
        if entry.kind in {"propose", "refuse"}:
            asked = would_intervene(entry)
        if entry.kind == "substitute":
            changed.add(entry.seat)
    return Hands(first, frozenset(changed))
