"""An open question: the seat that must answer it, and since when."""

from pydantic import BaseModel, ConfigDict

from rules.engine.decision import Clock


class Awaited(BaseModel):
    """A seat that must decide: its question, since when (seconds since 1970), and the stamp on its controls.

    The stamp grows with each new question, so a control made for an older one is recognised. `clock` is
    `short` for answers that hold up somebody else's turn. `extra` is the number of seconds added to the time
    that the clock allows.
    """

    model_config = ConfigDict(frozen=True, defer_build=True)

    seat: int
    kind: str
    since: int
    stamp: int
    clock: Clock = "turn"
    extra: int = 0
