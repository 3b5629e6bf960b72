"""The state of a game (section 6.1), without anything that can be computed from the rest."""

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import Literal

from pydantic import Field

from rules.engine.agenda import Task
from rules.engine.game import AgendaState
from rules.engine.outcome import Outcome
from rules.engine.record import Record
from rules.privateer.board import CENTRE, RIM, Colour, Direction, Gambit, Hex, Level, Terrain
from rules.privateer.fleets import COLOUR_OF, NUMBERS, Ship, gambit_of, ship
from rules.privateer.options import PrivateerOptions
from rules.privateer.tables import DICE

GambitStatus = Literal["ready", "armed", "active", "used"]
GrudgeStatus = Literal["none", "sails", "over"]
"""A fleet has `none` before the question, `sails` with a grudge ship, and `over` after declining."""

PrizePolicy = Literal["ask", "scuttle"]
BattleEnd = Literal["last_fleet", "no_fleets", "round_cap"]


class Duty(Task, family=True):
    """A record on the agenda, whose behaviour is in `rooms/`."""

    def fleet_in(self, state: "PrivateerState") -> Colour | None:  # noqa: ARG002
        """Return the fleet that the record is about, if any."""
        return None


class NextBattle(Duty):
    """A battle must be prepared."""

    task: Literal["next_battle"] = "next_battle"


class Round(Duty):
    """A round. `fleets` lists the fleets that have not begun their turn in this round."""

    task: Literal["round"] = "round"
    fleets: list[Colour]


class Turn(Duty):
    """A fleet's current turn (sections 6.3 to 6.6).

    `slots` maps the ships of the roster to the kinds of dice that they have taken: `S`, `C`, `SC`. `sail` and
    `cannon` list the unspent dice in the order rolled, and `spent` lists the spent dice in the order spent.
    `autopilot` is true if the bot plays the rest of the turn for an absent player.
    """

    task: Literal["turn"] = "turn"
    fleet: Colour
    slots: dict[Ship, str]
    desperate: bool = False
    rolled: bool = False
    sail: list[int] = field(default_factory=list)
    cannon: list[int] = field(default_factory=list)
    spent: list[str] = field(default_factory=list)
    first_sail_dir: dict[Ship, Direction] = field(default_factory=dict)
    autopilot: bool = False

    @property
    def dice(self) -> int:
        """The number of dice rolled in the turn, without the dice of Extra Powder."""
        return len(self.slots) * DICE.per_ship + self.desperate * DICE.spare

    @property
    def most_cannons(self) -> int:
        """The maximum number of cannonball dice that may be chosen (sections 6.4 and 6.5)."""
        return len(self.slots) * DICE.guns_per_ship + self.desperate * DICE.spare

    def fleet_in(self, state: "PrivateerState") -> Colour:  # noqa: ARG002
        """Return the active fleet."""
        return self.fleet


class NextTile(Duty):
    """A fleet must draw and place a tile (section 5.2.7). `tile` is `None` until a tile is drawn."""

    task: Literal["place_terrain"] = "place_terrain"
    fleet: Colour
    tile: Terrain | None = None


class OpenPrize(Duty):
    """A ship `loser` that the winner's player must scuttle or take (section 6.8).

    If Marines won, the prize pays even if it is taken.
    """

    task: Literal["prize"] = "prize"
    winner: Ship
    loser: Ship
    marines: bool = False


class SeatState(Record):
    """A player. `hulls` is the number of ships beaten in the game.

    `earned` maps sources to doubloons: `{"start": 2, "gun": 1}`. `prize_policy` is the standing answer for
    boardings won in defence.
    """

    gold: int = 0
    earned: dict[str, int] = field(default_factory=dict)
    hulls: int = 0
    resigned: bool = False
    prize_policy: PrizePolicy = "ask"


class FleetState(Record):
    """A fleet in play, and its start circle in this battle."""

    seat: int
    start: Hex | None = None
    gambit: GambitStatus = "ready"
    grudge: GrudgeStatus = "none"


