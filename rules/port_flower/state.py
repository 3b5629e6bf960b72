"""The state of a race (section 6) as data, without anything that can be computed from other parts."""

from typing import Literal

from pydantic import Field

from rules.engine.agenda import Task
from rules.engine.game import AgendaState
from rules.engine.outcome import Outcome
from rules.engine.record import Record
from rules.port_flower.board import PORT, Board, Point, Position, Square, board
from rules.port_flower.options import RaceOptions
from rules.port_flower.plans import Moved, Plans, Progress, plans_for
from rules.port_flower.route import Hand
from rules.port_flower.sailing import Situation, situation
from rules.port_flower.sea import Sea, sea

RepelPolicy = Literal["ask", "always", "never"]


class Duty(Task, family=True):
    """A record on the agenda, whose behaviour is in `rooms/`."""


class LayCourse(Duty):
    """The next buoy or island has to be placed, by `seat` if players make the course."""

    task: Literal["lay_course"] = "lay_course"
    seat: int


class BeginTurn(Duty):
    """A turn is about to begin."""

    task: Literal["begin_turn"] = "begin_turn"
    seat: int


class ShareWind(Duty):
    """The turn's seat moves its pieces. Repellents and resignations may have `spoilt` the plan (R26)."""

    task: Literal["share_wind"] = "share_wind"
    spoilt: bool = False


class SharkUnderWay(Duty):
    """A shark is sailing. `ahead` lists the squares left, and `run` those from the start or the last hit on.

    `hit` is true if the shark has hit a boat. `asked` is the seat that must decide about a repellent, or 0.
    """

    task: Literal["shark_under_way"] = "shark_under_way"
    shark: int
    route: str
    ahead: list[Square]
    run: list[Square]
    hit: bool = False
    asked: int = 0


CALM_ROUNDS = 2
"""The number of rounds of a calm opening."""


class SeatState(Record):
    """One seat: the buoys reached, its boat's position, and its repellents."""

    reached: int = 0
    position: Position = PORT
    repellents: int = 0
    skip: bool = False
    active: bool = True
    repel_policy: RepelPolicy = "ask"


class RaceState(AgendaState[Duty]):
    """The complete state of a race.

    `dice` are the values rolled in this turn (empty before the roll). `moved` has the dice that each piece
    has used. `tow` lists the boats that wait to be placed, in the order in which they were hit. `resigned`
    lists the resigned seats, in the order in which they resigned.
    """

    options: RaceOptions
    seats: list[SeatState]
    first_seat: int
    round: int = 1
    turn_seat: int
    sharks: list[Square]
    buoys: list[Point] = Field(default_factory=list)
    islands: list[Square] = Field(default_factory=list)
    dice: dict[str, int] = Field(default_factory=dict)
    moved: dict[str, str] = Field(default_factory=dict)
    tow: list[int] = Field(default_factory=list)
    resigned: list[int] = Field(default_factory=list)
    agenda: list[Duty] = Field(default_factory=list)
    result: Outcome | None = None

    @property
    def board(self) -> Board:
        """The board of the race's chart."""
        return board(self.options.board)

    @property
    def sea(self) -> Sea:
        """The board with its current buoys and islands."""
        options = self.options
        return sea(
            options.board,
            tuple(self.buoys),
            tuple(self.islands),
            must_stop=options.buoy_touch == "stop",
            escape=options.escape,
        )

    @property
    def phase(self) -> Literal["setup", "racing", "over"]:
        """The phase of the race: the course is made, boats sail, or the race is over."""
        if self.result is not None:
            return "over"
        return "setup" if isinstance(self.task, LayCourse) else "racing"

    @property
    def active(self) -> list[int]:
        """The seats that have not resigned, in seat order."""
        return [number for number, seat in enumerate(self.seats, 1) if seat.active]

    @property
    def wind(self) -> Hand:
        """The four dice as rolled in this turn, in the order N, E, S, W."""
        return tuple(self.dice.items())

    @property
    def dice_left(self) -> str:
        """The letters of the dice that are unused in this turn."""
        used = "".join(self.moved.values())
        return "".join([die for die in self.dice if die not in used])

    def seat(self, number: int) -> SeatState:
        """Return a seat by its number, counted from 1."""
        return self.seats[number - 1]

    def next_active(self, seat: int) -> int:
        """Return the next seat in turn order that has not resigned, or `seat` if all others have resigned."""
        active = self.active
        return next((number for number in active if number > seat), active[0])

    def in_turn_order(self, seat: int) -> int:
        """Return a seat's place in the round, from 0. The first seat keeps place 0 after resigning."""
        return (seat - self.first_seat) % len(self.seats)

    @property
    def is_calm(self) -> bool:
        """Whether this is one of the first rounds of a calm opening, in which sharks keep clear of boats."""
        return self.options.calm_opening and self.round <= CALM_ROUNDS

    def situation(self) -> Situation:
        """Return the positions of all pieces."""
        boats = tuple([seat.position for seat in self.seats])
        reached = tuple([seat.reached for seat in self.seats])
        return situation(
            self.sea, self.options, self.turn_seat, boats, reached, tuple(self.sharks), calm=self.is_calm
        )

    @property
    def progress(self) -> Progress:
        """The progress of the turn: the unused dice and the pieces that moved."""
        left = self.dice_left
        return Progress(tuple([die for die in self.wind if die[0] in left]), self.pieces_moved)

    @property
    def pieces_moved(self) -> Moved:
        """The pieces that have moved in this turn, in order, and the number of dice that each used."""
        return tuple([(piece, len(dice)) for piece, dice in self.moved.items()])

    def plans(self) -> Plans:
        """Return the plans of the turn's seat."""
        return plans_for(self.situation(), self.progress)

    def spoil(self) -> None:
        """Record that the rest of the turn's plan may have become impossible (R26)."""
        for task in self.agenda:
            if isinstance(task, ShareWind):
                task.spoilt = True
