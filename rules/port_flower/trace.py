"""The wake of the last turn: what sailed where, so that it can be drawn and told from the state alone."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

TraceEnding = Literal["sailed", "stayed", "hit", "repelled", "met_shark", "landed", "finished"]


class Hit(BaseModel):
    """A boat that met a shark: where, and where it was put (a square or `port`; `None` while in tow)."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    seat: int
    at: str
    placed: str | None = None


class Trace(BaseModel):
    """One movement.

    `piece` is `boat` (then `seat` owns it) or `shark1` .. `shark4` (then `seat` moved it). `path` holds the
    squares sailed, the start included; a boat that stayed in the port has the path `port`, one that left it
    starts with the square it left by. `reached` are the buoys the movement reached.
    """

    model_config = ConfigDict(extra="forbid", defer_build=True)

    piece: str
    seat: int
    route: str
    path: list[str]
    hits: list[Hit] = Field(default_factory=list)
    reached: list[int] = Field(default_factory=list)
    end: TraceEnding = "sailed"
