"""The state of a game as data (section 6.3), without anything that can be calculated from the rest."""

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Literal

from pydantic import Field

from rules.engine.agenda import Task
from rules.engine.game import AgendaState
from rules.engine.outcome import Outcome
from rules.engine.record import Record
from rules.kraken_bay.board import CHARACTERS, CLOCKWISE, Character, Heading, Space
from rules.kraken_bay.options import BayOptions
from rules.kraken_bay.tables import HOLD, NUMBERS, STRAYS, BombKind, Cargo, Chit, Stray, Unit, as_character

Rolled = Literal["no", "move", "tow_move"]
"""The dice that a ship has rolled for movement in its turn, if any."""

Ending = Literal["kraken", "time", "last_ship"]
ShipStatus = Literal["in", "eaten", "resigned"]


class Duty(Task, family=True):
    """A record on the agenda, whose behaviour is in `rooms/`."""


class PickCharacter(Duty):
    """The seats that have not picked a character yet, in the order of joining."""

    task: Literal["pick_character"] = "pick_character"
    seats: list[int]


class Round(Duty):
    """The ships that have not begun their turn in this round."""

    task: Literal["round"] = "round"
    ships: list[Character]


class Turn(Duty):
    """A ship's turn (section 6.1). `autopilot` is true if the turn plays itself after a timeout."""

    task: Literal["take_turn"] = "take_turn"
    ship: Character
    rolled: Rolled = "no"
    move_left: int = 0
    actions_used: int = 0
    turned: bool = False
    secondary_used: bool = False
    greed_credit: int = 0
    autopilot: bool = False


class SeatState(Record):
    """A player's character, and whether the player resigned before ships were placed."""

    character: Character | None = None
    resigned: bool = False


class ShipState(Record):
    """A player's ship.

    `at` is `None` if the ship is gone, and `left` is the round in which it left. `damage` is the damage that
    the ship did to the kraken. `chained` is true if a chain reduces the ship's next roll.
    """

    seat: int = 0
    at: Space | None = None
    heading: Heading = CLOCKWISE
    crew: int = HOLD["crew"]
    ration: int = HOLD["ration"]
    treasure: int = HOLD["treasure"]
    tow: Stray | None = None
    trophies: int = 0
    saved: list[Stray] = field(default_factory=list)
    damage: int = 0
    slayer: bool = False
    chained: bool = False
    status: ShipStatus = "in"
    left: int | None = None

    def has(self, cargo: Cargo) -> int:
        """Return the amount of a kind of cargo aboard."""
        amount: int = getattr(self, cargo)
        return amount

    def take(self, cargo: Cargo, amount: int) -> None:
        """Bring cargo aboard, or lose it if the amount is negative."""
        setattr(self, cargo, self.has(cargo) + amount)

    @property
    def allowance(self) -> int:
        """The number of actions in a turn, which depends on the rations aboard now (section 6.1)."""
        return NUMBERS.turn_actions if self.ration else NUMBERS.hungry_actions

    @property
    def slow(self) -> bool:
        """Whether the ship rolls one die with a bonus, because it tows or is hungry (R36)."""
        return self.tow is not None or not self.ration


class StrayState(Record):
    """An off-course ship. `at` is `None` unless the ship is adrift or towed."""

    status: Literal["waiting", "adrift", "towed", "saved", "eaten"] = "waiting"
    at: Space | None = None


class Bomb(Record):
    """A barrel or a cloud of smoke. A fused bomb does nothing until the end of the round (R24)."""

    kind: BombKind
    owner: Character
    fused: bool
    number: int


