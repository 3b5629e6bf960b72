"""The wake of the last turn: what sailed, fired and drifted where, to be drawn from the state alone."""

from dataclasses import field
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from rules.engine.record import Record
from rules.privateer.board import Direction, Hex
from rules.privateer.fleets import Ship

Cause = Literal["fled", "storm", "volcano", "desert", "reef", "blown_off", "withdrawn"]
"""Why a ship is gone without having been sunk or taken."""

ShotResult = Literal["hit", "fog", "truce", "volcano", "out", "own", "empty"]
Prize = Literal["scuttled", "taken"]


class Sounding(Record):
    """A reef that was entered: where, and what the die showed (1 holes the ship)."""

    hex: Hex
    roll: int


class Fight(Record):
    """A boarding: against whom, the rolls (attacker, defender), and what became of it.

    `rolls` is empty where nobody fought: the merchant, and Marines. `prize` is `None` while the winner thinks
    it over; `new_ship` appeared at `placed` if it was taken.
    """

    other: Ship
    rolls: list[tuple[int, int]] = field(default_factory=list)
    winner: Ship
    prize: Prize | None = None
    new_ship: Ship | None = None
    placed: Hex | None = None


class SailTrace(Record):
    """A move.

    `path` holds the hexes sailed, the start included; `beyond` the rest of what was ordered, as far as there
    are hexes. `lost` says why the ship is gone: at the last hex of the path, or off the map from there.
    """

    act: Literal["sail"] = "sail"
    ship: Ship
    die: int
    dir: Direction
    steps: int
    path: list[Hex]
    beyond: list[Hex] = field(default_factory=list)
    reefs: list[Sounding] = field(default_factory=list)
    fight: Fight | None = None
    lost: Cause | None = None


class Sinking(Record):
    """A ship that a shot sank, and where."""

    ship: Ship
    hex: Hex


class ShotTrace(Record):
    """A shot from a hex: the hexes the balls flew over, the target last (as far as they are on the map)."""

    act: Literal["fire"] = "fire"
    ship: Ship
    die: int
    dir: Direction
    start: Hex
    line: list[Hex]
    result: ShotResult
    rake: bool = False
    sunk: list[Sinking] = field(default_factory=list)


class Drift(Record):
    """What weather did to one ship: from where, to where (`None` off the map), and why it is lost, if so."""

    ship: Ship
    start: Hex
    to: Hex | None
    lost: Cause | None = None


class WeatherTrace(Record):
    """The end of a round: every ship that the wind moved (with the die it rolled) or the storm swallowed."""

    act: Literal["weather"] = "weather"
    wind: int | None = None
    drifts: list[Drift] = field(default_factory=list)


AnyTrace: TypeAlias = Annotated[SailTrace | ShotTrace | WeatherTrace, Field(discriminator="act")]
