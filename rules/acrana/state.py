"""The state of a race as data (section 2.4), without anything that can be computed from the rest."""

from collections.abc import Iterator
from dataclasses import field
from functools import cache
from typing import Literal, TypeAlias

from pydantic import Field

from rules.acrana.board import FINISH, LETTERS, PORT, Square
from rules.acrana.cards import Card, CardId, HeldCard, card, in_hand_order
from rules.acrana.options import RaceOptions
from rules.acrana.tables import TableName
from rules.engine.agenda import Task
from rules.engine.game import AgendaState
from rules.engine.outcome import Outcome
from rules.engine.record import Record

ShipName: TypeAlias = str
"""The letter of a seat and the number of its ship, such as `A1`."""

Pending = Literal["square", "pirates"]
Purpose = Literal["discard", "penalty", "bonus"]
PlayDecision = Literal["play", "discard", "back_partner"]


class Duty(Task, family=True):
    """A task on the agenda of a race. A room in `rooms/` carries out each kind of task."""


class TakeTurn(Duty):
    """The active seat's turn: deferred effects first, then cards, then the end of the turn."""

    task: Literal["take_turn"] = "take_turn"


class PlayCard(Duty):
    """A card must be played. `asked` is the question, if known. A `stuck` seat can play nothing."""

    task: Literal["play_card"] = "play_card"
    asked: PlayDecision | None = None
    stuck: bool = False


class CardUnderWay(Duty):
    """A card that is being sailed, with its points left and the ships that have used it."""

    task: Literal["sail"] = "sail"
    points: int
    used: list[ShipName] = field(default_factory=list)


class Land(Duty):
    """A ship has arrived. `joined` is the vessel that attacks it, or 0.

    If `roused`, the next vessel attacks the ship.
    """

    task: Literal["land"] = "land"
    ship: ShipName
    joined: int = 0
    roused: bool = False


class CardsToChoose(Duty):
    """The active seat must name `count` cards, which are discarded or change by `amount` steps each."""

    task: Literal["choose_cards"] = "choose_cards"
    purpose: Purpose
    count: int
    cause: TableName
    amount: int = 0
    repeat: bool = False

    @property
    def change(self) -> int:
        """The number of steps that each chosen card gains, or a negative number for a loss."""
        return self.amount if self.purpose == "bonus" else -self.amount


class SeatState(Record):
    """A seat's possessions."""

    hand: list[HeldCard] = field(default_factory=list)
    silver: int = 0
    one_card_next_deal: bool = False
    resigned: bool = False

    @property
    def cards(self) -> list[Card]:
        """The hand as cards, in hand order."""
        return in_hand_order(map(card, self.hand))


class Ship(Record):
    """A ship. `worked` lists the squares that have already affected the ship this turn."""

    square: Square = PORT
    escort: bool = False
    flag: bool = False
    reef_map: bool = False
    pending: Pending | None = None
    undetected: bool = False
    worked: list[Square] = field(default_factory=list)

    @property
    def at_sea(self) -> bool:
        """Whether the ship is on one of the squares 1 to 143."""
        return PORT < self.square < FINISH


class Vessel(Record):
    """A pirate vessel. A vessel is busy while it engages ships, otherwise free."""

    number: int
    engages: list[ShipName] = field(default_factory=list)


