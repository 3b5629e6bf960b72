"""The state of a game: what lies where, as data, and nothing that could be computed from the rest."""

from collections.abc import Iterator
from dataclasses import field
from typing import Literal

from pydantic import Field

from rules.dangerous_sea.board import CAPTAINS, RESOURCES, TILES, Captain, Kind, Resource, Square
from rules.dangerous_sea.options import SeaOptions
from rules.dangerous_sea.tables import LIMITS, SEASONS, TABLES, Card, Season, penalty
from rules.engine.agenda import Task
from rules.engine.game import AgendaState
from rules.engine.outcome import Outcome
from rules.engine.record import Record

Stance = Literal["ask", "fight", "hold"]
Facing = Literal["face", "wait"]
DemandPolicy = Literal["ask", "insist"]
LandingPolicy = Literal["ask", "unasked"]
GhostPolicy = Literal["ask", "face", "wait"]


class Duty(Task, family=True):
    """One thing still to be done: a room (`rooms`), or what others must know of one."""


class Turn(Duty):
    """A player turn (6.3): points spent so far, and the seats it has fought."""

    task: Literal["turn"] = "turn"
    seat: int
    spent: int = 0
    stopped: bool = False
    fought: list[int] = field(default_factory=list)


class Spoils(Duty):
    """The winner of a battle chooses what to take; `demanded`: there was a demand in it (6.9)."""

    task: Literal["spoils"] = "spoils"
    winner: int
    loser: int
    margin: int
    demanded: bool = False


class Reaction(Duty):
    """The ships on a square where another has arrived that have not reacted yet (6.4).

    `asked`: the first of them has been asked.
    """

    task: Literal["reaction"] = "reaction"
    against: int
    seats: list[int]
    asked: bool = False


class GhostAttack(Duty):
    """The ships that the Ghost Ship attacks, and the answers given so far: how each ship meets it (6.6)."""

    task: Literal["ghost_attack"] = "ghost_attack"
    seats: list[int]
    answers: dict[int, Facing] = field(default_factory=dict)


class GhostOrder(Duty):
    """A seat that the Ghost Ship attacks and that has not said how it meets the ghost (6.6).

    `asked`: a standing order cannot answer it any more.
    """

    task: Literal["ghost_order"] = "ghost_order"
    seat: int
    asked: bool = False


class Landings(Duty):
    """The ships that a storm has blown away and that may still take what lies around them (6.7).

    `asked`: the first of them has been asked.
    """

    task: Literal["landing"] = "landing"
    seats: list[int]
    asked: bool = False


class Terms(Record):
    """The terms of a battle's winner: positive amounts go to the winner (7.2)."""

    food: int = 0
    water: int = 0
    sailors: int = 0
    stones: int = 0
    kill: int = 0
    stop: bool = False
    promise: str = ""


class DealReply(Duty):
    """The loser of a battle answers a demand (6.9). `asked`: the question has been put."""

    task: Literal["deal_reply"] = "deal_reply"
    terms: Terms
    asked: bool = False


class ShipState(Record):
    """A seat's ship: where it is, what it carries, and its captain's standing orders.

    `at` is `None` before it is placed and after its seat resigned. `out`: the captain is incapacitated.
    `demands`, `landings` and `ghost` are answers given in advance (7.1); nobody else knows the last.
    """

    at: Square | None = None
    food: int = TABLES.ship.food
    water: int = TABLES.ship.water
    sailors: int = 0
    stones: int = 0
    stance: Stance = "ask"
    demands: DemandPolicy = "ask"
    landings: LandingPolicy = "ask"
    ghost: GhostPolicy = "ask"
    out: bool = False

    @property
    def cargo(self) -> int:
        """The weight of its food and water, in fisk."""
        return self.food + self.water

    @property
    def room(self) -> int:
        """The free space in the hold, in fisk."""
        return LIMITS.cargo - self.cargo

    @property
    def berths(self) -> int:
        """The number of free berths."""
        return LIMITS.sailors - self.sailors

    @property
    def dice(self) -> int:
        """The number of its dice: the crew and the captain."""
        return self.sailors + 1


