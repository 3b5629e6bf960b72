"""How good a game stands for a seat: what the greedy player looks at (section 17)."""

from rules.privateer.state import PrivateerState

VICTORY = 100.0


def evaluate(state: PrivateerState, seat: int) -> float:
    """How good the position is for the seat, in doubloons."""
    if state.result is not None:
        return VICTORY if seat in state.result.winners else -VICTORY
    return float(state.seat(seat).gold)
