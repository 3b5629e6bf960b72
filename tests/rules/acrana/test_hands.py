"""Hands (sections 6.1 and 8.2), beyond the scenarios."""

from rules.acrana import GAME
from rules.engine.chance import Chance
from tests.rules.acrana.table import StillWater, Table, in_order, line, until_next_turn


def test_a_six_is_discarded_when_it_is_all_there_is() -> None:
    table = Table(A="6a 6b", B="Jb")
    assert table.log[1] == "cards_discarded A 6a stuck 1"


def test_a_discard_is_chosen_by_the_owner_unless_all_cards_go() -> None:
    table = Table("A1@22", A="2a 6a 9a Jb")
    table.does("A", "sail 6a A1 6", "table 1")
    assert table.choices() == ["choose_cards 2a", "choose_cards 9a", "choose_cards Jb"]
    in_order(table.does("A", "choose_cards J"), "cards_discarded A Jb ship_yard 2")
    table = Table("A1@22", A="6a 9a", B="Jb")
    in_order(table.does("A", "sail 6a A1 6", "table 1"), "cards_discarded A 9a ship_yard 0")


def test_every_card_but_one_goes_after_a_fight_with_pirates() -> None:
    table = Table("A1@60", A="2a 5a 9a", B="Jb")
    table.does("A", "sail 5a A1 5", "pirates 3")
    assert table.choices() == ["choose_cards 2a", "choose_cards 9a"]
    table = Table("A1@60", A="5a 9a", B="Jb")
    told = table.does("A", "sail 5a A1 5", "pirates 3")
    assert until_next_turn(told)[-1] == "pirates_changed 2 1 sunk"
    assert table.hand("A") == "9a"


def test_gunnery_strikes_every_card_that_still_sails() -> None:
    table = Table("A1@32", A="2a-2 4a 5b Jb", B="Ja")
    in_order(table.does("A", "sail 4a A1 4", "table 4"), "modifier_applied A -2 1", "cards_changed A 5 (3)")
    assert table.hand("A") == "2a-2 5b-2 Jb"


def test_the_start_tells_of_the_dealer_the_deck_and_the_first_hands() -> None:
    _, events = GAME.start(GAME.options.model_validate({}), 2, Chance(StillWater()))
    in_order([line(event) for event in events], "dealer_drawn A", "deck_shuffled 1 A", "hands_dealt 1 5,5 B")
