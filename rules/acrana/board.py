"""The chart: 144 squares in a line, what lies on them, and the ways around them (section 3).

Squares are plain numbers: 0 is a home port, 1 the roads, 144 the finish. `OUT` is nowhere: the place of a
ship whose captain has resigned.
"""

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from rules.engine.data import Data, data_file

Square: TypeAlias = int
"""0..144, or `OUT`."""

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
    """The rectangle of cells the chart is drawn on; x grows to the right, y downwards."""

    cols: int
    rows: int
    note: str


class SquareData(Data):
    """One square: its cell, what lies on it, and what it touches on the rim of the chart."""

    n: Annotated[int, Field(ge=1)]
    x: int
    y: int
    kind: Kind
    edge: bool
    edge_label: str | None
    edge_side: Side | None


class PirateZone(Data):
    """Pirate waters and how many vessels roam there."""

    squares: tuple[Square, ...]
    start_vessels: int
    max_vessels: int


class HomePort(Data):
    """A seat's home port, at cell coordinates."""

    seat: str
    name: str
    x: float
    y: float


class Coast(Data):
    """A stretch of the chart's rim that is land: the first and the last cell along that side."""

    side: Side
    first: int
    last: int


class PlaceName(Data):
    """A name printed on the chart, centred at cell coordinates."""

    name: str
    x: float
    y: float


class Board(Data):
    """Everything `board.json` holds."""

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
        """The lists repeat what the squares say: they must agree."""
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
"""Square -> what lies on it; a port counts as open."""

KIND_NAMES: dict[Kind, str] = {
    "roads": "the roads", "finish": "the finish", "open": "open sea", "pirates": "pirate waters",
    "weather": "weather", "harbour": "harbour", "reef": "reef", "treasure": "treasure",
    "compass": "broken compass", "ship_yard": "ship yard", "sirens": "sirens", "navy": "navy",
    "mutiny": "mutiny", "kraken": "kraken", "coast_guard": "coast guard",
}  # fmt: skip
"""The kinds of squares in words."""

PIRATE_WATERS = frozenset(BOARD.pirate_zone.squares)
EDGE = frozenset(BOARD.edge_labels.values())
"""The squares from which the sea edge can be crossed."""

PLAIN: frozenset[Kind] = frozenset({"open", "finish", "roads"})
"""Kinds of squares on which nothing can happen to a ship."""


def letter_of(seat: int) -> str:
    """The letter of a seat, 1 to 8."""
    return LETTERS[seat - 1]


def port_name(seat: int) -> str:
    """The home port of a seat."""
    return BOARD.ports[seat - 1].name


def place_name(square: Square) -> str:
    """A square as people say it: `39 (reef)`, `57`, `port`, `144 (finish)`."""
    if square == PORT:
        return "port"
    kind = KINDS[square]
    return str(square) if kind == "open" else f"{square} ({KIND_NAMES[kind]})"


def edge_square(first: int, second: int) -> Square:
    """Return the square to which two dice, in order, bring a ship back onto the chart (section 3.4)."""
    return BOARD.edge_labels[f"{first}-{second}"]
