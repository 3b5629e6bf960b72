"""Where an entry leads in the tree of play: the line, the forced values, and who may take back alone.

The line. Dice depend on the decisions that led to them, as one digest:

- at the start it is the hash of the opening;
- a decision makes it SHA-256("LINE|SEAT|NOTATION") in hex, `fresh` as entry n SHA-256("LINE|0|fresh n");
- an undo brings back the line of the position it goes to;
- a free action leaves it alone, so that nobody can stir the dice of somebody else's turn; its own dice take
  "LINE+f" in the line's place, f being the number of free actions since the last decision.
"""

import hashlib
from collections.abc import Sequence

from rules.engine.chance import Chance
from rules.engine.draft import Draft
from rules.engine.event import Event
from rules.engine.forcing import set_by, without
from rules.engine.position import Place


def follow(place: Place, draft: Draft, number: int, events: Sequence[Event], chance: Chance) -> Place:
    """The place after entry `number`, made by that draft in `place`; its `state` is the caller's to fill."""
    back, back_seat = _take_back(place, draft, events, chance)
    forced = place.forced
    if chance.spent:
        forced = tuple(force for force in forced if force not in chance.spent)
    if draft.kind == "force":
        forced += set_by(number, draft.what, draft.label, draft.seat)
    if draft.kind == "unforce":
        forced = without(forced, draft.what, draft.label, draft.seat)
    return Place(
        head=number if draft.moves else place.head,
        state="",
        line=_line(place.line, draft, number),
        free=0 if draft.decides else place.free + (draft.free and draft.moves),
        forced=forced,
        back=back,
        back_seat=back_seat,
    )


def _line(line: str, draft: Draft, number: int) -> str:
    if draft.decides:
        told = f"{line}|{draft.seat}|{draft.what}"
    elif draft.kind == "fresh":
        # By its number, so that dice seen in another branch after another `fresh` do not come again.
        told = f"{line}|0|fresh {number}"
    else:
        return line
    return hashlib.sha256(told.encode()).hexdigest()


def _take_back(place: Place, draft: Draft, events: Sequence[Event], chance: Chance) -> tuple[int, int]:
    """To which position who may go back alone."""
    nobody = 0, 0
    if draft.kind == "act" and draft.moves:
        alone = draft.actor.role == "seat" and not chance.rolls and not any(event.reveals for event in events)
        return (place.head, draft.seat) if alone else nobody
    own = draft.seat == place.back_seat
    # Who took back alone may go on doing so; after anybody else's undo, too much may have been seen.
    keeps = own if draft.kind in {"undo", "redo"} else not own if draft.kind == "substitute" else True
    return (place.back, place.back_seat) if keeps and not draft.moves else nobody
