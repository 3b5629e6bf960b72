"""The wake of the last turn: what sailed where, so that it can be drawn and told from the state alone."""

from dataclasses import field
from typing import Literal

from rules.engine.record import Record

TraceEnding = Literal["sailed", "stayed", "hit", "repelled", "met_shark", "landed", "finished"]


class Hit(Record):
    """A boat that met a shark: where, and where it was put (a square or `port`; `None` while in tow)."""

    seat: int
    at: str
    placed: str | None = None


class Trace(Record):
    """One movement.

    `piece` is `boat` (then `seat` owns it) or `shark1` .. `shark4` (then `seat` moved it). `path` holds the
    squares sailed, the start included; a boat that stayed in the port has the path `port`, one that left it
    starts with the square it left by. `reached` are the buoys the movement reached.
    """

    piece: str
    seat: int
    route: str
    path: list[str]
    hits: list[Hit] = field(default_factory=list)
    reached: list[int] = field(default_factory=list)
    end: TraceEnding = "sailed"
