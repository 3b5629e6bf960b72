"""The chart: a track of 144 squares, their kinds, and the edge of the chart (section 3).

Squares are numbers: 0 is a home port, 1 is the roads, and 144 is the finish.
"""

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from rules.engine.data import Data, data_file

Square: TypeAlias = int
"""A number from 0 to 144. The ships of resigned seats are on the square `OUT`."""

OUT: Square = -1
PORT: Square = 0
LETTERS = "ABCDEFGH"

Kind = Literal[
    "roads", "finish", "open", "pirates",
    "weather", "harbour", "reef", "treasure", "compass", "ship_yard",
    "sirens", "navy", "mutiny", "kraken", "coast_guard",
]  # fmt: skip

Side = Literal["N", "E", "S", "W"]


class Grid(Data):
    """The chart's grid of cells. x grows to the right, and y grows downwards."""

    cols: int
    rows: int
    note: str


class SquareData(Data):
    """One square. A square at the edge of the chart has the mark `edge_label` on its `edge_side`."""

    n: Annotated[int, Field(ge=1)]
    x: int
    y: int
    kind: Kind
    edge: bool
    edge_label: str | None
    edge_side: Side | None


class PirateZone(Data):
    """The pirate waters, with the initial and the maximum number of vessels."""

    squares: tuple[Square, ...]
    start_vessels: int
    max_vessels: int


class HomePort(Data):
    """A seat's home port, with coordinates in cells of the grid."""

    seat: str
    name: str
    x: float
    y: float


class Coast(Data):
    """A stretch of land along one side of the chart, from cell `first` to cell `last`."""

    side: Side
    first: int
    last: int


class PlaceName(Data):
    """A name on the chart, with the coordinates of its centre in cells of the grid."""

    name: str
    x: float
    y: float


class Board(Data):
    """The contents of `board.json`."""

    name: Literal["acrana"]
    version: int
    grid: Grid
    finish: Square
    roads: Square
    squares: tuple[SquareData, ...]
    edge_labels: dict[str, Square]
    special: dict[Kind, tuple[Square, ...]]
    pirate_zone: PirateZone
    ports: tuple[HomePort, ...]
    land_border: tuple[Coast, ...]
    land: tuple[tuple[int, int], ...]
    places: tuple[PlaceName, ...]

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        numbers = [square.n for square in self.squares]
        if numbers != list(range(1, self.finish + 1)):
            raise ValueError("the squares do not count from 1 to the finish")
        for here, there in zip(self.squares, self.squares[1:], strict=False):
            if abs(here.x - there.x) + abs(here.y - there.y) != 1:
                raise ValueError(f"{there.n} does not lie next to {here.n}")
        labels = {square.edge_label: square.n for square in self.squares if square.edge}
        if labels != self.edge_labels:
            raise ValueError("the labels of the sea edge differ")
        for kind, squares in {**self.special, "pirates": self.pirate_zone.squares}.items():
            if tuple(square.n for square in self.squares if square.kind == kind) != squares:
                raise ValueError(f"the squares of {kind} differ")
        return self


BOARD = data_file("rules.acrana", "board.json", Board)

ROADS, FINISH = BOARD.roads, BOARD.finish

KINDS: tuple[Kind, ...] = ("open", *(square.kind for square in BOARD.squares))
"""The kind of each square, indexed by its number. A port has the kind `open`."""

KIND_NAMES: dict[Kind, str] = {
    "roads": "the roads", "finish": "the finish", "open": "open sea", "pirates": "pirate waters",
    "weather": "weather", "harbour": "harbour", "reef": "reef", "treasure": "treasure",
    "compass": "broken compass", "ship_yard": "ship yard", "sirens": "sirens", "navy": "navy",
    "mutiny": "mutiny", "kraken": "kraken", "coast_guard": "coast guard",
}  # fmt: skip

PIRATE_WATERS = frozenset(BOARD.pirate_zone.squares)
EDGE = frozenset(BOARD.edge_labels.values())
"""The squares from which ships can sail over the edge of the chart."""

PLAIN: frozenset[Kind] = frozenset({"open", "finish", "roads"})
"""Kinds of squares that have no effect on ships."""


def letter_of(seat: int) -> str:
    """Return the letter of a seat with a number from 1 to 8."""
    return LETTERS[seat - 1]


def port_name(seat: int) -> str:
    """Return the name of a seat's home port."""
    return BOARD.ports[seat - 1].name


def place_name(square: Square) -> str:
    """Return the text of a square for players: `39 (reef)`, `57`, `port`, `144 (finish)`."""
    if square == PORT:
        return "port"
    kind = KINDS[square]
    return str(square) if kind == "open" else f"{square} ({KIND_NAMES[kind]})"


def edge_square(first: int, second: int) -> Square:
    """Return the square with the mark of two dice, where a ship comes back onto the chart (section 3.4)."""
    return BOARD.edge_labels[f"{first}-{second}"]
