"""A question that waits for its answer."""

from pydantic import BaseModel, ConfigDict

from rules.engine.decision import Clock


class Awaited(BaseModel):
    """A seat that must decide: what, since when (seconds since 1970), and the stamp its controls carry.

    The stamp grows whenever the seat is asked anew, so a control made for an older question is recognised.
    The clock is `short` for answers that hold up somebody else's turn; `extra` are seconds that were added to
    what it allows.
    """

    model_config = ConfigDict(frozen=True, defer_build=True)

    seat: int
    kind: str
    since: int
    stamp: int
    clock: Clock = "turn"
    extra: int = 0
