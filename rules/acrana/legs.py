"""Sailing: how the points of a card may be spent, ship by ship (section 6.5)."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from rules.acrana.board import FINISH, LETTERS, PORT, ROADS, Square
from rules.acrana.state import CardUnderWay, ShipName
from rules.acrana.waters import Waters


class Leg(NamedTuple):
    """A ship, or with `partner` a convoy of two, sails `squares` squares to `landing`."""

    ship: ShipName
    squares: int
    landing: Square
    partner: ShipName = ""

    @property
    def cost(self) -> int:
        """The points it takes."""
        return self.squares * 2 if self.partner else self.squares

    @property
    def sailing(self) -> list[ShipName]:
        """The ships that go, in the order A1, A2, B1, ..."""
        return sorted((self.ship, self.partner)) if self.partner else [self.ship]


class Voyage:
    """The legs a seat may choose from, for any number of points, from one position."""

    def __init__(self, waters: Waters, seat: int, used: Sequence[ShipName] = (), *, first: bool) -> None:
        """`used` are ships that have sailed this card; the `first` leg must be one's own, if any can be."""
        state = waters.state
        self.waters = waters
        self.state = state
        self.letter = LETTERS[seat - 1]
        squares = {name: state.ships[name].square for name in state.fleet_ships(seat)}
        self._ships = [name for name, at in squares.items() if PORT < at < FINISH and name not in used]
        self._caps = {name: waters.cap(name) for name in self._ships}
        self._total = sum(self._caps.values())
        self._own_only = first and not state.finished(seat)

    def legs(self, points: int) -> Iterator[Leg]:
        """Yield every legal leg with that many points left: single ships first, then convoys."""
        return chain.from_iterable(self.legs_of(ship, partner, points) for ship, partner in self.crews())

    def legs_of(
        self, ship: ShipName, partner: ShipName, points: int, squares: int | None = None
    ) -> Iterator[Leg]:
        """The legal legs of one of the crews; if a number of squares is given, of that length alone."""
        budget = min(points, self._total)
        if budget <= 0:
            return iter(())
        return (
            self._convoy(ship, partner, budget, squares) if partner else self._single(ship, budget, squares)
        )

    def crews(self) -> Iterator[tuple[ShipName, ShipName]]:
        """Yield who may sail, if there are points enough: each ship, then convoys, its own ship first."""
        for name in self._ships:
            if not self._own_only or name[0] == self.letter:
                yield name, ""
        if len(self._ships) > 1 and self.state.options.fleet_size > 1:
            for one, other in combinations(self._ships, 2):
                if self._together(one, other):
                    yield (other, one) if other[0] == self.letter else (one, other)

    def lost(self, points: int) -> int:
        """Return how many of the points no ship can use, because the finish or a blockade is in the way."""
        return max(0, points - self._total)

    def _single(self, name: ShipName, budget: int, only: int | None) -> Iterator[Leg]:
        cap, start = self._caps[name], self.state.ships[name].square
        for squares in _lengths(max(1, budget - (self._total - cap)), min(budget, cap), only):
            landing = self.waters.berth(name, start + squares)
            if landing > start:
                yield Leg(name, squares, landing)

    def _together(self, one: ShipName, other: ShipName) -> bool:
        """Whether two ships are a convoy that may sail."""
        start = self.state.ships[one].square
        if one[0] == other[0] or start != self.state.ships[other].square or start <= ROADS:
            return False
        return not self._own_only or self.letter in {one[0], other[0]}

    def _convoy(self, ship: ShipName, partner: ShipName, budget: int, only: int | None) -> Iterator[Leg]:
        start = self.state.ships[ship].square
        caps = self._caps[ship], self._caps[partner]
        for squares in _lengths(1, min(*caps, budget // 2), only):
            landing = start + squares
            rest_fits = budget - 2 * squares <= self._total - sum(caps)
            if rest_fits and (landing == FINISH or not self._friend_at(landing, ship)):
                yield Leg(ship, squares, landing, partner)

    def _friend_at(self, square: Square, name: ShipName) -> bool:
        return any(self.state.friends(name, other) for other in self.waters.ships_on(square))


def _lengths(least: int, most: int, only: int | None) -> range:
    """Return all lengths from the least to the most, or only the wanted one, if it is among them."""
    if only is None:
        return range(least, most + 1)
    return range(only, only + (least <= only <= most))


def under_way(waters: Waters, task: CardUnderWay) -> Voyage:
    """The voyage of the ships that a card under way has not moved yet."""
    return Voyage(waters, waters.state.active, task.used, first=False)


def further_legs(waters: Waters, task: CardUnderWay) -> Iterator[Leg]:
    """The legs that the points left of a card under way allow."""
    return under_way(waters, task).legs(task.points) if task.points else iter(())
