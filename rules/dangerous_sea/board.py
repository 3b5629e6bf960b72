"""The sea of 144 squares, its tiles and the captains (sections 2, 3 and 13). Opposite edges meet."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from rules.engine.data import Data, data_file

Square: TypeAlias = str
"""A column letter from A (west) to L (east), and a row number from 1 (north) to 12 (south): `A1`."""

Direction = Literal["N", "E", "S", "W"]
Kind = Literal["sea", "stone", "food", "water", "inhabited", "rocky", "diseased"]
Resource = Literal["food", "water", "inhabited"]
Captain = Literal["P1", "P2", "P3", "P4"]
Good = Literal["food", "water", "sailors"]


class Heading(Data):
    """A direction. A step in this direction adds `dcol` columns and `drow` rows."""

    name: Direction
    label: str
    dcol: int
    drow: int


class Starts(Data):
    """The squares where ships may start. `spread` has one square for each seat, in turn order."""

    corners: tuple[Square, ...]
    spread: tuple[Square, ...]


class TileKind(Data):
    """A kind of tile, with its effects and colour. `count` is the number of tiles of this kind."""

    id: Kind
    label: str
    count: int
    resource: bool
    hazard: bool
    starts_with: Literal["stone", "marker"] | None
    fill: str


class CaptainStyle(Data):
    """The colours and the shape of a captain's ship on the picture."""

    id: Captain
    name: str
    colour: str
    shape: str
    text: str


class GhostStyle(Data):
    """The colours, the shape and the letter of the Ghost Ship on the picture."""

    colour: str
    shape: str
    letter: str
    text: str


class BoardFile(Data):
    """The contents of `board.json`."""

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
WINDS: Mapping[str, str] = {heading.name: heading.label.lower() for heading in FILE.directions}
"""The directions in words."""
TILES: Mapping[Kind, TileKind] = {tile.id: tile for tile in FILE.tiles}
KINDS: tuple[Kind, ...] = tuple(TILES)
STONES = TILES["stone"].count
CAPTAINS: tuple[Captain, ...] = tuple(captain.id for captain in FILE.captains)
MARKS: Mapping[Captain, str] = dict(zip(CAPTAINS, "ABCD", strict=True))
"""The letter of each captain."""
RESOURCES: Mapping[Kind, Resource] = {"food": "food", "water": "water", "inhabited": "inhabited"}
GOOD_OF: Mapping[Kind, Good] = {"food": "food", "water": "water", "inhabited": "sailors"}
"""The good that each kind of island yields, and that it keeps if a ship puts some overboard."""


def counted(amount: int, good: Good) -> str:
    """Return an amount of a good in words: `20 food`, `1 sailor`."""
    return "1 sailor" if good == "sailors" and amount == 1 else f"{amount} {good}"


def square_at(column: int, row: int) -> Square:
    """Return the square at a column and a row. Columns and rows are counted from 1 and wrap around."""
    letter = FILE.columns[(column - 1) % len(FILE.columns)]
    return f"{letter}{(row - 1) % FILE.rows + 1}"


SQUARES: tuple[Square, ...] = tuple(
    square_at(column, row) for row in range(1, FILE.rows + 1) for column in range(1, len(FILE.columns) + 1)
)
"""All squares, row by row: A1, B1 ... L12."""

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
    """Return the number of steps on the shortest path between two squares, even across the edges."""
    here, there = column_and_row(one), column_and_row(other)
    across, down = abs(here[0] - there[0]), abs(here[1] - there[1])
    return min(across, len(FILE.columns) - across) + min(down, FILE.rows - down)
