"""Two friendly ships on one square: blockades and convoys (section 2.5)."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from rules.acrana.board import FINISH, ROADS, Square
from rules.acrana.state import RaceState, ShipName


class Pair(BaseModel):
    """Two ships on a square: of one seat they are a blockade, of partners a convoy."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["blockade", "convoy"]
    at: Square
    ships: tuple[ShipName, ShipName]


def pairs(state: RaceState) -> list[Pair]:
    """Every blockade and convoy, in the order of their squares."""
    found = (pair_on(state, square) for square in sorted({ship.square for ship in state.ships.values()}))
    return [pair for pair in found if pair is not None]


def pair_on(state: RaceState, square: Square) -> Pair | None:
    """The blockade or convoy on a square between 2 and 143."""
    if not ROADS < square < FINISH:
        return None
    ships = state.ships_on(square)
    if len(ships) != 2:  # noqa: PLR2004 - a pair
        return None
    first, second = ships
    if not state.friends(first, second):
        return None
    return Pair(kind="blockade" if first[0] == second[0] else "convoy", at=square, ships=(first, second))
