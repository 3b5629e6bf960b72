"""No sentence is repeated too often in the posts of a game."""

import pytest

from rules.engine.registry import game as find_game
from rules.engine.registry import games
from rules.kraken_bay.tables import CARDS
from tests.repetition import pattern, repeated, told


@pytest.mark.needs("narration")
@pytest.mark.parametrize("slug", games())
def test_no_sentence_comes_more_than_four_times_in_a_game(slug: str) -> None:
    assert not repeated(find_game(slug))


def test_sentences_that_differ_in_names_numbers_and_places_alone_are_one_pattern() -> None:
    one = "⛵ **Ann** sails N4 E2: F2 to H6.\n-# Two dice are left."
    other = "⛵ **Bo of the quay** sails S1: A1 to A2."
    assert pattern(one) == pattern(other) == "⛵ ◇ sails □: □."
    assert pattern("🎲 Wind report from the harbour wall: `N4 E0 S0 W5`.") != pattern(one)


def test_a_sentence_that_tells_of_several_entries_takes_turns_with_its_others() -> None:
    """A joined sentence is counted at its first entry, even if its story differs from that entry's story."""
    assert not repeated(find_game("privateer"), 2)


def test_whoever_sails_a_ship_or_is_hit_in_it_is_called_by_name_in_every_sentence() -> None:
    """The picture, the cards and the buttons use the players' names, too."""
    _, _, _, _, _, *lines = told(find_game("kraken_bay"))
    titles = [f"the {card.title}".casefold() for card in CARDS.values()]
    assert not [line for line in lines if any(title in line.casefold() for title in titles)]
    assert any(line.count("**Bo**") and line.count("**Ann**") for line in lines)