class PrivateerState(AgendaState[Duty]):
    """The state of a game.

    `table` lists the seats in clockwise order, and `order` lists the battle's fleets in turn order.
    `elimination` lists the groups of seats that lost their last ships in this battle, the earliest first.
    `day` is the winner of the latest finished battle.
    """

    options: PrivateerOptions
    table: list[int]
    seats: list[SeatState]
    fleets: dict[Colour, FleetState]
    battle: int = 0
    round: int = 0
    order: list[Colour] = Field(default_factory=list)
    ships: dict[Ship, Hex] = Field(default_factory=dict)
    merchant: Hex | None = CENTRE
    terrain: dict[Hex, Terrain] = Field(default_factory=dict)
    level: Level | None = None
    barrel: dict[Terrain, int] = Field(default_factory=dict)
    edge: int = RIM
    storm_on: bool = False
    wind_from: Direction | None = None
    elimination: list[list[int]] = Field(default_factory=list)
    day: int | None = None
    agenda: list[Duty] = Field(default_factory=list)
    result: Outcome | None = None

    @property
    def turn(self) -> Turn | None:
        """The current turn, even while a prize is open."""
        return next((task for task in reversed(self.agenda) if isinstance(task, Turn)), None)

    @property
    def active_fleet(self) -> Colour | None:
        """The active fleet, or during the set-up the fleet that acts next."""
        task = self.turn or self.task
        return task.fleet_in(self) if task else None

    @property
    def prize(self) -> Ship | None:
        """The beaten ship of an open prize, if there is one."""
        return self.task.loser if isinstance(self.task, OpenPrize) else None

    @property
    def raking(self) -> bool:
        """Whether the next shot of this turn strikes its complete line (section 7.4)."""
        fleet = self.active_fleet
        return fleet is not None and self.is_armed(fleet, "raking_fire")

    @property
    def truce(self) -> bool:
        """Whether guns sink no player's ship now (R44)."""
        return self.round == 1 and self.options.truce(len(self.seats))

    @property
    def phase(self) -> Literal["setup", "battle", "over"]:
        """The phase of the game. The phase is `setup` while a battle is prepared."""
        if self.result is not None:
            return "over"
        return "battle" if self.round else "setup"

    @property
    def fighting(self) -> bool:
        """Whether a battle has begun and is not over."""
        return bool(self.agenda) and isinstance(self.agenda[0], Round)

    @property
    def duel(self) -> bool:
        """Whether this is The Duel (section 5.3)."""
        return self.options.mode == "duel"

    @property
    def staying(self) -> list[int]:
        """The seats that have not resigned, clockwise."""
        return [seat for seat in self.table if not self.seat(seat).resigned]

    def is_armed(self, fleet: Colour, gambit: Gambit) -> bool:
        """Return whether a fleet has this gambit and it is armed (section 7.4)."""
        return gambit_of(fleet) == gambit and self.fleets[fleet].gambit == "armed"

    def seat(self, number: int) -> SeatState:
        """Return the seat with this number, counted from 1."""
        return self.seats[number - 1]

    def owner(self, vessel: Ship) -> int:
        """Return the seat of a ship, or 0 for the merchant."""
        colour = COLOUR_OF.get(vessel)
        return self.fleets[colour].seat if colour else 0

    def ships_of(self, fleet: Colour) -> list[Ship]:
        """Return a fleet's ships afloat, by number."""
        return [vessel for number in NUMBERS if (vessel := ship(fleet, number)) in self.ships]

    def afloat(self) -> list[Ship]:
        """Return all ships except the merchant, by fleet in turn order, then by number."""
        return [vessel for fleet in self.order for vessel in self.ships_of(fleet)]

    def free_number(self, fleet: Colour) -> int | None:
        """Return the lowest number that no ship of a fleet has, or `None` if it has three ships (R27)."""
        return next((number for number in NUMBERS if ship(fleet, number) not in self.ships), None)

    def fleets_of(self, seat: int) -> list[Colour]:
        """Return a seat's fleets in turn order, then its fleets outside the turn order."""
        fleets = dict.fromkeys((*self.order, *self.fleets))
        return [fleet for fleet in fleets if self.fleets[fleet].seat == seat]

    def not_of(self, seat: int, fleets: Iterable[Colour]) -> list[Colour]:
        """Return the given fleets that the seat does not command."""
        return [fleet for fleet in fleets if self.fleets[fleet].seat != seat]

    def seats_in_order(self) -> list[int]:
        """Return the seats of this battle in turn order."""
        return list(dict.fromkeys(self.fleets[fleet].seat for fleet in self.order))

    def in_battle(self) -> set[int]:
        """Return the seats with ships other than grudge ships (section 6.11)."""
        afloat = [self.fleets[COLOUR_OF[vessel]] for vessel in self.ships]
        return {fleet.seat for fleet in afloat if fleet.grudge == "none"}

    def eliminated(self) -> Iterator[int]:
        """Yield the seats that lost their last ship in this battle, the earliest first."""
        return (seat for group in self.elimination for seat in group)
