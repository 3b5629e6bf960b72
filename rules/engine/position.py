"""Where a match stands: all that is needed to go on, and what a snapshot stores."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.engine.awaited import Awaited
from rules.engine.chance import Forced
from rules.engine.game_masters import GameMasters
from rules.engine.time_control import TimeControl

Status = Literal["running", "paused", "over", "ended"]


class Plan(BaseModel):
    """What a seat does by itself when it is asked: the entry that says so, and the action's notation.

    It is for the next question; one that `waits` is for the next that takes such an action.
    """

    model_config = ConfigDict(frozen=True, defer_build=True)

    entry: int
    seat: int
    what: str
    waits: bool = False


class Place(BaseModel):
    """A place in the tree of play: the part of a position that an undo brings back.

    `head` is the step that led here, `state` the game's state as JSON, `line` the digest of the decisions on
    the way and `free` the number of free actions since the last of them, `forced` the values waiting for
    their roll, `amended` how many amendments lie on the way, `back` the position to which the seat
    `back_seat` alone may take back its last action (0: nobody may).
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
    """Where a match stands after an entry. What is added to the place belongs to the journal as a whole.

    `last` and `chain` are the number and the hash of the last entry, `public` the number of entries everybody
    knows of, `players` who sits where, `stamps` the latest stamp of each seat, `awaited` who must decide.
    `rules` is the version of the game's rules under which it stands, `paused` when the pause began in which
    it stands (0: in none, or nobody's time counts). `missed` counts for each seat the times in a row that its
    time was up, where turns have a clock; `absent` are seats that the bot plays until their player is back.
    `banks` are the seconds that each seat has left beside the time of a turn, if the table has chosen that;
    `plans` what seats will do by themselves, the earliest first: each is known to its own seat alone. `pace`
    is how long players may take since a game master changed that, `office` what concerns game masters.
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
        """The seconds that seat has left in its time bank."""
        return self.banks[seat - 1] if self.banks else 0

    def awaits(self, seat: int) -> Awaited | None:
        """What is asked of that seat."""
        return next((awaited for awaited in self.awaited if awaited.seat == seat), None)
