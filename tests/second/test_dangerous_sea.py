"""The Dangerous Sea compared with its second implementation, in the time of a test suite."""

from tests.second.compare_dangerous_sea import SEA_TWICE
from tests.second.comparison import Comparison


def test_both_play_alike() -> None:
    comparison = Comparison(SEA_TWICE, luck=1)
    comparison.play(decisions=900)
    assert comparison.games > 3
    assert comparison.seen["battle_fought"] > 10
