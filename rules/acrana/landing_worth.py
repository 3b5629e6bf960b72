"""The average value of a landing before its die is rolled, in squares, for the cards left (section 8)."""

from functools import cache
from statistics import fmean
from typing import NamedTuple

from rules.acrana import tables
from rules.acrana.cards import DECK
from rules.acrana.policy import TOKENS
from rules.acrana.tables import TABLES, Op, TableName

STEPS = 4.6
"""The value of an unknown card: the squares that it sails on average, minus the cost of landings."""

_DIE = 3.5


class Landing(NamedTuple):
    """The chances that a ship is sent home or over the edge, and the average value of other results."""

    home: float
    astray: float
    gain: float


@cache
def landing(table: TableName, left: tuple[int, ...]) -> Landing:
    """Return the average result of a table. `left` has the steps of the cards in hand, fewest first."""
    rows = TABLES.tables[table].values()
    return Landing(
        fmean(row.holds("send_home") for row in rows),
        fmean(row.holds("over_edge") for row in rows),
        fmean(sum(_of_ship(op) + _of_hand(op, left) for op in row.ops) for row in rows),
    )


def _of_ship(op: Op) -> float:
    """Return the value of an operation without its effect on the hand."""
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
    """Return the value of an operation's effect on the hand. No card can lose more steps than it has."""
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