class RaceState(AgendaState[Duty]):
    """The state of a race.

    `ships` are in the order A1, A2, B1, ..., and `pirates` are in the order of their numbers. `deck` is in
    hand order, because each draw picks a card at random. `turn` is the number of turns that have begun.
    `resigned` lists the resigned seats, the earliest first.
    """

    options: RaceOptions
    seats: list[SeatState]
    ships: dict[ShipName, Ship]
    pirates: list[Vessel]
    deck: list[CardId] = Field(default_factory=list)
    discards: list[CardId] = Field(default_factory=list)
    deck_no: int = 1
    deal_no: int = 0
    dealer: int
    leader: int
    active: int
    plays_left: int = 0
    turn: int = 0
    resigned: list[int] = Field(default_factory=list)
    agenda: list[Duty] = Field(default_factory=list)
    result: Outcome | None = None

    def seat(self, number: int) -> SeatState:
        """Return the state of a seat. Seats are counted from 1."""
        return self.seats[number - 1]

    @property
    def playing(self) -> list[int]:
        """The seats that have not resigned, in seat order."""
        return [number for number, seat in enumerate(self.seats, 1) if not seat.resigned]

    def after(self, seat: int) -> Iterator[int]:
        """Return all seats in turn order, from the seat after `seat` to `seat` itself."""
        count = len(self.seats)
        return ((seat - 1 + step) % count + 1 for step in range(1, count + 1))

    def next_playing(self, seat: int) -> int:
        """Return the next seat after `seat` that has not resigned, or `seat` if there is no other."""
        return next((number for number in self.after(seat) if not self.seat(number).resigned), seat)

    @property
    def calm_squares(self) -> bool:
        """Whether squares have no effect: only in everybody's first turn of a calm opening."""
        return self.options.calm_opening and self.turn <= len(self.seats)

    @property
    def calm_cards(self) -> bool:
        """Whether 3 and 6 have no special use: only in everybody's first two turns of a calm opening."""
        return self.options.calm_opening and self.turn <= 2 * len(self.seats)

    # Fleets (section 4)

    @property
    def fleets(self) -> int:
        """The number of fleets. A race without fleets has one fleet for each seat."""
        return len(self.seats) // self.options.fleet_size

    def fleet(self, seat: int) -> int:
        """Return the number of a seat's fleet, counted from 0."""
        return (seat - 1) % self.fleets

    def letters(self, seat: int) -> str:
        """Return the letters of all seats in a seat's fleet."""
        return LETTERS[self.fleet(seat) : len(self.seats) : self.fleets]

    def partners(self, seat: int) -> list[int]:
        """Return the other seats of a seat's fleet that have not resigned."""
        return [other for other in self.playing if other != seat and self.fleet(other) == self.fleet(seat)]

    # Ships

    def flotilla(self, seat: int) -> tuple[ShipName, ...]:
        """Return the ships of a seat in the order of their numbers."""
        return _ships_of(LETTERS[seat - 1], self.options.ships)

    def fleet_ships(self, seat: int) -> tuple[ShipName, ...]:
        """Return all ships of a seat's fleet, in the order A1, A2, B1, ..."""
        return _ships_of(self.letters(seat), self.options.ships)

    def finished(self, seat: int) -> bool:
        """Return whether all ships of a seat are home."""
        return {self.ships[name].square for name in self.flotilla(seat)} == {FINISH}

    def controlled(self, seat: int) -> tuple[ShipName, ...]:
        """Return a seat's ships, or the ships of its partners if all its own ships are home (section 6.4)."""
        if not self.finished(seat):
            return self.flotilla(seat)
        return tuple(name for partner in self.partners(seat) for name in self.flotilla(partner))

    def friends(self, one: ShipName, other: ShipName) -> bool:
        """Return whether two ships belong to the same fleet."""
        return (owner(one) - owner(other)) % self.fleets == 0

    def vessel_of(self, name: ShipName) -> int:
        """Return the number of the pirate vessel that engages a ship, or 0."""
        return next((vessel.number for vessel in self.pirates if name in vessel.engages), 0)

    @property
    def next_vessel(self) -> int:
        """The number of the vessel that attacks next: the lowest free number, or else the lowest number."""
        return min(self.free_vessels or [vessel.number for vessel in self.pirates])

    @property
    def free_vessels(self) -> list[int]:
        """The numbers of the vessels that engage no ship, lowest first."""
        return [vessel.number for vessel in self.pirates if not vessel.engages]


def owner(name: ShipName) -> int:
    """Return the seat that owns a ship."""
    return ord(name[0]) - ord(LETTERS[0]) + 1


def new_ships(seats: int, each: int) -> dict[ShipName, Ship]:
    """Return all ships of a new race, which are in port."""
    return {name: Ship() for name in _ships_of(LETTERS[:seats], each)}


@cache
def _ships_of(letters: str, each: int) -> tuple[ShipName, ...]:
    return tuple(f"{letter}{number}" for letter in letters for number in range(1, each + 1))
