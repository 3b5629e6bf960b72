"""How long players may take: a table's choice, kept with the opening of its match."""

from math import inf

from pydantic import BaseModel, ConfigDict

from rules.engine.awaited import Awaited
from rules.engine.decision import Clock

ANSWER = 3_600
"""Seconds for an answer that holds up somebody else's turn, where nobody has chosen."""

LEAST = 900
"""Seconds that are left of a time at least when a pause or an outage is over, if it was not shorter."""


HURRIED = 3_600
"""Seconds of a time that is too short for reminders."""

LATE = 7_200
"""Seconds before the end of a long time when whoever is awaited is reminded for the last time."""


def reminders(asked: int, until: int) -> tuple[int, ...]:
    """When somebody is reminded of a question: at half time, and shortly before the end.

    >>> reminders(0, 86_400)
    (43200, 79200)
    """
    allowed = until - asked
    if allowed < HURRIED:
        return ()
    return until - allowed // 2, until - min(LATE, allowed // 8)


class TimeControl(BaseModel):
    """Seconds for a turn, and for an answer that holds up somebody else's turn; 0: as long as it takes.

    After so many `missed` turns in a row somebody else plays the seat; 0: never. With `nights_off` nobody's
    time runs in their quiet hours; of somebody's vacations the first `vacation` seconds do not count.
    Who needs longer for a turn uses up their `bank`; each answer of a turn puts `increment` back, up to
    that. With `offers` a seat that the bot plays for who missed turns is offered to whoever wants it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    turn: int = 0
    short: int = ANSWER
    missed: int = 3
    nights_off: bool = False
    vacation: int = 604_800
    bank: int = 0
    increment: int = 0
    offers: bool = False

    def is_shorter_than(self, other: "TimeControl") -> bool:
        """Whether somebody has less time by it for a turn or an answer, or may miss fewer turns.

        >>> TimeControl(turn=3_600).is_shorter_than(TimeControl())
        True
        """
        pairs = [(self.turn, other.turn), (self.short, other.short)]
        if self.turn:
            pairs.append((self.missed, other.missed if other.turn else 0))
        return any(0 < own < (others or inf) for own, others in pairs)

    def allows(self, clock: Clock) -> int:
        """Seconds for a question of that clock."""
        return self.turn if clock == "turn" else self.short

    def deadline(self, asked: Awaited, bank: int = 0) -> int:
        """When the time of that question is up, in seconds since 1970; 0 where it has no end.

        `bank` is what its seat has left beside.

        >>> TimeControl(turn=86_400).deadline(Awaited(seat=1, kind="move", since=1_000, stamp=1, extra=600))
        88000
        """
        allowed = self.allows(asked.clock)
        beside = bank if asked.clock == "turn" else 0
        return asked.since + allowed + asked.extra + beside if allowed else 0

    def bank_after(self, left: int, overtime: int) -> int:
        """What is left of a time bank after a turn that took so much longer than it may."""
        return min(self.bank, max(0, left - overtime) + self.increment)

    def anew(self, asked: Awaited, at: int) -> Awaited:
        """That question with the whole of its time from then on; where it has no end, as it was."""
        extra = max(0, at - asked.since)
        return asked.model_copy(update={"extra": extra}) if self.allows(asked.clock) else asked

    def after_pause(self, asked: Awaited, began: int, ended: int, bank: int = 0) -> Awaited:
        """That question with the time given back that a pause took."""
        if asked.clock == "short":
            return asked.model_copy(update={"since": ended, "extra": 0})
        began = max(began, asked.since)
        missing = min(LEAST, self.turn) - (self.deadline(asked, bank) - began)
        given = max(0, ended - began) + max(0, missing)
        return asked.model_copy(update={"extra": asked.extra + given}) if self.turn else asked


SHORTER = "shorter"
"""The label of a `clock` that leaves somebody less time than they had."""

UNSPOKEN = TimeControl()
"""The pace of matches whose table has chosen none."""
