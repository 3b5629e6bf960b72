"""Time control: how long players may take. The table chooses it, and the opening stores it."""

from math import inf

from rules.engine.awaited import Awaited
from rules.engine.data import Data
from rules.engine.decision import Clock

ANSWER = 3_600
"""The default seconds for an answer that holds up somebody else's turn."""

LEAST = 900
"""The fewest seconds left after a pause or an outage, unless fewer were left before it."""


HURRIED = 3_600
"""The seconds up to which a time is too short for reminders."""

LATE = 7_200
"""The seconds before the end of a long time at which the awaited player gets the last reminder."""


def reminders(asked: int, until: int) -> tuple[int, ...]:
    """Return when to remind a player of a question: at half time, and shortly before the end.

    >>> reminders(0, 86_400)
    (43200, 79200)
    """
    allowed = until - asked
    if allowed < HURRIED:
        return ()
    return until - allowed // 2, until - min(LATE, allowed // 8)


class TimeControl(Data):
    """The seconds for a turn, and for an answer that holds up somebody else's turn; 0 means no limit.

    - `missed` is how many turns in a row a player may miss before somebody else plays the seat (0: any
      number).
    - `nights_off` stops a player's time in their quiet hours.
    - `vacation` is how many seconds of a player's vacations do not count.
    - `bank` is each player's additional time in seconds, for turns that take longer. `increment` is how much
      of it each answer of a turn gives back, up to `bank`.
    - `offers`: if the bot plays a seat whose player missed turns, it is offered to anybody who wants it.
    """

    turn: int = 0
    short: int = ANSWER
    missed: int = 3
    nights_off: bool = False
    vacation: int = 604_800
    bank: int = 0
    increment: int = 0
    offers: bool = False

    def is_shorter_than(self, other: "TimeControl") -> bool:
        """Return whether it leaves less time for a turn or an answer, or allows fewer missed turns.

        >>> TimeControl(turn=3_600).is_shorter_than(TimeControl())
        True
        """
        pairs = [(self.turn, other.turn), (self.short, other.short)]
        if self.turn:
            pairs.append((self.missed, other.missed if other.turn else 0))
        return any(0 < own < (others or inf) for own, others in pairs)

    def allows(self, clock: Clock) -> int:
        """Return the seconds for a question of that clock."""
        return self.turn if clock == "turn" else self.short

    def deadline(self, asked: Awaited, bank: int = 0) -> int:
        """Return when the time of that question is up, in seconds since 1970; 0 if it has no limit.

        `bank` is what its seat has left in its time bank.

        >>> TimeControl(turn=86_400).deadline(Awaited(seat=1, kind="move", since=1_000, stamp=1, extra=600))
        88000
        """
        allowed = self.allows(asked.clock)
        beside = bank if asked.clock == "turn" else 0
        return asked.since + allowed + asked.extra + beside if allowed else 0

    def bank_after(self, left: int, overtime: int) -> int:
        """Return what is left of a time bank after a turn that took `overtime` seconds too long."""
        return min(self.bank, max(0, left - overtime) + self.increment)

    def anew(self, asked: Awaited, at: int) -> Awaited:
        """Return that question with its whole time from `at` on; unchanged if it has no limit."""
        extra = max(0, at - asked.since)
        return asked.model_copy(update={"extra": extra}) if self.allows(asked.clock) else asked

    def after_pause(self, asked: Awaited, began: int, ended: int, bank: int = 0) -> Awaited:
        """Return that question with the time of a pause given back."""
        if asked.clock == "short":
            return asked.model_copy(update={"since": ended, "extra": 0})
        began = max(began, asked.since)
        missing = min(LEAST, self.turn) - (self.deadline(asked, bank) - began)
        given = max(0, ended - began) + max(0, missing)
        return asked.model_copy(update={"extra": asked.extra + given}) if self.turn else asked


SHORTER = "shorter"
"""The label of a `clock` that leaves somebody less time than before."""

UNSPOKEN = TimeControl()
"""The pace of matches whose table has chosen none."""
