"""The ranking of a game that is over contains every seat exactly once."""

import pytest

from rules.engine.outcome import Outcome, demand_places


@pytest.mark.parametrize("ranking", [((2,), (1,)), ((1,), (2, 3), (1,)), ()])
def test_a_ranking_in_which_a_seat_has_no_place_or_two_is_refused(
    ranking: tuple[tuple[int, ...], ...],
) -> None:
    with pytest.raises(AssertionError, match="the ranking misses a seat"):
        demand_places(Outcome(reason="done", ranking=ranking), 3)


@pytest.mark.parametrize("outcome", [None, Outcome(reason="done", ranking=((3, 1), (2,)))])
def test_a_game_that_goes_on_and_a_ranking_of_all_seats_are_accepted(outcome: Outcome | None) -> None:
    demand_places(outcome, 3)
