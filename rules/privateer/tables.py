"""What `tables.toml` says: costs and pay, how many dice, and the commodores' gambits."""

import importlib.resources
import tomllib
from typing import Literal

from pydantic import BaseModel, ConfigDict

from rules.privateer.board import Gambit

Window = Literal["roll", "spend"]


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Gold(_Data):
    """Prices and pay in doubloons."""

    start: int
    third_ship: int
    prize: int
    treasure: int
    marines: int
    day: int


class DiceCounts(_Data):
    """How many dice are thrown and spent (6.4 to 6.6, 7.4)."""

    per_ship: int
    guns_per_ship: int
    spare: int
    powder: int


class GambitText(_Data):
    """A commodore's gambit: its name, what it does, and when it may be used (7.4)."""

    title: str
    summary: str
    windows: tuple[Window, ...]


class Tables(_Data):
    """The whole of `tables.toml`."""

    gold: Gold
    dice: DiceCounts
    gambits: dict[Gambit, GambitText]


_SOURCE = importlib.resources.files("rules.privateer") / "tables.toml"
_TABLES = Tables.model_validate(tomllib.loads(_SOURCE.read_text(encoding="utf-8")))

GOLD = _TABLES.gold
DICE = _TABLES.dice
GAMBITS = _TABLES.gambits
