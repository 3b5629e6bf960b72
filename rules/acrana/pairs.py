"""Two friendly ships on one square: blockades and convoys (section 2.5)."""

from itertools import combinations
from typing import Literal, TypeAlias

from rules.acrana.board import Square
from rules.acrana.state import ShipName
from rules.acrana.waters import Waters
from rules.engine.data import Data

PairKind = Literal["blockade", "convoy"]


class Pair(Data):
    """Two friendly ships on a square: a blockade if one seat owns both, otherwise a convoy."""

    kind: PairKind
    at: Square
    ships: tuple[ShipName, ShipName]


Together: TypeAlias = dict[tuple[ShipName, ShipName], Square]
"""The square of each blockade and convoy, lowest squares first."""


def together(waters: Waters) -> Together:
    """Return the square of every blockade and convoy, lowest squares first."""
    return {
        (one, other): square
        for square, names in waters.shared()
        for one, other in combinations(names, 2)
        if waters.state.friends(one, other)
    }


def kind_of(ships: tuple[ShipName, ShipName]) -> PairKind:
    """Return whether two friendly ships on one square are a blockade or a convoy."""
    one, other = ships
    return "blockade" if one[0] == other[0] else "convoy"


def pairs(waters: Waters) -> list[Pair]:
    """Return every blockade and convoy, in the order of their squares."""
    return [Pair(kind=kind_of(ships), at=square, ships=ships) for ships, square in together(waters).items()]
