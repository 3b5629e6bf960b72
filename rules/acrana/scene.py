"""What has happened since people last looked: cards played, ways sailed, dice rolled, all of it public.

The picture and the words about it are made of this alone.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.acrana.board import Square

RollPurpose = Literal["table", "battle", "pirates", "edge", "typhoon"]
PlayUse = Literal["cast_off", "sail", "over_edge", "push_back", "becalm", "back_partner", "discard"]
How = Literal["cast_off", "sailed", "over_edge", "drifted", "sent_home"]


class Played(BaseModel):
    """A card on the table: who played it, how it reads (`9 (13)`), and what for."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    seat: int
    card: str
    shown: str
    use: PlayUse


class Trace(BaseModel):
    """One way of one ship, from square to square (0: port), and how it went."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    ship: str
    start: Square
    end: Square
    how: How


class Rolled(BaseModel):
    """A roll: what for, whose ship, where, and the dice; two for the edge and the typhoon.

    A battle that was rolled again shows every die, the last one counts.
    """

    model_config = ConfigDict(extra="forbid", defer_build=True)

    purpose: RollPurpose
    ship: str
    at: Square
    dice: list[int]
    table: str = ""


class Scene(BaseModel):
    """Everything since the last play that somebody chose, in its order."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    played: list[Played] = Field(default_factory=list)
    traces: list[Trace] = Field(default_factory=list)
    rolls: list[Rolled] = Field(default_factory=list)
