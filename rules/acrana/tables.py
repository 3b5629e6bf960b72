"""The random tables: the results of rolls on squares, against pirates and in battles (section 8)."""

from typing import Annotated, Literal, Self, TypeAlias, get_args

from pydantic import Field, model_validator

from rules.acrana.board import KINDS, Square
from rules.engine.data import Data, data_file

TableName = Literal[
    "ship_yard", "reef", "coast_guard", "weather", "harbour", "mutiny",
    "compass", "sirens", "treasure", "navy", "kraken", "pirates",
]  # fmt: skip
Token = Literal["escort", "flag", "reef_map"]
Count = Annotated[int, Field(ge=1)]


class Plain(Data):
    """An operation that its name describes completely (section 8.2)."""

    op: Literal[
        "discard_all", "keep_one", "repair", "send_home", "over_edge",
        "pirates_lose_one", "pirates_wiped", "pirates_sunk", "pirates_prize",
    ]  # fmt: skip


class Discard(Data):
    """The owner discards `count` cards of their choice."""

    op: Literal["discard"]
    count: Count


class Penalty(Data):
    """Number cards get `cards` penalties of `amount` squares, at most one for each card."""

    op: Literal["penalty"]
    amount: Count
    cards: Count


class PenaltyAll(Data):
    """Every number card sails `amount` squares less."""

    op: Literal["penalty_all"]
    amount: Count


class Bonus(Data):
    """Number cards get `cards` bonuses of `amount` squares. With `repeat`, a card may get several bonuses."""

    op: Literal["bonus"]
    amount: Count
    cards: Count
    repeat: bool = False


class Drift(Data):
    """The ship drifts ahead, or back if `squares` is negative."""

    op: Literal["drift"]
    squares: int


class DriftDice(Data):
    """The ship drifts ahead by the sum of dice, or back if `sign` is -1."""

    op: Literal["drift_dice"]
    dice: Count
    sign: Literal[-1, 1]


class GainToken(Data):
    """The ship gets a token."""

    op: Literal["token"]
    token: Token


class Silver(Data):
    """The seat gets silver."""

    op: Literal["silver"]
    amount: Count


class Draw(Data):
    """The seat draws `count` cards, which it must play this turn."""

    op: Literal["draw"]
    count: Count


class War(Data):
    """Every enemy ship drifts back by `squares`."""

    op: Literal["war"]
    squares: Count


Op: TypeAlias = Annotated[
    Plain | Discard | Penalty | PenaltyAll | Bonus | Drift | DriftDice | GainToken | Silver | Draw | War,
    Field(discriminator="op"),
]  # fmt: skip

_LAST = {"discard", "keep_one", "penalty", "bonus", "drift", "drift_dice", "over_edge"}
"""Operations that must be the last of a row, because they may ask a question or lead to another table."""

_HARMFUL = {"discard", "discard_all", "keep_one", "penalty", "penalty_all", "send_home", "pirates_prize"}
_FACES = set(range(1, 7))


class Row(Data):
    """One result of a table: its operations in order, and a hint for its narration."""

    ops: tuple[Op, ...]
    hint: str

    @model_validator(mode="after")
    def _waits_only_at_its_end(self) -> Self:
        if any(op.op in _LAST for op in self.ops[:-1]):
            raise ValueError("what may wait or go on elsewhere must be the last operation")
        return self

    @property
    def bad(self) -> bool:
        """Whether the result harms the ship or its seat. Going over the edge does not count as harm."""
        return any(map(_harms, self.ops))

    def holds(self, name: str) -> bool:
        """Return whether the result has the operation `name`."""
        return any(op.op == name for op in self.ops)


def _harms(op: Op) -> bool:
    match op:
        case Drift():
            return op.squares < 0
        case DriftDice():
            return op.sign < 0
        case _:
            return op.op in _HARMFUL


class BattleRow(Data):
    """One result of a battle: one side is sent home, or drifts by `squares` (back if negative)."""

    side: Literal["attacker", "defender"]
    op: Literal["send_home", "drift"]
    squares: int = 0


class Tables(Data):
    """The contents of `tables.toml`. `words` has the texts of some operations and of tokens."""

    tables: dict[TableName, dict[int, Row]]
    battle: dict[int, BattleRow]
    words: dict[str, str]

    @model_validator(mode="after")
    def _every_roll_has_a_row(self) -> Self:
        if set(self.tables) != set(get_args(TableName)):
            raise ValueError("a table is missing")
        if any(set(rows) != _FACES for rows in self.tables.values()) or set(self.battle) != _FACES:
            raise ValueError("a table needs the rows 1 to 6")
        return self


TABLES = data_file("rules.acrana", "tables.toml", Tables)

_TABLE_OF: dict[str, TableName] = {name: name for name in get_args(TableName) if name != "pirates"}

_SQUARE_TABLES: tuple[TableName | None, ...] = tuple(_TABLE_OF.get(kind) for kind in KINDS)


def table_at(square: Square) -> TableName | None:
    """Return the table that a landing on a square uses, or `None`. Only attacks use the pirates table."""
    return _SQUARE_TABLES[square]


def row(table: TableName, roll: int) -> Row:
    """Return the result of a roll on a table."""
    return TABLES.tables[table][roll]
