"""Two friendly ships on one square: blockades and convoys (section 2.5)."""

from collections.abc import Iterator
from itertools import combinations
from typing import Literal

from pydantic import BaseModel, ConfigDict

from rules.acrana.board import FINISH, ROADS, Square
from rules.acrana.state import RaceState, ShipName


class Pair(BaseModel):
    """Two ships on a square: of one seat they are a blockade, of partners a convoy."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    kind: Literal["blockade", "convoy"]
    at: Square
    ships: tuple[ShipName, ShipName]


def pairs(state: RaceState) -> list[Pair]:
    """Every blockade and convoy, in the order of their squares."""
    if state.options.ships == state.options.fleet_size == 1:
        return []
    return sorted(_pairs(state), key=lambda pair: pair.at)


def _pairs(state: RaceState) -> Iterator[Pair]:
    on: dict[Square, list[ShipName]] = {}
    for name, ship in state.ships.items():
        if ROADS < ship.square < FINISH:
            on.setdefault(ship.square, []).append(name)
    for square, names in on.items():
        for one, other in combinations(names, 2):
            if state.friends(one, other):
                yield Pair(kind="blockade" if one[0] == other[0] else "convoy", at=square, ships=(one, other))
