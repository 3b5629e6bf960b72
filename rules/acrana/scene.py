"""What has happened since people last looked: cards played, ways sailed, dice rolled, all of it public.

The picture and the words about it are made of this alone.
"""

from dataclasses import field
from typing import Literal

from rules.acrana.board import Square
from rules.engine.record import Record

RollPurpose = Literal["table", "battle", "pirates", "edge", "typhoon"]
PlayUse = Literal["cast_off", "sail", "over_edge", "push_back", "becalm", "back_partner", "discard"]
How = Literal["cast_off", "sailed", "over_edge", "drifted", "sent_home"]


class Played(Record):
    """A card on the table: who played it, how it reads (`9 (13)`), and what for."""

    seat: int
    card: str
    shown: str
    use: PlayUse


class Trace(Record):
    """One way of one ship, from square to square (0: port), and how it went."""

    ship: str
    start: Square
    end: Square
    how: How


class Rolled(Record):
    """A roll: what for, whose ship, where, and the dice; two for the edge and the typhoon.

    A battle that was rolled again shows every die, the last one counts.
    """

    purpose: RollPurpose
    ship: str
    at: Square
    dice: list[int]
    table: str = ""


class Scene(Record):
    """Everything since the last play that somebody chose, in its order."""

    played: list[Played] = field(default_factory=list)
    traces: list[Trace] = field(default_factory=list)
    rolls: list[Rolled] = field(default_factory=list)
