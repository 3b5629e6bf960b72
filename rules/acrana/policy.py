"""How good a race stands for a seat: what the greedy player looks at (section 17)."""

from rules.acrana.state import RaceState

VICTORY = 1000.0


def evaluate(state: RaceState, seat: int) -> float:
    """How good the position is for the seat, in squares."""
    if state.result is not None:
        return VICTORY if seat in state.result.winners else -VICTORY
    return 0.0
