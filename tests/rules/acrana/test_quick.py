"""The cheap player of races: how it plans its hand, and how it values a position."""

from random import Random

import pytest

from rules.acrana import GAME
from rules.acrana.quick import outlook, quick
from tests.rules.acrana.table import Table


def played(table: Table) -> str:
    """Return the cheap player's choice, in short notation."""
    (decision,) = GAME.decisions(table.state)
    return str(quick(table.state, decision, Random(1))).replace("squares ", "")


@pytest.mark.parametrize(
    ("ships", "hand", "expected"),
    [
        pytest.param("A1@70 B1@20", "5a 6a", "sail 5a A1 5", id="over the kraken on 76"),
        pytest.param("A1@119 B1@20", "2a 5a 7a", "sail 5a A1 5", id="past the kraken on 126 in two steps"),
        pytest.param("A1@140 B1@20", "2a 10a", "sail 10a A1 4", id="home"),
        pytest.param("A1@14 B1@20", "3a 7a", "over_edge 3a A1", id="over the edge at the start"),
        pytest.param("A1@105 B1@20", "3a 7a", "sail 7a A1 7", id="not over the edge when far ahead"),
        pytest.param("B1@20", "Aa 4a Ka", "cast_off Ka A1", id="out of port with the king, as an ace sails"),
        pytest.param("B1@80", "4a 6a", "push_back 6a B1", id="an enemy back, as no ship of its own can sail"),
    ],
)
def test_it_plays_the_first_card_of_the_best_order(ships: str, hand: str, expected: str) -> None:
    assert played(Table(ships, A=hand, B="4b")) == expected


def test_it_gives_up_what_it_needs_least() -> None:
    table = Table("A1@50 B1@20", A="5a 2a 9a 10a", B="4b")
    table.does("A", "sail 5a A1 5", "table 1")
    assert table.awaited() == "A choose_cards"
    assert played(table) == "choose_cards 2a"


def test_a_hand_that_cannot_pass_the_kraken_promises_less_than_one_that_can() -> None:
    must, may = (outlook(Table("A1@70 B1@20", A=hand, B="4b").state, 1) for hand in ("6a", "7a"))
    assert may > must + 10


def test_of_other_hands_only_the_number_of_cards_counts() -> None:
    few, bad, good = (
        outlook(Table("A1@70 B1@72", A="7a", B=hand).state, 1) for hand in ("Jb", "Jb Kb", "Qb 9b")
    )
    assert few > bad == good


def test_whoever_has_won_could_not_be_better_off() -> None:
    table = Table("A1@140 B1@143", A="7a", B="4b")
    before = outlook(table.state, 1)
    table.does("A", "sail 7a A1")
    assert outlook(table.state, 1) > before > outlook(table.state, 2)
