"""Sailing: the legs on which ships may spend the points of a card (section 6.5)."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from rules.acrana.board import FINISH, LETTERS, PORT, ROADS, Square
from rules.acrana.state import CardUnderWay, ShipName
from rules.acrana.waters import Waters


class Leg(NamedTuple):
    """A ship, or a convoy of `ship` and `partner`, sails `squares` squares to `landing`."""

    ship: ShipName
    squares: int
    landing: Square
    partner: ShipName = ""

    @property
    def cost(self) -> int:
        """The points that the leg costs."""
        return self.squares * 2 if self.partner else self.squares

    @property
    def sailing(self) -> list[ShipName]:
        """The ships that sail, in the order A1, A2, B1, ..."""
        return sorted((self.ship, self.partner)) if self.partner else [self.ship]


class Voyage:
    """The legs that a seat may choose in one position, for any number of points."""

    def __init__(self, waters: Waters, seat: int, used: Sequence[ShipName] = (), *, first: bool) -> None:
        """Exclude the `used` ships. On the `first` leg, a ship of `seat` must sail unless all are home."""
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
        """Yield every legal leg if `points` are left: first legs of single ships, then legs of convoys."""
        return chain.from_iterable(self.legs_of(ship, partner, points) for ship, partner in self.crews())

    def legs_of(
        self, ship: ShipName, partner: ShipName, points: int, squares: int | None = None
    ) -> Iterator[Leg]:
        """Yield the legal legs of a ship or a convoy. If given, `squares` selects the leg of this length."""
        budget = min(points, self._total)
        if budget <= 0:
            return iter(())
        return (
            self._convoy(ship, partner, budget, squares) if partner else self._single(ship, budget, squares)
        )

    def crews(self) -> Iterator[tuple[ShipName, ShipName]]:
        """Yield pairs: each ship that may sail, with an empty text; then each convoy, own ship first."""
        for name in self._ships:
            if not self._own_only or name[0] == self.letter:
                yield name, ""
        if len(self._ships) > 1 and self.state.options.fleet_size > 1:
            for one, other in combinations(self._ships, 2):
                if self._together(one, other):
                    yield (other, one) if other[0] == self.letter else (one, other)

    def lost(self, points: int) -> int:
        """Return the number of points that no ship can use because of the finish or a blockade."""
        return max(0, points - self._total)

    def _single(self, name: ShipName, budget: int, only: int | None) -> Iterator[Leg]:
        cap, start = self._caps[name], self.state.ships[name].square
        for squares in _lengths(max(1, budget - (self._total - cap)), min(budget, cap), only):
            landing = self.waters.berth(name, start + squares)
            if landing > start:
                yield Leg(name, squares, landing)

    def _together(self, one: ShipName, other: ShipName) -> bool:
        """Return whether two ships are a convoy that may sail."""
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
            # `ships_on` returns no ships at the finish, which has room for all.
            if rest_fits and not any(
                self.state.friends(ship, other) for other in self.waters.ships_on(landing)
            ):
                yield Leg(ship, squares, landing, partner)


def _lengths(least: int, most: int, only: int | None) -> range:
    """Return the lengths from `least` to `most`. If `only` is given, return no other length."""
    if only is None:
        return range(least, most + 1)
    return range(only, only + (least <= only <= most))


def under_way(waters: Waters, task: CardUnderWay) -> Voyage:
    """Return the voyage of the ships that the current card has not moved yet."""
    return Voyage(waters, waters.state.active, task.used, first=False)


def further_legs(waters: Waters, task: CardUnderWay) -> Iterator[Leg]:
    """Yield the legs that are possible with the points left of the current card."""
    return under_way(waters, task).legs(task.points) if task.points else iter(())
