"""The squares of ships, the room on squares, blockades and convoys (sections 2.5, 6.5 and 6.6)."""

from itertools import combinations
from typing import Literal, TypeAlias

from rules.acrana.board import FINISH, ROADS, Square
from rules.acrana.state import RaceState, ShipName
from rules.engine.data import Data


class Waters:
    """The ships between the roads and the finish, grouped by square. `move` updates the groups."""

    def __init__(self, state: RaceState) -> None:
        self.state = state
        self._on: dict[Square, list[ShipName]] = {}
        for name, ship in state.ships.items():
            square = ship.square
            if ROADS < square < FINISH:
                self._on.setdefault(square, []).append(name)
        self._blockades = self._find_blockades()

    def move(self, name: ShipName, start: Square, end: Square) -> None:
        """Record that a ship has moved from `start` to `end`."""
        if ROADS < start < FINISH:
            self._on[start].remove(name)
            if not self._on[start]:
                del self._on[start]
        if ROADS < end < FINISH:
            self._on[end] = sorted([*self._on.get(end, ()), name])
        self._blockades = self._find_blockades()

    def shared(self) -> list[tuple[Square, list[ShipName]]]:
        """Return each square with several ships, lowest first, and the ships in the order A1, A2, B1, ..."""
        return sorted((square, names) for square, names in self._on.items() if len(names) > 1)

    def enemies_on(self, square: Square, name: ShipName) -> list[ShipName]:
        """Return the ships of other fleets on a square, or no ships for the roads and the finish."""
        return [other for other in self._on.get(square, ()) if not self.state.friends(name, other)]

    def ships_on(self, square: Square) -> list[ShipName]:
        """Return the ships on a square between the roads and the finish."""
        return self._on.get(square, [])

    def may_sail_to(self, name: ShipName, square: Square) -> bool:
        """Return whether a sailing ship has room on a square or can fight for it (section 6.6)."""
        others = self._others(name, square)
        if not others:
            return True
        if self.state.friends(name, others[0]):
            return len(others) == 1
        return len(others) == 1 or others[0][0] != others[1][0]

    def may_drift_to(self, name: ShipName, square: Square) -> bool:
        """Return whether a square has room for a ship that drifts there (section 6.6)."""
        others = self._others(name, square)
        return not others or (len(others) == 1 and self.state.friends(name, others[0]))

    def berth(self, name: ShipName, square: Square) -> Square:
        """Return the final square of a sailing ship: `square`, or the next lower square with room."""
        while square in self._on and not self.may_sail_to(name, square):
            square -= 1
        return square

    def mooring(self, name: ShipName, square: Square) -> Square:
        """Return the final square of a drifting ship: `square`, or the next lower square with room."""
        while square in self._on and not self.may_drift_to(name, square):
            square -= 1
        return square

    def limit(self, name: ShipName) -> Square:
        """Return the furthest square in reach: the finish, or the square before another seat's blockade."""
        if not self._blockades:
            return FINISH
        here = self.state.ships[name].square
        ahead = [square for square, letter in self._blockades if square > here and letter != name[0]]
        return min(ahead) - 1 if ahead else FINISH

    def cap(self, name: ShipName) -> int:
        """Return the maximum number of squares that a ship can go forward."""
        return self.limit(name) - self.state.ships[name].square

    def _find_blockades(self) -> list[tuple[Square, str]]:
        """Return the square of each blockade and the letter of its seat."""
        return [
            (square, names[0][0])
            for square, names in self._on.items()
            if len(names) == 2 and names[0][0] == names[1][0]  # noqa: PLR2004 - two ships of one seat
        ]

    def _others(self, name: ShipName, square: Square) -> list[ShipName]:
        on = self._on.get(square)
        return [other for other in on if other != name] if on else []


PairKind = Literal["blockade", "convoy"]


class Pair(Data):
    """Two friendly ships on a square: a blockade if one seat owns both, otherwise a convoy."""

    kind: PairKind
    at: Square
    ships: tuple[ShipName, ShipName]


Together: TypeAlias = dict[tuple[ShipName, ShipName], Square]
"""The square of each blockade and convoy, the lowest square first."""


def together(waters: Waters) -> Together:
    """Return the square of every blockade and convoy, the lowest square first."""
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
