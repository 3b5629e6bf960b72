"""Where an entry leads in the tree of play: the line, the forced values, and who may take back alone.

The line. Dice depend on the decisions that led to them, as one digest:

- at the start it is the hash of the opening;
- a decision makes it SHA-256("LINE|SEAT|NOTATION") in hex, `fresh` as entry n SHA-256("LINE|0|fresh n");
- an undo brings back the line of the position it goes to;
- a free action leaves it alone, so that nobody can stir the dice of somebody else's turn; its own dice take
  "LINE+f" in the line's place, f being the number of free actions since the last decision.
"""

import hashlib
from collections.abc import Iterable

from rules.engine.action import Resign
from rules.engine.chance import Chance
from rules.engine.decision import Decision
from rules.engine.entry import Entry
from rules.engine.event import Event
from rules.engine.forced_rolls import set_by, without
from rules.engine.position import Place


def follow(place: Place, entry: Entry, chance: Chance, *, revealed: bool) -> Place:
    """The place after that entry, made in `place`; its `state` is the caller's to fill.

    `revealed`: something hidden came to light by it.
    """
    back, back_seat = _take_back(place, entry, revealed=revealed or bool(chance.rolls))
    forced = place.forced
    if chance.spent:
        forced = tuple(force for force in forced if force not in chance.spent)
    if entry.kind == "force":
        forced += set_by(entry.number, entry.what, entry.label, entry.seat)
    if entry.kind == "unforce":
        forced = without(forced, entry.what, entry.label, entry.seat)
    return Place(
        head=entry.number if entry.moves else place.head,
        state="",
        line=_line(place.line, entry),
        free=0 if entry.decides else place.free + (entry.free and entry.moves),
        forced=forced,
        amended=place.amended + (entry.kind == "amend"),
        back=back,
        back_seat=back_seat,
    )


def reveals(events: Iterable[Event], decisions: Iterable[Decision]) -> bool:
    """Whether what happened, or that these decisions are asked after it, tells something hidden.

    Also a question that was open before: that it is asked still may tell more than that it was asked.
    """
    return any(event.reveals for event in events) or any(decision.reveals for decision in decisions)


def _line(line: str, entry: Entry) -> str:
    if entry.decides:
        told = f"{line}|{entry.seat}|{entry.what}"
    elif entry.kind == "fresh":
        # By its number, so that dice seen in another branch after another `fresh` do not come again.
        told = f"{line}|0|fresh {entry.number}"
    else:
        return line
    return hashlib.sha256(told.encode()).hexdigest()


def _take_back(place: Place, entry: Entry, *, revealed: bool) -> tuple[int, int]:
    """To which position who may go back alone."""
    nobody = 0, 0
    if entry.kind == "act" and entry.moves:
        final = revealed or entry.what == Resign.kind
        return (place.head, entry.seat) if entry.actor.role == "seat" and not final else nobody
    own = entry.seat == place.back_seat
    # Who took back alone may go on doing so; after anybody else's undo, too much may have been seen.
    keeps = own if entry.kind in {"undo", "redo"} else not own if entry.kind == "substitute" else True
    return (place.back, place.back_seat) if keeps and not entry.moves else nobody
