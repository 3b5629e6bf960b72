"""The four charts: their squares, and the neighbours of each square (section 3).

Squares and points are texts: `J3` is a square, `J3+` is the corner shared by J3, K3, J4 and K4.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import Annotated, Literal, NamedTuple, Self, TypeAlias

from pydantic import Field, model_validator

from rules.engine.data import Data, data_file

Square: TypeAlias = str
"""A column letter and a row number, from `A1` (the south-west corner) to `P12`."""

Point: TypeAlias = str
"""The north-east corner of a square, where a buoy may float, such as `J3+` for J3."""

PORT = "port"
TOW = "tow"
OUT = "out"

Position: TypeAlias = str
"""A boat's position: a square, `port`, `tow` (waiting to be placed) or `out` (resigned)."""

Die = Literal["N", "E", "S", "W"]
Diagonal = Literal["NE", "SE", "SW", "NW"]
ChartName = Literal["standard", "ring", "diamond", "ocean"]

_COLUMNS = "ABCDEFGHIJKLMNOP"
_TEXT_FORM = re.compile(r"([A-P])([1-9][0-9]?)(\+?)")


class Place(NamedTuple):
    """A column and a row, counted from 0 at A1. A point has the place of the square south-west of it."""

    x: int
    y: int

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the place of the square or point that a text names. Case is ignored. Raises ValueError."""
        form = _TEXT_FORM.fullmatch(text.strip().upper())
        if form is None:
            raise ValueError(f"{text!r} is neither a square such as J3 nor a point such as J3+")
        return cls(_COLUMNS.index(form[1]), int(form[2]) - 1)

    @property
    def square(self) -> Square:
        """The text of this place as a square; if its column does not exist, the text names no square."""
        return f"{_COLUMNS[self.x]}{self.y + 1}" if 0 <= self.x < len(_COLUMNS) else f"?{self.y + 1}"

    @property
    def point(self) -> Point:
        """The text of this place as a point."""
        return f"{self.square}+"

    def shifted(self, dx: int, dy: int) -> "Place":
        """Return the place `dx` columns east and `dy` rows north."""
        return Place(self.x + dx, self.y + dy)

    def gap(self, other: "Place") -> int:
        """Return the larger of the distances in columns and in rows (section 5)."""
        return max(abs(self.x - other.x), abs(self.y - other.y))


class Wind(Data):
    """A main direction: the suit of its die, and its step in columns and rows."""

    suit: str
    dx: int
    dy: int


class Face(Data):
    """One face of a wind die."""

    face: str
    value: Annotated[int, Field(ge=0, le=5)]


class Token(Data):
    """The suit, letter, shape and colours (`#RRGGBB`) of a seat's boat."""

    seat: int
    suit: str
    letter: str
    shape: str
    fill: str
    ink: str


class Check(Data):
    """The totals of a chart: counts of squares, and the distances from buoy to buoy."""

    squares: int
    open_sea_with_6_islands: int
    leg_lengths: tuple[int, ...]
    course_length: int


class Chart(Data):
    """One chart in the data file."""

    name: str
    note: str
    tile_rows_north_to_south: tuple[str, ...]
    tiles: int
    columns: int
    rows: int
    port_squares: tuple[Square, ...]
    port_point: Point
    buoys: tuple[Point, ...]
    islands: tuple[Square, ...]
    shark_starts: tuple[Square, ...]
    min_gap: int
    check: Check

    def tiles_at(self) -> Iterator[tuple[Place, str]]:
        """Yield the south-west square and the letter of each tile (`#` is sea, `P` is the port)."""
        for row, letters in enumerate(reversed(self.tile_rows_north_to_south)):
            for column, letter in enumerate(letters):
                if letter != ".":
                    yield Place(2 * column, 2 * row), letter

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        corners = dict(self.tiles_at())
        squares = {square for corner in corners for square in _tile(corner)}
        harbour = [corner for corner, letter in corners.items() if letter == "P"]
        around_buoys = list(chain.from_iterable(four_of(point) for point in self.buoys))
        pieces = [*around_buoys, *self.islands, *self.shark_starts, *self.port_squares]
        faults = {
            "the tiles are miscounted": len(corners) != self.tiles,
            "the size is not that of the tile rows": any(
                2 * len(letters) != self.columns for letters in self.tile_rows_north_to_south
            )
            or 2 * len(self.tile_rows_north_to_south) != self.rows,
            "the port is not the P tile": [_tile(corner) for corner in harbour] != [self.port_squares],
            "the port's point is not its centre": {corner.point for corner in harbour} != {self.port_point},
            "something lies off the board": not squares.issuperset(pieces),
            "two things share a square": len(set(pieces)) != len(pieces),
        }
        found = [fault for fault, there in faults.items() if there]
        if found:
            raise ValueError("; ".join(found))
        return self


class BoardFile(Data):
    """The contents of `board.json`."""

    format: Literal[1]
    about: str
    directions: dict[Die, Wind]
    diagonals: dict[Diagonal, tuple[Die, Die]]
    dice_order: tuple[Die, Die, Die, Die]
    die_faces: tuple[Face, ...]
    seats: tuple[Token, ...]
    total_tiles_in_two_sets: int
    boards: dict[ChartName, Chart]


