"""The state of a game, without anything that can be computed from the rest of it."""

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
    """A task on the agenda of a game. A room in `rooms/` carries out each kind of task."""


class Turn(Duty):
    """A player's turn (section 6.3). `spent` counts points, and `fought` lists the seats already fought."""

    task: Literal["turn"] = "turn"
    seat: int
    spent: int = 0
    stopped: bool = False
    fought: list[int] = field(default_factory=list)


class Spoils(Duty):
    """A battle whose winner chooses a prize (section 6.9). `demanded` is true after a demand."""

    task: Literal["spoils"] = "spoils"
    winner: int
    loser: int
    margin: int
    demanded: bool = False


class Reaction(Duty):
    """The ship of seat `against` has arrived, and the ships of `seats` may attack it (section 6.4).

    `asked` is true if the first seat of `seats` has been asked.
    """

    task: Literal["reaction"] = "reaction"
    against: int
    seats: list[int]
    asked: bool = False


class GhostAttack(Duty):
    """The seats that the Ghost Ship attacks, and their answers so far (section 6.6)."""

    task: Literal["ghost_attack"] = "ghost_attack"
    seats: list[int]
    answers: dict[int, Facing] = field(default_factory=dict)


class GhostOrder(Duty):
    """A seat that must choose how to meet the Ghost Ship (section 6.6)."""

    task: Literal["ghost_order"] = "ghost_order"
    seat: int
    asked: bool = False


class Landings(Duty):
    """The seats that may take goods where a storm has blown their ships (section 6.7).

    `asked` is true if the first seat of `seats` has been asked.
    """

    task: Literal["landing"] = "landing"
    seats: list[int]
    asked: bool = False


class Terms(Record):
    """The terms of a demand. Positive amounts go to the winner of the battle (section 7.2)."""

    food: int = 0
    water: int = 0
    sailors: int = 0
    stones: int = 0
    kill: int = 0
    stop: bool = False
    promise: str = ""


class DealReply(Duty):
    """A demand that the loser of a battle must answer (section 6.9)."""

    task: Literal["deal_reply"] = "deal_reply"
    terms: Terms
    asked: bool = False


class ShipState(Record):
    """A seat's ship. The fields `stance` to `ghost` are the captain's standing orders (section 7.1).

    `at` is `None` before the ship is placed and after its seat resigned. `out` is true if the captain is
    incapacitated. Only the seat may know its `ghost` order.
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
        """The weight of the ship's food and water, in fisk."""
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
    def fed(self) -> int:
        """The number of sailors for whom there is enough food and water."""
        return min(self.sailors, self.food // TABLES.ration.food, self.water // TABLES.ration.water)

    @property
    def dice(self) -> int:
        """The number of dice in a fight: one for the captain and one for each sailor."""
        return self.sailors + 1


class SeaState(AgendaState[Duty]):
    """The complete state of a game.

    `order` lists the seats in turn order, P1 first. `ships` is in the order of seats. `tiles` are the
    revealed tiles, and `harvested` are the islands that cannot be harvested before spring. `loose` and
    `stones` count goods and rune stones on squares. `bag`, `draw` and `discard` count the tiles and cards of
    each kind. `season` is 0 in the set-up. `gone` lists the seats that resigned, the earliest first.
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

    def ship(self, seat: int) -> ShipState:
        """Return the seat's ship."""
        return self.ships[seat - 1]

    def captain(self, seat: int) -> Captain:
        """Return the seat's captain. P1 takes the first turn."""
        return CAPTAINS[self.order.index(seat)]

    def called(self, seat: int) -> str:
        """Return a placeholder that is replaced with the name of the seat's player before people read it."""
        return f"Seat {seat}"

    def seat_of(self, captain: str) -> int | None:
        """Return the seat of a captain, or `None` if nobody plays this captain."""
        return next((seat for seat in self.order if self.captain(seat) == captain), None)

    @property
    def staying(self) -> list[int]:
        """The seats that have not resigned, in turn order."""
        return [seat for seat in self.order if seat not in self.gone]

    def at(self, square: Square) -> list[int]:
        """Return the seats whose ships are on a square, in turn order."""
        return [seat for seat in self.order if self.ship(seat).at == square]

    @property
    def turn(self) -> Turn | None:
        """The current turn of a player, even while another seat is asked."""
        return next((task for task in self.agenda if isinstance(task, Turn)), None)

    @property
    def spoils(self) -> Spoils | None:
        """The battle whose prize is open, if any."""
        return next((task for task in self.agenda if isinstance(task, Spoils)), None)

    @property
    def ghost_attack(self) -> GhostAttack | None:
        """The open attack of the Ghost Ship on several ships, if any."""
        return next((task for task in self.agenda if isinstance(task, GhostAttack)), None)

    def allowance(self, seat: int) -> int:
        """Return the points of the seat's turn with its current cargo (section 6.3)."""
        return TABLES.action_points[len(self.ships)] - penalty(self.ship(seat).cargo)

    def points_left(self, turn: Turn) -> int:
        """Return the points left in a turn."""
        return max(0, self.allowance(turn.seat) - turn.spent)

    @property
    def drawable(self) -> dict[Kind, int]:
        """The number of tiles of each kind that can be drawn now. A calm first season excludes hazards."""
        harmless = {kind: 0 if TILES[kind].hazard else count for kind, count in self.bag.items()}
        calm = self.options.calm_opening and self.season == 1 and any(harmless.values())
        return harmless if calm else dict(self.bag)

    @property
    def season_name(self) -> Season:
        """The season of the year, or the first season of the game during the set-up."""
        first = SEASONS.index(self.options.start_season)
        return SEASONS[(first + max(self.season, 1) - 1) % len(SEASONS)]

    @property
    def year(self) -> int:
        """The number of the year. Each year has four seasons, counted from the first season (section 6.8)."""
        return (max(self.season, 1) - 1) // len(SEASONS) + 1

    def resource(self, square: Square) -> Resource | None:
        """Return what the island on a square yields, or `None` if there is no island with a yield."""
        return RESOURCES.get(self.tiles[square])

    def has_marker(self, square: Square) -> bool:
        """Return whether an island on a square can be harvested."""
        return self.resource(square) is not None and square not in self.harvested

    def may_harvest(self, seat: int) -> bool:
        """Return whether the seat's ship can harvest an island and has room for the goods."""
        ship = self.ship(seat)
        if ship.at is None or not self.has_marker(ship.at):
            return False
        return (ship.berths if self.resource(ship.at) == "inhabited" else ship.room) > 0

    def may_take_stone(self, seat: int) -> bool:
        """Return whether a stone lies on the square of the seat's ship."""
        return self.ship(seat).at in self.stones

    def foes_of(self, turn: Turn) -> Iterator[int]:
        """Yield the seats that the active seat may fight, in turn order (sections 6.4, 6.6 and 6.9)."""
        at = self.ship(turn.seat).at
        for seat in self.order:
            ship = self.ship(seat)
            if seat != turn.seat and ship.at == at and not ship.out and seat not in turn.fought:
                yield seat
