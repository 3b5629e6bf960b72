"""The rule that decides which games are rated.

If a game master acts for a player or changes the game, the whole game is unrated. A seat that changed hands
counts for the rating of neither player.
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
"""The kinds of entries that `hands` needs from everybody; it needs other kinds only from game masters."""


class Hands(NamedTuple):
    """The reasons why a game is unrated: the first intervention, and the seats that changed hands."""

    intervention: Entry | None
    changed: frozenset[int]


def intervenes(entry: Entry) -> bool:
    """Return whether the entry is an act of a game master that makes the game unrated."""
    if entry.actor.role != "gm":
        return False
    return entry.kind in INTERVENTIONS or (entry.kind == "clock" and entry.label == SHORTER)


def would_intervene(entry: Entry) -> bool:
    """Return whether the entry is a game master's request for an undo that would make the game unrated."""
    return entry.kind == "propose" and entry.actor.role == "gm" and entry.matter == "undo"


def hands(journal: Iterable[Entry]) -> Hands:
    """Return why a game is unrated. Of players' entries, `journal` needs only the kinds in `BY_ANYBODY`."""
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
