"""The place to which an entry leads: the line, forced values, and who may take back alone.

Dice depend on the line, a digest of the decisions that led to them:

- At the start it is the hash of the opening.
- A decision changes it to SHA-256("LINE|SEAT|NOTATION") in hex, and a `fresh` with the entry number n to
  SHA-256("LINE|0|fresh n").
- An undo brings back the line of the position it goes to.
- A free action does not change it, so that nobody can influence the dice of somebody else's turn. Its own
  dice use "LINE+f" instead of the line, where f is the number of free actions since the last decision.
"""

import hashlib
from collections.abc import Iterable

from rules.engine.action import Resign
from rules.engine.chance import Chance
from rules.engine.decision import Decision
from rules.engine.entries.draft import kind_of
from rules.engine.entry import Entry
from rules.engine.event import Event
from rules.engine.position import Place


def follow(place: Place, entry: Entry, chance: Chance, *, revealed: bool) -> Place:
    """Return the place after an entry that was made in `place`. The caller fills in the place's `state`.

    `revealed` is true if the entry revealed something hidden.
    """
    back, back_seat = _take_back(place, entry, revealed=revealed or bool(chance.rolls))
    forced = place.forced
    if chance.spent:
        forced = tuple(force for force in forced if force not in chance.spent)
    return Place(
        head=entry.number if entry.moves else place.head,
        state="",
        line=_line(place.line, entry),
        free=0 if entry.decides else place.free + (entry.free and entry.moves),
        forced=kind_of(entry).forced(forced, entry),
        amended=place.amended + (entry.kind == "amend"),
        back=back,
        back_seat=back_seat,
    )


def reveals(events: Iterable[Event], decisions: Iterable[Decision]) -> bool:
    """Return whether the events, or the questions asked after them, reveal something hidden.

    A question that was already open counts, too, because asking it again may reveal something.
    """
    return any(event.reveals for event in events) or any(decision.reveals for decision in decisions)


def _line(line: str, entry: Entry) -> str:
    if entry.decides:
        told = f"{line}|{entry.seat}|{entry.what}"
    elif entry.kind == "fresh":
        # The number makes the dice differ from the dice after a `fresh` in another branch.
        told = f"{line}|0|fresh {entry.number}"
    else:
        return line
    return hashlib.sha256(told.encode()).hexdigest()


def _take_back(place: Place, entry: Entry, *, revealed: bool) -> tuple[int, int]:
    """Return the position to which a single seat may go back alone, and the seat; (0, 0) if no seat may."""
    nobody = 0, 0
    if entry.kind == "act" and entry.moves:
        final = revealed or entry.what == Resign.kind
        return (place.head, entry.seat) if entry.actor.role == "seat" and not final else nobody
    own = entry.seat == place.back_seat
    # A seat may take back alone repeatedly, but not after an undo by others, which may have shown too much.
    keeps = own if entry.kind in {"undo", "redo"} else not own if entry.kind == "substitute" else True
    return (place.back, place.back_seat) if keeps and not entry.moves else nobody
