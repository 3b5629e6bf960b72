"""How good a game stands for a seat: what the greedy player looks at (section 17)."""

from rules.kraken_bay.finish import score_of
from rules.kraken_bay.state import BayState

VICTORY = 1000.0


def evaluate(state: BayState, seat: int) -> float:
    """How good the position is for the seat, in points."""
    if state.result is not None:
        return VICTORY if seat in state.result.winners else -VICTORY
    ship = state.ship_of(seat)
    return float(score_of(state, ship)) if ship is not None else 0.0
