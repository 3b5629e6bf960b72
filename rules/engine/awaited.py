"""An open question: the seat that must answer it, and since when."""

from pydantic import BaseModel, ConfigDict

from rules.engine.decision import Clock


class Awaited(BaseModel):
    """A seat that must decide, the kind of its decision, and when it was asked (seconds since 1970).

    `stamp` is the number on the seat's controls. The stamp grows with each question, so that controls for
    older questions are recognised. `clock` is `short` for answers that hold up somebody else's turn. `extra`
    is the number of seconds added to the time that the clock allows.
    """

    model_config = ConfigDict(frozen=True, defer_build=True)

    seat: int
    kind: str
    since: int
    stamp: int
    clock: Clock = "turn"
    extra: int = 0
