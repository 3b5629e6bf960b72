"""The four charts: their squares, and how these touch one another (section 3).

Squares and points are text everywhere: `J3` is a square, `J3+` the corner shared by J3, K3, J4 and K4. All
arithmetic with columns and rows is in this module; the rest of the game asks for neighbours, corners, rings.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import Annotated, Literal, NamedTuple, Self, TypeAlias

from pydantic import Field, model_validator

from rules.engine.data import Data, data_file

Square: TypeAlias = str
"""`A1` .. `P12`: column letter, row number; A1 is the south-west corner."""

Point: TypeAlias = str
"""`J3+`: the north-east corner of the square J3, where a buoy may stand."""

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
    """Columns east and rows north of A1, which is (0, 0); a point has those of its south-west square."""

    x: int
    y: int

    @classmethod
    def read(cls, text: str) -> Self:
        """The place of a square or a point, in upper or lower case. Raises ValueError for anything else."""
        form = _TEXT_FORM.fullmatch(text.strip().upper())
        if form is None:
            raise ValueError(f"{text!r} is neither a square such as J3 nor a point such as J3+")
        return cls(_COLUMNS.index(form[1]), int(form[2]) - 1)

    @property
    def square(self) -> Square:
        """The text form as a square."""
        return f"{_COLUMNS[self.x]}{self.y + 1}" if 0 <= self.x < len(_COLUMNS) else f"?{self.y + 1}"

    @property
    def point(self) -> Point:
        """The text form as a point."""
        return f"{self.square}+"

    def shifted(self, dx: int, dy: int) -> "Place":
        """Return the place that many columns east and rows north."""
        return Place(self.x + dx, self.y + dy)

    def gap(self, other: "Place") -> int:
        """The distance of two points in section 5: the larger of columns and rows between them."""
        return max(abs(self.x - other.x), abs(self.y - other.y))


class Wind(Data):
    """One of the four directions: the suit of its die and the step it makes."""

    suit: str
    dx: int
    dy: int


class Face(Data):
    """One face of a wind die."""

    face: str
    value: Annotated[int, Field(ge=0, le=5)]


class Token(Data):
    """The look of a seat's boat: suit, letter, shape and colours (`#RRGGBB`)."""

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
    """One chart as the data file gives it."""

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
        """The south-west square and the letter of each tile on the chart (`#` sea, `P` port)."""
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
    """The whole of `board.json`."""

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
    """The four squares of a tile in the order SW, SE, NW, NE."""
    return tuple(corner.shifted(dx, dy).square for dy in (0, 1) for dx in (0, 1))


@lru_cache(maxsize=1024)
def four_of(point: Point) -> tuple[Square, ...]:
    """The four squares that touch a point, clockwise from the north-west."""
    place = Place.read(point)
    return tuple(place.shifted(dx, dy).square for dx, dy in ((0, 1), (1, 1), (1, 0), (0, 0)))


def ring_of(point: Point, width: int) -> Iterator[Square]:
    """The squares `width` rings out from a point's four (ring 1 has 12), clockwise from the north-west.

    They run along the north side, down the east side, along the south side and up the west side; some may lie
    off the board.
    """
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
    """One chart with its squares tied together. Use `board` to get one; it never changes."""

    def __init__(self, chart: Chart) -> None:
        """Tie the squares of a chart together."""
        self.chart = chart
        tiles = chain.from_iterable(_tile(corner) for corner, _ in chart.tiles_at())
        places = sorted(map(Place.read, tiles), key=lambda place: (place.y, place.x))
        self.squares: tuple[Square, ...] = tuple(place.square for place in places)
        """Every square, row by row from the south, each from west to east."""
        self.port = chart.port_squares
        self.bit: Mapping[Square, int] = {square: 1 << n for n, square in enumerate(self.squares)}
        """Each square as a bit of its own, so that a set of squares can be one number."""
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
        """The squares one step north, east, south and west of each."""

    def __contains__(self, square: object) -> bool:
        """Whether there is such a square on this board."""
        return square in self.bit

    def neighbour(self, square: Square, direction: str) -> Square | None:
        """The next square in that direction; `None` beyond the edge."""
        return self._neighbours.get((square, direction))

    def neighbours(self, square: Square) -> Iterator[Square]:
        """The squares one step away, in eight directions."""
        return (
            self._neighbours[square, direction]
            for direction in DIRECTIONS
            if (square, direction) in self._neighbours
        )

    def point_crossed(self, square: Square, diagonal: str) -> Point:
        """The point that a diagonal step from that square crosses."""
        dx, dy = _STEPS[diagonal]
        return Place.read(square).shifted(min(dx, 0), min(dy, 0)).point

    def flanks(self, square: Square, diagonal: str) -> tuple[Square | None, Square | None]:
        """The two squares on either side of a diagonal step from that square; `None` for a missing square."""
        return self.neighbour(square, diagonal[0]), self.neighbour(square, diagonal[1])

    @cache  # noqa: B019 - there are four boards, and they live for ever
    def around(self, point: Point) -> tuple[Square, ...]:
        """Return all squares from a point outwards: its four clockwise from the north-west, then by rings."""
        rings = (ring_of(point, width) for width in range(1, max(self.chart.columns, self.chart.rows)))
        return tuple(square for square in chain(four_of(point), *rings) if square in self.bit)

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """The points whose four squares all exist, row by row from the south, each row from west to east."""
        candidates = (Place.read(square).point for square in self.squares)
        return tuple(point for point in candidates if self.bit.keys() >= set(four_of(point)))

    @cached_property
    def missing(self) -> tuple[Square, ...]:
        """The squares of the bounding rectangle that do not exist."""
        rectangle = (Place(x, y).square for y in range(self.chart.rows) for x in range(self.chart.columns))
        return tuple(square for square in rectangle if square not in self.bit)

    def bits(self, squares: Iterable[Square]) -> int:
        """A set of squares as one number; places that are no squares (`port`, `out`) do not count."""
        total = 0
        for square in squares:
            total |= self.bit.get(square, 0)
        return total


@cache
def board(name: ChartName) -> Board:
    """The board of that chart."""
    return Board(FILE.boards[name])
