"""What ships can reach with a hand: the best order of its cards, with an average for every landing.

Everything is counted in squares of the way home.
"""

from collections.abc import Sequence
from statistics import fmean

from rules.acrana.board import EDGE, FINISH, KINDS, PIRATE_WATERS, PORT, ROADS, Square
from rules.acrana.cards import Card
from rules.acrana.landing_worth import STEPS, landing
from rules.acrana.state import RaceState, Ship
from rules.acrana.tables import TableName, table_at

_BEND, _AT_BEND = 44, 33.0
"""Up to here most of the way lies along the edge of the chart, and a three may save it."""

_BEFORE, _BEHIND = 0.54, 1.1
"""What a square is worth before that bend, and behind it."""

_NEARLY = 135.0
"""The most that a ship is worth short of the finish: it needs one more card."""

_PORT_BOUND = -13.0
"""The worth of lying in port. Half of all hands hold no card to leave it with."""


def _worth_of(square: Square) -> float:
    if square == PORT:
        return _PORT_BOUND
    if square == FINISH:
        return float(FINISH)
    return min(_NEARLY, _AT_BEND + (square - _BEND) * (_BEHIND if square > _BEND else _BEFORE))


WORTH = tuple(_worth_of(square) for square in range(FINISH + 1))
"""Square -> what it is worth to have come there, before the next cards are known."""

_SLOWLY = 0.9
"""What a step of a card is worth where nobody knows yet on which squares it will end."""

_ASTRAY = fmean(WORTH[square] for square in EDGE)


def _astray(left: Sequence[int]) -> float:
    return _ASTRAY + _SLOWLY * sum(left)


class Prospect:
    """What one ship can reach with some cards, if it sails all of them in the best order."""

    def __init__(self, state: RaceState, ship: Ship, hand: Sequence[Card], silver: int) -> None:
        """Look at a hand. Its seat's ship meets pirates if one of their vessels is free now."""
        self._ship = ship
        self._silver = silver
        self._hunted = bool(state.free_vessels) and not ship.escort
        self._cards = [card for card in hand if card.steps]
        self._steps = [card.steps for card in self._cards]
        self._launches = [card for card in hand if card.rank in {"A", "K"}]
        self._jumps = any(card.rank == "3" for card in hand)
        self._found: dict[int, float] = {}

    def worth(self) -> float:
        """Return what the ship comes to. It prefers a king to an ace for leaving port."""
        if self._ship.square != PORT:
            return self._best(0, self._ship.square)
        if not self._launches:
            return WORTH[PORT]
        return self._best(self._bit(self._launches[-1]), ROADS)

    def sailed(self, card: Card, squares: int) -> float:
        """Return the same if it sails that card first, so far."""
        return self._sailed(self._bit(card), self._ship.square, self._ship.square + squares)

    def over_edge(self) -> float:
        """Return the same if it goes over the edge first."""
        return _astray(self._steps)

    def _bit(self, card: Card) -> int:
        """Return a card as one of those played; 0 if it is none that sails."""
        return 1 << self._cards.index(card) if card in self._cards else 0

    def _best(self, played: int, at: Square) -> float:
        """Return the worth of being there with those cards played: a bit for each, in hand order."""
        if played not in self._found:
            ways = [
                self._sailed(played | 1 << place, at, at + steps + (0 if played else self._silver))
                for place, steps in enumerate(self._steps)
                if not played & 1 << place
            ]
            if self._jumps and at in EDGE:
                ways.append(_astray(self._left(played)))
            self._found[played] = max(ways, default=WORTH[at])
        return self._found[played]

    def _sailed(self, played: int, start: Square, end: Square) -> float:
        """Return the worth of landing there with those cards played, whatever the die shows."""
        left = self._left(played)
        if end >= FINISH:
            return WORTH[FINISH] + STEPS * len(left)
        further = self._best(played, end)
        table = self._table(start, end)
        if table is None:
            return further
        home, astray, gain = landing(table, tuple(sorted(left)))
        worth = (1 - home - astray) * further + gain
        return worth + home * self._from_port(left) + astray * _astray(left)

    def _table(self, start: Square, end: Square) -> TableName | None:
        """Return the table that the ship meets there."""
        if end in PIRATE_WATERS:
            return "pirates" if self._hunted and start not in PIRATE_WATERS else None
        helped = (self._ship.flag and KINDS[end] == "coast_guard") or (
            self._ship.reef_map and KINDS[end] == "reef"
        )
        return None if helped else table_at(end)

    def _from_port(self, left: Sequence[int]) -> float:
        return WORTH[ROADS] + _BEFORE * sum(left) if self._launches else WORTH[PORT]

    def _left(self, played: int) -> list[int]:
        return [steps for place, steps in enumerate(self._steps) if not played & 1 << place]
