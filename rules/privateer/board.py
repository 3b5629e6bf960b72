"""The ocean of 127 hexes, the start circles and the fleets' colours (sections 2 and 3)."""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import takewhile
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from rules.engine.data import Data, data_file

Hex: TypeAlias = str
"""A column's letter, and a number that grows towards the south. `G7` is the centre."""

Direction = Literal["N", "NE", "SE", "S", "SW", "NW"]
Colour = Literal["red", "blue", "yellow", "green", "gray", "black"]
Terrain = Literal["volcano", "desert", "reef"]
Level = Literal["light", "moderate", "absurd"]
Gambit = Literal["extra_powder", "marines", "fog_bank", "shorten_sail", "raking_fire", "steady_hand"]

COLUMNS = "ABCDEFGHIJKLM"


class Heading(Data):
    """One of the six directions, and its step in axial coordinates."""

    name: Direction
    dq: int
    dr: int
    opposite: Direction


class Start(Data):
    """A start circle, and its direction from the centre."""

    id: Hex
    direction: Direction


class Fleet(Data):
    """A fleet: its card number, its gambit, and the appearance of its ships."""

    id: Colour
    number: Annotated[int, Field(ge=1, le=6)]
    hex_colour: str
    shape: str
    letter: str
    gambit: Gambit


class MerchantPiece(Data):
    """The appearance of the merchant."""

    id: Literal["merchant"]
    hex_colour: str
    letter: str


class TerrainKind(Data):
    """A type of terrain: its letter, and the number of its tiles at each level."""

    id: Terrain
    letter: str
    per_level: dict[Level, int]


class Die(Data):
    """A kind of die. `pool` is the number of such dice in the box."""

    faces: tuple[int, ...]
    pool: int


class Dice(Data):
    """The two kinds of dice."""

    sail: Die
    cannon: Die


class HexData(Data):
    """A hex: axial coordinates, distance from the centre (`ring`), and neighbours."""

    id: Hex
    q: int
    r: int
    ring: int
    kind: Literal["sea", "start", "centre"]
    neighbours: dict[Direction, Hex]


class BoardFile(Data):
    """The contents of `board.json`."""

    radius: int
    directions: tuple[Heading, ...]
    centre: Hex
    starts: tuple[Start, ...]
    fleets: tuple[Fleet, ...]
    merchant: MerchantPiece
    terrain: tuple[TerrainKind, ...]
    dice: Dice
    hexes: tuple[HexData, ...]

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        known = {hexagon.id for hexagon in self.hexes}
        faults = {
            "the hexes are miscounted": {len(known), len(self.hexes)} != {_within(self.radius)},
            "a hex is not where its name says": any(_name(h.q, h.r) != h.id for h in self.hexes),
            "a ring is wrong": any(_ring(h.q, h.r) != h.ring for h in self.hexes),
            "the neighbours are wrong": any(self._around(h, known) != h.neighbours for h in self.hexes),
            "the start circles are wrong": {h.id for h in self.hexes if h.kind == "start"}
            != {start.id for start in self.starts},
        }
        found = [fault for fault, there in faults.items() if there]
        if found:
            raise ValueError("; ".join(found))
        return self

    def _around(self, hexagon: HexData, known: set[Hex]) -> dict[Direction, Hex]:
        steps = {to.name: _name(hexagon.q + to.dq, hexagon.r + to.dr) for to in self.directions}
        return {direction: beside for direction, beside in steps.items() if beside in known}


def _name(q: int, r: int) -> Hex:
    half = len(COLUMNS) // 2
    return f"{COLUMNS[q + half]}{r + half + 1}" if abs(q) <= half else ""


def _ring(q: int, r: int) -> int:
    return max(abs(q), abs(r), abs(q + r))


def _within(radius: int) -> int:
    return 3 * radius * (radius + 1) + 1


def reading_order(name: Hex) -> tuple[str, int]:
    """Return the sort key of a hex: its letter, then its number."""
    return name[0], int(name[1:])


FILE = data_file("rules.privateer", "board.json", BoardFile)
CENTRE = FILE.centre
RIM = FILE.radius
"""The ring of the outermost hexes."""

DIRECTIONS: tuple[Direction, ...] = tuple(heading.name for heading in FILE.directions)
OPPOSITE: Mapping[Direction, Direction] = {heading.name: heading.opposite for heading in FILE.directions}
STARTS: tuple[Hex, ...] = tuple(start.id for start in FILE.starts)
"""The start circles in the order of the directions."""

HEXES: tuple[Hex, ...] = tuple(sorted((hexagon.id for hexagon in FILE.hexes), key=reading_order))
"""All hexes, sorted by letter, then by number."""

NUMBER: Mapping[Hex, int] = {name: number for number, name in enumerate(HEXES, 1)}
"""The index of each hex in `HEXES`, from 1, which represents a random hex in the journal."""

RING: Mapping[Hex, int] = {hexagon.id: hexagon.ring for hexagon in FILE.hexes}
"""The distance of each hex from the centre."""

NEIGHBOURS: Mapping[Hex, tuple[Hex, ...]] = {
    hexagon.id: tuple(hexagon.neighbours[to] for to in DIRECTIONS if to in hexagon.neighbours)
    for hexagon in FILE.hexes
}
"""The neighbours of each hex, in the order of the directions."""

_PLACES = {hexagon.id: (hexagon.q, hexagon.r) for hexagon in FILE.hexes}
_STEP = {heading.name: (heading.dq, heading.dr) for heading in FILE.directions}


def _line(start: Hex, direction: Direction) -> tuple[Hex, ...]:
    (q, r), (dq, dr) = _PLACES[start], _STEP[direction]
    ahead = (_name(q + n * dq, r + n * dr) for n in range(1, 2 * RIM + 1))
    return tuple(takewhile(_PLACES.__contains__, ahead))


LINES: Mapping[Hex, Mapping[Direction, tuple[Hex, ...]]] = {
    name: {direction: _line(name, direction) for direction in DIRECTIONS} for name in HEXES
}
"""The hexes from each hex to the rim in each direction, the nearest first."""


@cache
def distance(one: Hex, other: Hex) -> int:
    """Return the number of steps between two hexes."""
    (q, r), (s, t) = _PLACES[one], _PLACES[other]
    return _ring(q - s, r - t)


def outermost(hexes: Iterable[Hex]) -> Hex:
    """Return the hex farthest from the centre. Ties go to the first by letter, then by number."""
    return min(hexes, key=lambda name: (RIM - RING[name], reading_order(name)))
