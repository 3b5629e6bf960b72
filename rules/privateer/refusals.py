"""The sentences behind the codes with which an action is refused."""

from rules.engine.refusals import Refusals
from rules.privateer.board import RING, Hex

refusal = Refusals("rules.privateer")


def known(name: Hex) -> Hex:
    """The hex, if there is one of that name. Raises IllegalAction."""
    if name not in RING:
        raise refusal("not_a_hex", name)
    return name