class BayState(AgendaState[Duty]):
    """The state of a game.

    `ships` are in the order of the piers. `order` is the turn order, including ships that are gone. `dropped`
    is the number of bombs dropped in the game so far.
    """

    options: BayOptions
    seats: list[SeatState]
    ships: dict[Character, ShipState] = Field(default_factory=dict)
    strays: dict[Stray, StrayState] = Field(default_factory=lambda: {stray: StrayState() for stray in STRAYS})
    order: list[Character] = Field(default_factory=list)
    round: int = 0
    time: int
    health: int
    tentacles: list[Space] = Field(default_factory=list)
    chits: dict[Space, Chit] = Field(default_factory=dict)
    bombs: dict[Space, Bomb] = Field(default_factory=dict)
    dropped: int = 0
    agenda: list[Duty] = Field(default_factory=list)
    result: Outcome | None = None

    @property
    def turn(self) -> Turn | None:
        """The current turn, or `None` if there is none."""
        task = self.task
        return task if isinstance(task, Turn) else None

    @property
    def phase(self) -> Literal["setup", "sailing", "over"]:
        """The phase of the game. Characters are picked in the phase `setup`."""
        if self.result is not None:
            return "over"
        return "sailing" if self.round else "setup"

    @property
    def awake(self) -> Sequence[Space]:
        """The spaces of tentacles that cost cargo: none in the first round with `sleeping_tentacles`."""
        return () if self.options.sleeping_tentacles and self.round <= 1 else self.tentacles

    @property
    def in_play(self) -> list[Character]:
        """The ships in play, in the order of the piers."""
        return [name for name, ship in self.ships.items() if ship.status == "in"]

    @property
    def staying(self) -> list[int]:
        """The seats that are still in the game, neither resigned nor eaten."""
        if not self.ships:
            return [number for number, seat in enumerate(self.seats, 1) if not seat.resigned]
        return sorted(self.ships[name].seat for name in self.in_play)

    @property
    def free_characters(self) -> list[Character]:
        """The characters that nobody has picked, in the order of the piers."""
        taken = {seat.character for seat in self.seats}
        return [character for character in CHARACTERS if character not in taken]

    def seat(self, number: int) -> SeatState:
        """Return the seat with this number, counted from 1."""
        return self.seats[number - 1]

    def ship_of(self, seat: int) -> ShipState | None:
        """Return a seat's ship, even if it is gone. `None` means that the seat never had a ship."""
        return next((ship for ship in self.ships.values() if ship.seat == seat), None)

    def ship_at(self, at: Space) -> Character | None:
        """Return the player's ship on a space, or `None`."""
        return next((name for name, ship in self.ships.items() if ship.at == at), None)

    def stray_at(self, at: Space) -> Stray | None:
        """Return the off-course ship on a space, adrift or towed, or `None`."""
        return next((name for name, stray in self.strays.items() if stray.at == at), None)

    def adrift_at(self, at: Space) -> Stray | None:
        """Return the off-course ship adrift on a space, or `None`."""
        return next(
            (name for name, stray in self.strays.items() if stray.at == at and stray.status == "adrift"), None
        )

    def tower_of(self, target: str) -> Character | None:
        """Return the ship that tows `target`, or `None`."""
        return next((name for name, ship in self.ships.items() if ship.tow == target), None)

    def afloat(self) -> Iterator[Unit]:
        """Yield every ship on the board, players' ships first."""
        yield from self.in_play
        yield from (name for name, stray in self.strays.items() if stray.at is not None)

    def seat_of(self, unit: Unit) -> int:
        """Return the seat of a ship, or 0 for an off-course ship."""
        character = as_character(unit)
        return self.ships[character].seat if character is not None else 0

    def here(self, name: Character) -> Space:
        """Return the space of a ship in play."""
        return self.ships[name].at or ""

    def actions_left(self, turn: Turn) -> int:
        """Return the number of actions that the active ship has left now (R37)."""
        return max(0, self.ships[turn.ship].allowance - turn.actions_used)

    def bombs_of(self, kind: BombKind) -> int:
        """Return the number of bombs of a kind on the board."""
        return sum(bomb.kind == kind for bomb in self.bombs.values())

    def live(self, at: Space) -> BombKind | None:
        """Return the kind of the live bomb on a space, or `None`."""
        bomb = self.bombs.get(at)
        return bomb.kind if bomb is not None and not bomb.fused else None
