"""How good a game stands for a seat: what the greedy player looks at (section 17)."""

from rules.dangerous_sea.state import SeaState

VICTORY = 100.0


def evaluate(state: SeaState, seat: int) -> float:
    """How good the position is for the seat, in rune stones."""
    if state.result is not None:
        return VICTORY if seat in state.result.winners else -VICTORY
    return float(state.ship(seat).stones)
