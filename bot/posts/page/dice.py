"""The rolls of a finished game, each with the message from which everybody can compute the roll.

`docs/fair-dice.md` describes the computation, and `templates/dice.js` performs it in the browser.
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.engine.chance import Roll
from rules.engine.entry import STEPS, Entry, Opening


class Cast(NamedTuple):
    """A roll: the number of its entry, its message without the block's number, and the result.

    `message` consists of a digest, a seat, an action, and the number of the roll.
    """

    entry: int
    message: str
    roll: Roll

    @property
    def among(self) -> str:
        """The possible values."""
        return self.roll.of or f"{self.roll.low}–{self.roll.high}"

    @property
    def fell(self) -> str:
        """The result that follows from the seed."""
        given = self.roll.values if self.roll.natural is None else self.roll.natural
        return ", ".join(map(str, given))

    @property
    def counted(self) -> str:
        """The forced result that replaced the natural result; empty if the roll was not forced."""
        return "" if self.roll.natural is None else ", ".join(map(str, self.roll.values))


def casts(opening: Opening, journal: Sequence[Entry]) -> Iterator[Cast]:
    """Yield all rolls of a whole journal, in order."""
    # The digest of the decisions so far, and the number of free actions since the last decision.
    place = _digest(opening.text()), 0
    places: dict[int, tuple[str, int]] = {}
    for entry in journal:
        line, free = place
        begun = f"{line}+{free}" if entry.free else line
        doer = f"{entry.seat}|{entry.what or entry.kind}"
        for number, roll in enumerate(entry.rolls):
            yield Cast(entry.number, f"{begun}|{doer}|{number}", roll)
        place = places[entry.parent] if entry.kind in {"undo", "redo"} else _after(entry, place)
        if entry.kind in STEPS and not entry.standing:
            places[entry.number] = place


def _after(entry: Entry, place: tuple[str, int]) -> tuple[str, int]:
    line, free = place
    if entry.kind == "fresh":
        return _digest(f"{line}|0|fresh {entry.number}"), free
    if entry.kind not in {"act", "timeout"} or entry.standing:
        return place
    return (line, free + 1) if entry.free else (_digest(f"{line}|{entry.seat}|{entry.what}"), 0)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
