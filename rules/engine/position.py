"""The position of a match: everything needed to go on. A snapshot stores it."""

import hmac
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.engine.awaited import Awaited
from rules.engine.chance import Forced
from rules.engine.game_masters import GameMasters
from rules.engine.time_control import TimeControl

Status = Literal["running", "paused", "over", "ended"]


class Plan(BaseModel):
    """What a seat does automatically when it is asked: the entry that says so, and the action's notation.

    It is for the next question. If it `waits`, it is for the next question that takes such an action.
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
    - `line` is the digest of the decisions on the way, and `free` the number of free actions since the last
      one.
    - `forced` are the values waiting for their roll.
    - `amended` is the number of amendments on the way.
    - `back` is the position to which the seat `back_seat` alone may take back its last action (0: nobody
      may).
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
    """The position of a match after an entry. The fields besides the place belong to the whole journal.

    - `last` and `chain` are the number and the hash of the last entry.
    - `public` is the number of entries that everybody knows of.
    - `players` is who plays each seat, `stamps` the latest stamp of each seat.
    - `awaited` is who must decide.
    - `rules` is the version of the game's rules that applies.
    - `paused` is when the current pause began (0: there is none, or it stops nobody's time).
    - `missed` is how many times in a row each seat ran out of time, if turns have a clock.
    - `absent` are the seats that the bot plays until their players return.
    - `banks` are the seconds each seat has in addition to the time of a turn, if the table chose that.
    - `plans` is what seats will do automatically, the earliest first. Each is known only to its own seat.
    - `pace` is how long players may take, since a game master changed that.
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
        """Return the seconds left in that seat's time bank."""
        return self.banks[seat - 1] if self.banks else 0

    def awaits(self, seat: int) -> Awaited | None:
        """Return what that seat is asked."""
        return next((awaited for awaited in self.awaited if awaited.seat == seat), None)


def state_hash(seed: bytes, state: str) -> str:
    """Return the keyed hash of a state that an entry stores."""
    # The key prevents anybody from guessing hidden parts of the state from a published hash.
    return hmac.digest(seed, state.encode(), "sha256").hex()
