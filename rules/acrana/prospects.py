"""The value of a ship with a hand, in squares, for the best order of its cards and average landings."""

from collections.abc import Sequence
from functools import cache
from statistics import fmean
from typing import NamedTuple

from rules.acrana import tables
from rules.acrana.board import EDGE, FINISH, KINDS, PIRATE_WATERS, PORT, ROADS, Square
from rules.acrana.cards import DECK, Card
from rules.acrana.policy import TOKENS
from rules.acrana.state import RaceState, Ship
from rules.acrana.tables import TABLES, Op, TableName, table_at

STEPS = 4.6
"""The value of an unknown card: the squares that it sails on average, minus the cost of landings."""

_DIE = 3.5


class Landing(NamedTuple):
    """The probabilities that a ship is sent home or over the edge, and the average value of other effects."""

    home: float
    astray: float
    gain: float


@cache
def landing(table: TableName, left: tuple[int, ...]) -> Landing:
    """Return the average result of a table. `left` has the steps of each card in hand, in ascending order."""
    rows = TABLES.tables[table].values()
    return Landing(
        fmean(row.holds("send_home") for row in rows),
        fmean(row.holds("over_edge") for row in rows),
        fmean(sum(_of_ship(op) + _of_hand(op, left) for op in row.ops) for row in rows),
    )


def _of_ship(op: Op) -> float:
    """Return the value of an operation for which the hand does not matter, or 0 for any other operation."""
    match op:
        case tables.Drift() | tables.War():
            return op.squares
        case tables.DriftDice():
            return op.sign * op.dice * _DIE
        case tables.Silver():
            return op.amount
        case tables.Draw():
            return op.count * STEPS
        case tables.GainToken():
            return TOKENS[op.token]
        case _:
            return 0.0


def _of_hand(op: Op, left: tuple[int, ...]) -> float:
    """Return the value of an operation on the cards in hand. No card loses more steps than it has."""
    match op:
        case tables.Discard():
            return -sum(left[: op.count])
        case tables.Plain(op="discard_all"):
            return -sum(left)
        case tables.Plain(op="keep_one"):
            return -sum(left[:-1]) if left else -STEPS * (DECK.later_hand - 1)
        case tables.Penalty():
            return -sum(min(op.amount, steps) for steps in left[-op.cards :])
        case tables.PenaltyAll():
            return -sum(min(op.amount, steps) for steps in left)
        case tables.Bonus():
            return op.amount * (op.cards if op.repeat and left else min(op.cards, len(left)))
        case _:
            return 0.0


_BEND, _AT_BEND = 44, 33.0
"""The last square on which a three may help, and the value of a ship on that square."""

_BEFORE, _BEHIND = 0.54, 1.1
"""The value of one square before the bend, and behind it."""

_NEARLY = 135.0
"""The maximum value of a ship that is not home. Such a ship needs at least one more card."""

_PORT_BOUND = -13.0
"""The value of a ship in port. Half of all hands have no card to leave it."""


def _worth_of(square: Square) -> float:
    if square == PORT:
        return _PORT_BOUND
    if square == FINISH:
        return float(FINISH)
    return min(_NEARLY, _AT_BEND + (square - _BEND) * (_BEHIND if square > _BEND else _BEFORE))


WORTH = tuple(_worth_of(square) for square in range(FINISH + 1))
"""The value of a ship on each square, by its number, before the next cards are known."""

_SLOWLY = 0.9
"""The value of one step of a card whose landing square is still unknown."""

_ASTRAY = fmean(WORTH[square] for square in EDGE)


def _astray(left: Sequence[int]) -> float:
    return _ASTRAY + _SLOWLY * sum(left)


class Prospect:
    """The value of the best order in which one ship can sail the cards of a hand."""

    def __init__(self, state: RaceState, ship: Ship, hand: Sequence[Card], silver: int) -> None:
        """Prepare a ship and a hand. An attack is expected if a vessel is free and the ship has no escort."""
        self._ship = ship
        self._silver = silver
        self._hunted = bool(state.free_vessels) and not ship.escort
        self._cards = [card for card in hand if card.steps]
        self._steps = [card.steps for card in self._cards]
        self._launches = [card for card in hand if card.rank in {"A", "K"}]
        self._jumps = any(card.rank == "3" for card in hand)
        self._found: dict[int, float] = {}

    def worth(self) -> float:
        """Return the value of the best card order. A ship leaves port with a king rather than an ace."""
        if self._ship.square != PORT:
            return self._best(0, self._ship.square)
        if not self._launches:
            return WORTH[PORT]
        return self._best(self._bit(self._launches[-1]), ROADS)

    def sailed(self, card: Card, squares: int) -> float:
        """Return the value if the ship first sails `squares` squares with `card`."""
        return self._sailed(self._bit(card), self._ship.square, self._ship.square + squares)

    def over_edge(self) -> float:
        """Return the value if the ship first goes over the edge."""
        return _astray(self._steps)

    def _bit(self, card: Card) -> int:
        """Return the bit mask of a card, or 0 if the card cannot sail."""
        return 1 << self._cards.index(card) if card in self._cards else 0

    def _best(self, played: int, at: Square) -> float:
        """Return the value of the best order from square `at`, after the cards in the mask `played`."""
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
        """Return the average value of a landing on `end` after the cards in `played`."""
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
        """Return the table for a landing on `end`, or `None` if there is no roll."""
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
