"""The refusals of actions: a sentence for each code."""

from rules.engine.errors import Refusals
from rules.privateer.board import RING, Hex

refusal = Refusals("rules.privateer")


def known(name: Hex) -> Hex:
    """Return `name`. Raises IllegalAction if `name` is not a hex."""
    if name not in RING:
        raise refusal("not_a_hex", name)
    return name
