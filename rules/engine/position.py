"""The position of a match: everything that is needed to go on."""

import hmac
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.engine.chance import Forced
from rules.engine.decision import Awaited
from rules.engine.game_masters import GameMasters
from rules.engine.time_control import TimeControl

Status = Literal["running", "paused", "over", "ended"]

WAIT = "wait"
"""The label of a plan that waits for a question that its action answers, whatever is asked before."""


class Plan(BaseModel):
    """An automatic answer of `seat`, ordered by the entry `entry`. `what` is the notation of the action.

    A plan that `waits` is for the next question that its action fits; other plans are for the next question.
    """

    model_config = ConfigDict(frozen=True, defer_build=True)

    entry: int
    seat: int
    what: str
    waits: bool = False


class Place(BaseModel):
    """A place in the tree of play: the part of a position that an undo brings back.

    - `head` is the step that led here.
    - `state` is the game's state as JSON.
    - `line` is the digest of the decisions that led here, and `free` is the number of free actions since the
      last decision.
    - `forced` are the forced values that wait for their rolls.
    - `amended` is the number of amendments that led here.
    - `back` is the position to which the seat `back_seat` may return without consent. `back` and `back_seat`
      are 0 if there is no such position.
    """

    model_config = ConfigDict(frozen=True, defer_build=True)

    head: int
    state: str
    line: str
    free: int = 0
    forced: tuple[Forced, ...] = ()
    amended: int = 0
    back: int = 0
    back_seat: int = 0


class Position(Place):
    """The position of a match after an entry. Fields that are not in `Place` depend on all entries.

    - `last` and `chain` are the number and the hash of the last entry.
    - `public` is the number of entries that everybody knows of.
    - `players` are the players by seat, and `stamps` are the latest stamps by seat.
    - `awaited` are the open questions.
    - `rules` is the version of the game's rules that applies.
    - `paused` is when the current pause began, or 0 without a pause or without a time limit for turns.
    - `missed` is the number of times in a row that each seat ran out of time, if turns have a time limit.
    - `absent` are the seats that the bot plays until their players return.
    - `banks` are the seconds left in the time bank of each seat, if there are time banks.
    - `plans` are the plans of all seats, the earliest first. A plan is known only to its own seat.
    - `pace` is the time control that a game master has set, or `None` if the opening's time control applies.
    - `office` is the data about game masters.
    """

    last: int
    chain: str
    players: tuple[str, ...]
    stamps: tuple[int, ...]
    public: int = 0
    awaited: tuple[Awaited, ...] = ()
    status: Status = "running"
    rules: int = 1
    paused: int = 0
    missed: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    banks: tuple[int, ...] = ()
    plans: tuple[Plan, ...] = ()
    pace: TimeControl | None = None
    office: GameMasters = Field(default_factory=GameMasters)

    def bank(self, seat: int) -> int:
        """Return the seconds left in the seat's time bank."""
        return self.banks[seat - 1] if self.banks else 0

    def awaits(self, seat: int) -> Awaited | None:
        """Return the open question to the seat, or `None`."""
        return next((awaited for awaited in self.awaited if awaited.seat == seat), None)


def state_hash(seed: bytes, state: str) -> str:
    """Return the keyed hash by which an entry records a state."""
    # The key prevents anybody from guessing hidden parts of the state from a published hash.
    return hmac.digest(seed, state.encode(), "sha256").hex()
