"""The sea: 144 squares whose four edges meet, the tiles that may lie on them, and the captains (2, 3, 13).

Squares are text everywhere: `A1` is the north-west corner, `L12` the south-east one. All arithmetic with
columns and rows is in this module; the rest of the game asks for neighbours.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from rules.engine.data import Data, data_file

Square: TypeAlias = str
"""Column letter A to L (west to east), row number 1 to 12 (north to south)."""

Direction = Literal["N", "E", "S", "W"]
Kind = Literal["sea", "stone", "food", "water", "inhabited", "rocky", "diseased"]
Resource = Literal["food", "water", "inhabited"]
Captain = Literal["P1", "P2", "P3", "P4"]
Good = Literal["food", "water", "sailors"]


class Heading(Data):
    """A direction, and the step it makes."""

    name: Direction
    label: str
    dcol: int
    drow: int


class Starts(Data):
    """The possible starts of ships; `spread` in turn order."""

    corners: tuple[Square, ...]
    spread: tuple[Square, ...]


class TileKind(Data):
    """A kind of tile: its number, its type, and how the picture shows it."""

    id: Kind
    label: str
    code: str
    count: int
    resource: bool
    hazard: bool
    starts_with: Literal["stone", "marker"] | None
    fill: str


class CaptainStyle(Data):
    """How the picture shows a captain's ship."""

    id: Captain
    name: str
    colour: str
    shape: str
    text: str


class GhostStyle(Data):
    """How the Ghost Ship looks."""

    colour: str
    shape: str
    letter: str
    text: str


class BoardFile(Data):
    """The whole of `board.json`."""

    columns: str
    rows: int
    directions: tuple[Heading, ...]
    starts: Starts
    tiles: tuple[TileKind, ...]
    when_bag_empty: Kind
    unrevealed_fill: str
    captains: tuple[CaptainStyle, ...]
    ghost: GhostStyle


FILE = data_file("rules.dangerous_sea", "board.json", BoardFile)

DIRECTIONS: tuple[Direction, ...] = tuple(heading.name for heading in FILE.directions)
TILES: Mapping[Kind, TileKind] = {tile.id: tile for tile in FILE.tiles}
KINDS: tuple[Kind, ...] = tuple(TILES)
STONES = TILES["stone"].count
CAPTAINS: tuple[Captain, ...] = tuple(captain.id for captain in FILE.captains)
MARKS: Mapping[Captain, str] = dict(zip(CAPTAINS, "ABCD", strict=True))
"""The letter of each captain."""
RESOURCES: Mapping[Kind, Resource] = {"food": "food", "water": "water", "inhabited": "inhabited"}
GOOD_OF: Mapping[Kind, Good] = {"food": "food", "water": "water", "inhabited": "sailors"}
"""Kind of island -> the good it yields, and keeps when it is scuttled there."""


def counted(amount: int, good: Good) -> str:
    """Return an amount of a good: `20 food`, `1 sailor`."""
    return "1 sailor" if good == "sailors" and amount == 1 else f"{amount} {good}"


def square_at(column: int, row: int) -> Square:
    """Return the square in that column and row, counted from 1; both wrap around."""
    letter = FILE.columns[(column - 1) % len(FILE.columns)]
    return f"{letter}{(row - 1) % FILE.rows + 1}"


SQUARES: tuple[Square, ...] = tuple(
    square_at(column, row) for row in range(1, FILE.rows + 1) for column in range(1, len(FILE.columns) + 1)
)
"""Row by row: A1, B1 ... L12."""

PLACE: Mapping[Square, int] = {name: place for place, name in enumerate(SQUARES)}


def column_and_row(name: Square) -> tuple[int, int]:
    """Return the column and row of a square, counted from 1."""
    row, column = divmod(PLACE[name], len(FILE.columns))
    return column + 1, row + 1


def _beside(name: Square) -> Mapping[Direction, Square]:
    column, row = column_and_row(name)
    return {step.name: square_at(column + step.dcol, row + step.drow) for step in FILE.directions}


NEIGHBOURS: Mapping[Square, Mapping[Direction, Square]] = {name: _beside(name) for name in SQUARES}


def distance(one: Square, other: Square) -> int:
    """Return the number of steps from one square to the other, across the edges if that is shorter."""
    here, there = column_and_row(one), column_and_row(other)
    across, down = abs(here[0] - there[0]), abs(here[1] - there[1])
    return min(across, len(FILE.columns) - across) + min(down, FILE.rows - down)
