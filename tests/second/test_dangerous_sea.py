import pytest

from tests.second.compare_dangerous_sea import compare


@pytest.mark.parametrize("seed", range(1, 5))
def test_our_rules_and_the_second_ones_do_not_differ(seed: int) -> None:
    done = compare(decisions=500, seed=seed)
    assert done["decisions"] == 500
    assert done["battle_fought"] > 5
