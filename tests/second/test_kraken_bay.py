"""Kraken Bay compared with its second implementation, in the time of a test suite."""

from tests.second.compare_kraken_bay import KRAKEN_TWICE
from tests.second.comparison import Comparison


def test_both_play_alike() -> None:
    comparison = Comparison(KRAKEN_TWICE, luck=1)
    comparison.play(decisions=400)
    assert comparison.games > 3
