"""The refusals of actions: a sentence for each code."""

from rules.engine.refusals import Refusals
from rules.privateer.board import RING, Hex

refusal = Refusals("rules.privateer")


def known(name: Hex) -> Hex:
    """Return `name` if it is a hex. Raises IllegalAction if it is not."""
    if name not in RING:
        raise refusal("not_a_hex", name)
    return name
