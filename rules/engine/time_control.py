"""Time control: the time limits of a match."""

from math import inf

from rules.engine.data import Data
from rules.engine.decision import Awaited, Clock

ANSWER = 3_600
"""The default seconds for an answer that holds up somebody else's turn."""

LEAST = 900
"""The minimum number of seconds left after a pause or an outage, unless the complete time is shorter."""

HURRIED = 3_600
"""Players get no reminders if their time is shorter than this many seconds."""

LATE = 7_200
"""The last reminder comes at most this many seconds before the time is up."""


def reminders(asked: int, until: int) -> tuple[int, ...]:
    """Return the times of reminders, in seconds since 1970: at half time, and shortly before the end.

    The result is empty if the player has less than `HURRIED` seconds.

    >>> reminders(0, 86_400)
    (43200, 79200)
    """
    allowed = until - asked
    if allowed < HURRIED:
        return ()
    return until - allowed // 2, until - min(LATE, allowed // 8)


class TimeControl(Data):
    """The time limits of a match.

    - `turn` is the number of seconds for a turn, and `short` is the number for an answer that holds up
      somebody else's turn. 0 means no limit.
    - `missed` is the number of turns in a row that a player may miss before somebody else plays the seat (0:
      any number).
    - `nights_off` stops a player's time in their quiet hours.
    - `vacation` is the maximum number of seconds of a player's vacations that do not count.
    - `bank` is each player's additional time in seconds. `increment` is the number of seconds that each
      answer of a turn gives back, up to `bank`.
    - `offers` is true if a seat whose player missed too many turns is offered to anybody who wants it.
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
        """Return whether `turn`, `short` or the number of turns that may be missed is less than in `other`.

        >>> TimeControl(turn=3_600).is_shorter_than(TimeControl())
        True
        """
        pairs = [(self.turn, other.turn), (self.short, other.short)]
        if self.turn:
            pairs.append((self.missed, other.missed if other.turn else 0))
        return any(0 < own < (others or inf) for own, others in pairs)

    def allows(self, clock: Clock) -> int:
        """Return the seconds for a question with this clock; 0 means no limit."""
        return self.turn if clock == "turn" else self.short

    def deadline(self, asked: Awaited, bank: int = 0) -> int:
        """Return when the time of a question is up, in seconds since 1970; 0 if there is no limit.

        `bank` is the number of seconds left in the seat's time bank.

        >>> TimeControl(turn=86_400).deadline(Awaited(seat=1, kind="move", since=1_000, stamp=1, extra=600))
        88000
        """
        allowed = self.allows(asked.clock)
        beside = bank if asked.clock == "turn" else 0
        return asked.since + allowed + asked.extra + beside if allowed else 0

    def bank_after(self, left: int, overtime: int) -> int:
        """Return the seconds in a time bank of `left` seconds, after an answer used `overtime` of them.

        The result includes the increment, and is at most `bank`.
        """
        return min(self.bank, max(0, left - overtime) + self.increment)

    def anew(self, asked: Awaited, at: int) -> Awaited:
        """Return the question with its full time from `at` on; unchanged if there is no limit."""
        extra = max(0, at - asked.since)
        return asked.model_copy(update={"extra": extra}) if self.allows(asked.clock) else asked

    def after_pause(self, asked: Awaited, began: int, ended: int, bank: int = 0) -> Awaited:
        """Return the question as it is after a pause from `began` to `ended`, with no less time left."""
        if asked.clock == "short":
            return asked.model_copy(update={"since": ended, "extra": 0})
        began = max(began, asked.since)
        missing = min(LEAST, self.turn) - (self.deadline(asked, bank) - began)
        given = max(0, ended - began) + max(0, missing)
        return asked.model_copy(update={"extra": asked.extra + given}) if self.turn else asked


SHORTER = "shorter"
"""The label of a `clock` entry that leaves somebody less time than before."""

UNSPOKEN = TimeControl()
"""The time limits of matches whose table has not chosen any."""
