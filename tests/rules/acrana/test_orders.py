"""Typed actions, and the refusals of impossible ones (sections 3.6 and 7)."""

import re
from random import Random

import pytest

from rules.acrana import GAME
from rules.acrana.cards import suit_of
from rules.acrana.legs import Voyage
from rules.acrana.options import RaceOptions
from rules.acrana.waters import Waters
from rules.engine.chance import Chance, QuickStream
from rules.engine.errors import IllegalAction
from tests.rules.acrana.table import Table, in_order

FLEETS = {"fleet_size": 2}


def resolved(table: Table, text: str) -> str:
    """Return the canonical form of the active seat's typed action."""
    return str(GAME.resolve(table.state, table.state.active, GAME.read(text)))


@pytest.mark.parametrize(
    "text", ["sail 7a A1 7", "sail 7 a1", "SAIL 7A a1 squares 7", "sail 7 A1 7", "sail 7 A1 squares 7"]
)
def test_a_play_can_be_typed_in_many_ways(text: str) -> None:
    assert resolved(Table("A1@40", A="7a 9a"), text) == "sail 7a A1 squares 7"


def test_a_rank_is_enough_for_cards_that_are_alike() -> None:
    assert resolved(Table("A1@40", A="7a 7b"), "sail 7 A1") == "sail 7a A1 squares 7"


def test_cards_of_one_rank_that_differ_must_be_told_apart() -> None:
    table = Table("A1@40", A="7a+4 7b")
    with pytest.raises(IllegalAction, match=r"7a for 7♠ \(11\) or 7b for 7♥\."):
        resolved(table, "sail 7 A1")
    assert resolved(table, "sail 7a A1") == "sail 7a A1 squares 11"


@pytest.mark.parametrize("text", ["sail 7♥ A1", "sail 7♥ A1 7", "sail 7b A1"])
def test_a_card_can_be_typed_as_it_is_shown(text: str) -> None:
    assert resolved(Table("A1@40", A="7a+4 7b"), text) == "sail 7b A1 squares 7"


def test_the_marks_of_a_second_pack_are_told_from_the_first() -> None:
    assert [suit_of(typed) for typed in ("♥", "♥·", "F")] == ["b", "f", "f"]


def test_a_convoy_can_be_named_either_way_round() -> None:
    table = Table("A1@50 C1@50", seats=4, chosen=FLEETS, A="8a")
    assert resolved(table, "sail 8 C1 4 with A1") == "sail 8a A1 squares 4 with C1"


def test_cards_can_be_named_in_any_order() -> None:
    table = Table("A1@16", A="4a 6a 9a 9b+1")
    table.does("A", "sail 6a A1 6", "table 1")
    for text in ("choose_cards 9a,4", "choose_cards 4 9a", 'choose_cards "9a, 4a"'):
        assert resolved(table, text) == "choose_cards 4a,9a"


def test_the_second_naming_of_a_rank_means_the_other_card() -> None:
    table = Table("A1@40", A="2a 2b 4a 5a", B="Jb")
    table.does("A", "sail 5a A1 5", "table 3")
    in_order(table.does("A", "choose_cards 2,2"), "cards_discarded A 2a,2b mutiny 1")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("sail 12 A1", "no_card"),
        ("sail 8 A1", "card_not_held"),
        ("sail 7c A1", "card_not_held"),
        ("sail 7☂ A1", "no_card"),
        ("sail 7 X1", "no_ship"),
        ("sail 7 B1", "ship_cannot"),
        ("sail 7 A1 6", "wrong_squares"),
        ("sail 7 A1 7 with B1", "ship_cannot"),
        ("cast_off K A1", "cannot_cast_off"),
        ("cast_off 7 A1", "cannot_cast_off"),
        ("over_edge 3 A1", "cannot_over_edge"),
        ("push_back 7 B1", "cannot_push_back"),
        ("push_back 6 A1", "cannot_push_back"),
        ("push_back 6 Z9", "no_ship"),
        ("becalm 7", "cannot_becalm"),
        ("discard 7", "cannot_discard"),
        ("back_partner 7 B1", "cannot_back_partner"),
        ("sail_on A1 3", "not_allowed"),
        ("choose_cards 7", "not_allowed"),
    ],
)
def test_what_cannot_be_done_is_refused_for_its_own_reason(text: str, code: str) -> None:
    table = Table("A1@40 B1@50", A="3a 6a 7a Ka", B="Jb")
    assert table.refusal("A", text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [("choose_cards 4", "wrong_count"), ("choose_cards J,4", "card_not_held"), ("sail 4 A1", "not_allowed")],
)
def test_cards_that_cannot_be_named_are_refused(text: str, code: str) -> None:
    table = Table("A1@16", A="4a 6a 9a Jb")
    table.does("A", "sail 6a A1 6", "table 1")
    assert table.refusal("A", text) == code


def test_nobody_else_may_answer() -> None:
    table = Table("A1@40 B1@50", A="7a", B="Jb")
    assert table.refusal("B", "becalm J") == "not_your_turn"


def test_a_refusal_tells_which_numbers_are_possible() -> None:
    table = Table("A1@140 A2@20", chosen={"ships": 2}, A="10a")
    with pytest.raises(IllegalAction, match="A2 can go 6 to 10 squares"):
        resolved(table, "sail 10 A2 5")


def test_typed_actions_read_back() -> None:
    table = Table("A1@50 C1@50 B1@60", seats=4, chosen=FLEETS, A="3a 6a 8a Aa Ka")
    for action in GAME.decisions(table.state)[0].actions:
        assert GAME.read(str(action)) == action


def test_a_refusal_names_cards_with_their_suits() -> None:
    table = Table("A1@40", A="4a 4b+1 9a", B="Jb")
    with pytest.raises(IllegalAction, match=re.escape("Write 4a for 4♠ or 4b for 4♥ (5).")):
        resolved(table, "sail 4 A1")
    with pytest.raises(IllegalAction, match=re.escape("Choose among: 4♠, 4♥ (5), 9♠.")):
        resolved(table, "sail 7 A1")


def test_the_legs_of_one_length_are_those_among_all_legs() -> None:
    luck = Random(3)
    state, _ = GAME.start(RaceOptions(ships=2, fleet_size=2), 4, Chance(QuickStream(luck)))
    lengths = set[int]()
    for _ in range(80):
        (decision,) = GAME.decisions(state)
        voyage = Voyage(Waters(state), state.active, first=True)
        for ship, partner in voyage.crews():
            every = [*voyage.legs_of(ship, partner, 9)]
            for squares in range(11):
                alone = [leg for leg in every if leg.squares == squares]
                assert [*voyage.legs_of(ship, partner, 9, squares)] == alone
            lengths |= {leg.squares for leg in every if partner}
        GAME.apply(state, decision.seat, luck.choice(decision.actions), Chance(QuickStream(luck)))
    assert lengths, "no convoy could sail"
