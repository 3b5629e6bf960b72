"""The contents of `tables.toml`: prices, pay, numbers of dice, and the commodores' gambits."""

from typing import Literal

from rules.engine.data import Data, data_file
from rules.privateer.board import Gambit

Window = Literal["roll", "spend"]


class Gold(Data):
    """Prices and pay in doubloons."""

    start: int
    third_ship: int
    prize: int
    treasure: int
    marines: int
    day: int


class DiceCounts(Data):
    """The numbers of dice rolled and spent (sections 6.4 to 6.6 and 7.4)."""

    per_ship: int
    guns_per_ship: int
    spare: int
    powder: int


class GambitText(Data):
    """A commodore's gambit: its name, its effect, and when it may be played (section 7.4)."""

    title: str
    summary: str
    windows: tuple[Window, ...]


class Tables(Data):
    """The contents of `tables.toml`."""

    gold: Gold
    dice: DiceCounts
    gambits: dict[Gambit, GambitText]


_TABLES = data_file("rules.privateer", "tables.toml", Tables)

GOLD = _TABLES.gold
DICE = _TABLES.dice
GAMBITS = _TABLES.gambits
