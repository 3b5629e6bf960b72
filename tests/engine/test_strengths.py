"""The strengths that the bot has in each game."""

import pytest

from rules.engine.policy import steady
from rules.engine.registry import games
from rules.engine.strengths import offered, player, policies
from tests.engine.table import NIM


def test_a_game_that_says_nothing_offers_easy_and_steady() -> None:
    assert offered(NIM) == ("easy", "steady")
    assert player(NIM, "steady") is steady


def test_steady_plays_for_strong_where_strong_is_not_offered() -> None:
    assert player(NIM, "strong") is steady


@pytest.mark.parametrize("slug", games())
def test_all_that_a_game_offers_can_play_it(slug: str) -> None:
    game = games()[slug]
    assert {*offered(game)} >= {"easy", "steady"}
    assert all(player(game, strength) is policies(game)[strength] for strength in offered(game))
