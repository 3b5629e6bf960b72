"""No sentence comes again and again in the posts of a game."""

import pytest

from rules.engine.registry import game as find_game
from rules.engine.registry import games
from tests.repetition import pattern, repeated

TO_COME = frozenset({"acrana", "kraken_bay"})
"""Games that still say some sentences more often."""


@pytest.mark.parametrize("slug", games())
def test_no_sentence_comes_more_than_four_times_in_a_game(slug: str) -> None:
    assert bool(repeated(find_game(slug))) == (slug in TO_COME)


def test_sentences_that_differ_in_names_numbers_and_places_alone_are_one_pattern() -> None:
    one = "⛵ **Ann** sails N4 E2: F2 to H6.\n-# Two dice are left."
    other = "⛵ **Bo of the quay** sails S1: A1 to A2."
    assert pattern(one) == pattern(other) == "⛵ ◇ sails □: □."
    assert pattern("🎲 Wind report from the harbour wall: `N4 E0 S0 W5`.") != pattern(one)


def test_a_sentence_that_tells_of_several_entries_takes_turns_with_its_others() -> None:
    """It may be of another story than any of them by itself, and is counted where it begins."""
    assert not repeated(find_game("privateer"), 2)
