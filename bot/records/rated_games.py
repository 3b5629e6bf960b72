"""Which games are rated: those that only their players decided.

If a game master acts for a player or changes the game, the whole game is unrated; a seat that changed hands
counts for neither of its players.
"""

from collections.abc import Iterable
from typing import NamedTuple

from rules.engine.entry import Entry, EntryKind
from rules.engine.time_control import SHORTER

INTERVENTIONS: frozenset[EntryKind] = frozenset(
    {"act", "tried", "timeout", "substitute", "force", "unforce", "fresh", "undo", "redo", "amend"}
)
"""Entries that make a game unrated if a game master makes them."""


BY_ANYBODY: frozenset[EntryKind] = frozenset({"undo", "propose", "refuse", "substitute"})
"""The entries that always count. Other entries count only if a game master made them."""


class Hands(NamedTuple):
    """What makes a game unrated.

    `intervention` is the first decisive act of a game master, `changed` are the seats that were taken over.
    """

    intervention: Entry | None
    changed: frozenset[int]


def intervenes(entry: Entry) -> bool:
    """Return whether that entry of a game master makes a game unrated."""
    if entry.actor.role != "gm":
        return False
    return entry.kind in INTERVENTIONS or (entry.kind == "clock" and entry.label == SHORTER)


def would_intervene(entry: Entry) -> bool:
    """Return whether that entry asks players for an undo that makes the game unrated: a game master's."""
    return entry.kind == "propose" and entry.actor.role == "gm" and entry.matter == "undo"


def hands(journal: Iterable[Entry]) -> Hands:
    """Return what makes a game unrated. The acts of game masters and `BY_ANYBODY` are enough of a journal."""
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