class SeaState(AgendaState[Duty]):
    """A game at one moment.

    `order` are the seats in turn order, P1 first; `ships` theirs by seat. `tiles` are the revealed squares,
    `harvested` the islands among them that have lost their marker, `loose` the goods and `stones` the rune
    stones that lie there. `bag`, `draw` and `discard` count what is left of each kind. `ghost` is where the
    Ghost Ship is, `season` the number of the season (0 during the set-up), `gone` who resigned, the earliest
    first.
    """

    options: SeaOptions
    order: list[int]
    ships: list[ShipState]
    tiles: dict[Square, Kind] = Field(default_factory=dict)
    harvested: list[Square] = Field(default_factory=list)
    loose: dict[Square, int] = Field(default_factory=dict)
    stones: dict[Square, int] = Field(default_factory=dict)
    bag: dict[Kind, int] = Field(default_factory=lambda: {kind: tile.count for kind, tile in TILES.items()})
    draw: dict[Card, int] = Field(default_factory=lambda: {**TABLES.deck})
    discard: dict[Card, int] = Field(default_factory=lambda: dict.fromkeys(TABLES.deck, 0))
    ghost: Square | None = None
    season: int = 0
    gone: list[int] = Field(default_factory=list)
    agenda: list[Duty] = Field(default_factory=list)
    result: Outcome | None = None

    # Seats

    def ship(self, seat: int) -> ShipState:
        """The ship of that seat."""
        return self.ships[seat - 1]

    def captain(self, seat: int) -> Captain:
        """Return the captain of a seat in the rules: P1 takes the first turn."""
        return CAPTAINS[self.order.index(seat)]

    def called(self, seat: int) -> str:
        """Return the seat's name in controls and prompts; people read the player's name in its place."""
        return f"Seat {seat}"

    def seat_of(self, captain: str) -> int | None:
        """The seat of that captain; `None` if there is none."""
        return next((seat for seat in self.order if self.captain(seat) == captain), None)

    @property
    def staying(self) -> list[int]:
        """The seats that have not resigned, in turn order."""
        return [seat for seat in self.order if seat not in self.gone]

    def at(self, square: Square) -> list[int]:
        """The seats whose ships are on a square, in turn order."""
        return [seat for seat in self.order if self.ship(seat).at == square]

    # The turn

    @property
    def turn(self) -> Turn | None:
        """The current player turn, even while another seat decides something in it."""
        return next((task for task in self.agenda if isinstance(task, Turn)), None)

    def allowance(self, seat: int) -> int:
        """Return the points of that seat's turn with its present cargo (6.3)."""
        return TABLES.action_points[len(self.ships)] - penalty(self.ship(seat).cargo)

    def points_left(self, turn: Turn) -> int:
        """Return the points left in a turn."""
        return max(0, self.allowance(turn.seat) - turn.spent)

    # Tiles

    @property
    def drawable(self) -> dict[Kind, int]:
        """Return kind -> the tiles that can be drawn now: no hazards in a calm first season."""
        harmless = {kind: 0 if TILES[kind].hazard else count for kind, count in self.bag.items()}
        calm = self.options.calm_opening and self.season == 1 and any(harmless.values())
        return harmless if calm else dict(self.bag)

    # Seasons

    @property
    def season_name(self) -> Season:
        """The season of the year; that of the first round during the set-up."""
        first = SEASONS.index(self.options.start_season)
        return SEASONS[(first + max(self.season, 1) - 1) % len(SEASONS)]

    @property
    def year(self) -> int:
        """Years are counted from the first season (6.8)."""
        return (max(self.season, 1) - 1) // len(SEASONS) + 1

    # Tiles

    def resource(self, square: Square) -> Resource | None:
        """Return the yield of the island on a square, if there is one."""
        return RESOURCES.get(self.tiles[square])

    def has_marker(self, square: Square) -> bool:
        """Return whether a square has something to harvest."""
        return self.resource(square) is not None and square not in self.harvested

    def may_harvest(self, seat: int) -> bool:
        """Whether that seat's ship lies where something can be harvested, and has room for some of it."""
        ship = self.ship(seat)
        if ship.at is None or not self.has_marker(ship.at):
            return False
        return (ship.berths if self.resource(ship.at) == "inhabited" else ship.room) > 0

    def may_take_stone(self, seat: int) -> bool:
        """Whether a stone lies where that seat's ship is."""
        return self.ship(seat).at in self.stones

    def foes_of(self, turn: Turn) -> Iterator[int]:
        """Yield the seats that may attack the active one, or the reverse, in turn order (6.4, 6.6, 6.9)."""
        at = self.ship(turn.seat).at
        for seat in self.order:
            ship = self.ship(seat)
            if seat != turn.seat and ship.at == at and not ship.out and seat not in turn.fought:
                yield seat
