"""Two friendly ships on one square: blockades and convoys (section 2.5)."""

from itertools import combinations
from typing import Literal

from pydantic import BaseModel, ConfigDict

from rules.acrana.board import Square
from rules.acrana.state import ShipName
from rules.acrana.waters import Waters


class Pair(BaseModel):
    """Two ships on a square: of one seat they are a blockade, of partners a convoy."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["blockade", "convoy"]
    at: Square
    ships: tuple[ShipName, ShipName]


def pairs(waters: Waters) -> list[Pair]:
    """Every blockade and convoy, in the order of their squares."""
    return [
        Pair(kind="blockade" if one[0] == other[0] else "convoy", at=square, ships=(one, other))
        for square, names in waters.shared()
        for one, other in combinations(names, 2)
        if waters.state.friends(one, other)
    ]