def _tile(corner: Place) -> tuple[Square, ...]:
    """Return the four squares of a tile in the order SW, SE, NW, NE."""
    return tuple(corner.shifted(dx, dy).square for dy in (0, 1) for dx in (0, 1))


@lru_cache(maxsize=1024)
def four_of(point: Point) -> tuple[Square, ...]:
    """Return the four squares that touch a point, clockwise from the north-west."""
    place = Place.read(point)
    return tuple(place.shifted(dx, dy).square for dx, dy in ((0, 1), (1, 1), (1, 0), (0, 0)))


def ring_of(point: Point, width: int) -> Iterator[Square]:
    """Yield the squares of ring `width` around a point, clockwise from the north-west. Some may not exist."""
    place = Place.read(point)
    west, east, south, north = (
        place.x - width, place.x + 1 + width, place.y - width, place.y + 1 + width
    )  # fmt: skip
    yield from (Place(x, north).square for x in range(west, east))
    yield from (Place(east, y).square for y in range(north, south, -1))
    yield from (Place(x, south).square for x in range(east, west, -1))
    yield from (Place(west, y).square for y in range(south, north))


FILE = data_file("rules.port_flower", "board.json", BoardFile)
DICE: tuple[Die, ...] = FILE.dice_order
TOKENS: tuple[Token, ...] = FILE.seats
_STEPS: Mapping[str, tuple[int, int]] = {
    **{die: (wind.dx, wind.dy) for die, wind in FILE.directions.items()},
    **{
        diagonal: (
            FILE.directions[first].dx + FILE.directions[second].dx,
            FILE.directions[first].dy + FILE.directions[second].dy,
        )
        for diagonal, (first, second) in FILE.diagonals.items()
    },
}
DIRECTIONS: tuple[str, ...] = tuple(_STEPS)
"""The four straight directions in the order of the dice, then the four diagonals."""


class Board:
    """One chart with the neighbours of its squares, which never change. `board` returns it."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        tiles = chain.from_iterable(_tile(corner) for corner, _ in chart.tiles_at())
        places = sorted(map(Place.read, tiles), key=lambda place: (place.y, place.x))
        self.squares: tuple[Square, ...] = tuple(place.square for place in places)
        """All squares, row by row from the south, and from west to east in each row."""
        self.port = chart.port_squares
        self.bit: Mapping[Square, int] = {square: 1 << n for n, square in enumerate(self.squares)}
        """The bit of each square, so that a set of squares can be one number."""
        self._neighbours = {
            (square, direction): beyond
            for square in self.squares
            for direction, (dx, dy) in _STEPS.items()
            if (beyond := Place.read(square).shifted(dx, dy).square) in self.bit
        }
        self.beside: Mapping[Square, tuple[Square, ...]] = {
            square: tuple(filter(None, (self.neighbour(square, die) for die in DICE)))
            for square in self.squares
        }
        """The squares one step north, east, south and west of each square."""

    def __contains__(self, square: object) -> bool:
        return square in self.bit

    def neighbour(self, square: Square, direction: str) -> Square | None:
        """Return the next square in a direction, or `None` at the edge."""
        return self._neighbours.get((square, direction))

    def neighbours(self, square: Square) -> Iterator[Square]:
        """Return the squares one step away, in all eight directions."""
        return (
            self._neighbours[square, direction]
            for direction in DIRECTIONS
            if (square, direction) in self._neighbours
        )

    def point_crossed(self, square: Square, diagonal: str) -> Point:
        """Return the point that a diagonal step from `square` crosses."""
        dx, dy = _STEPS[diagonal]
        return Place.read(square).shifted(min(dx, 0), min(dy, 0)).point

    def flanks(self, square: Square, diagonal: str) -> tuple[Square | None, Square | None]:
        """Return the two squares next to a diagonal step from `square`; a missing square is `None`."""
        return self.neighbour(square, diagonal[0]), self.neighbour(square, diagonal[1])

    @cache  # noqa: B019 - there are only four boards, which are never freed
    def around(self, point: Point) -> tuple[Square, ...]:
        """Return all squares from a point outwards: its four squares, then ring by ring, all clockwise."""
        rings = (ring_of(point, width) for width in range(1, max(self.chart.columns, self.chart.rows)))
        return tuple(square for square in chain(four_of(point), *rings) if square in self.bit)

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """The points whose four squares all exist, row by row from the south, and from west to east."""
        candidates = (Place.read(square).point for square in self.squares)
        return tuple(point for point in candidates if self.bit.keys() >= set(four_of(point)))

    @cached_property
    def missing(self) -> tuple[Square, ...]:
        """The squares of the bounding rectangle that the chart does not have."""
        rectangle = (Place(x, y).square for y in range(self.chart.rows) for x in range(self.chart.columns))
        return tuple(square for square in rectangle if square not in self.bit)

    def bits(self, squares: Iterable[Square]) -> int:
        """Return a set of squares as one number; positions such as `port` and `out` are ignored."""
        total = 0
        for square in squares:
            total |= self.bit.get(square, 0)
        return total


@cache
def board(name: ChartName) -> Board:
    """Return the board of a chart."""
    return Board(FILE.boards[name])
