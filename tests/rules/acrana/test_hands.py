"""Edge cases of cards and hands (section 15, 1 to 15 and 46 to 53)."""

import pytest

from tests.rules.acrana.table import Table, in_order, until_next_turn


def test_casting_off_onto_enemies_in_the_roads_is_no_battle() -> None:
    table = Table("B1@1", A="Aa Ja")
    told = table.does("A", "cast_off A A1")
    assert until_next_turn(told) == ["card_played A Aa A cast_off 0", "ship_cast_off A1"]


def test_a_damaged_ace_casts_off_or_lies_becalmed_but_does_not_sail() -> None:
    table = Table("A1@30", chosen={"ships": 2}, A="Aa-1 Kb")
    assert table.choices() == ["cast_off Aa A2", "cast_off Kb A2", "becalm Aa"]


def test_a_king_and_a_three_off_the_edge_are_of_no_use() -> None:
    table = Table("A1@40", A="3b Ka")
    assert table.awaited() == "A discard"
    assert table.choices() == ["discard 3b", "discard Ka"]


def test_nobody_is_forced_over_the_edge() -> None:
    table = Table("A1@20", A="3b Ka")
    assert table.awaited() == "A play"
    assert table.choices() == ["over_edge 3b A1", "discard 3b", "discard Ka"]
    in_order(table.does("A", "discard K"), "cards_discarded A Ka declined 1")


def test_whoever_holds_a_jack_is_never_stuck() -> None:
    table = Table("A1@29 B1@30 B2@30", chosen={"ships": 2}, A="7a Ja")
    assert table.choices() == ["becalm Ja"]
    assert table.refusal("A", "discard 7a") == "cannot_discard"


def test_with_every_ship_in_port_a_stuck_seat_discards_without_being_asked_and_keeps_a_six() -> None:
    table = Table(A="2a 6a 7a", B="Jb")
    assert table.log == ["stuck A", "cards_discarded A 2a stuck 2", "turn_started B"]
    assert table.hand("A") == "6a 7a"


def test_a_six_is_discarded_when_it_is_all_there_is() -> None:
    table = Table(A="6a 6b", B="Jb")
    assert table.log[1] == "cards_discarded A 6a stuck 1"


def test_a_six_and_an_enemy_at_sea_leave_a_choice() -> None:
    table = Table("B1@2", A="2a 6a", B="Jb")
    assert table.choices() == ["push_back 6a B1", "discard 2a", "discard 6a"]


@pytest.mark.parametrize("rest", ["Jb", "3b Jb Kb", "2b-2 4a-9 Jb"])
def test_a_penalty_finds_nothing_on_cards_that_cannot_sail(rest: str) -> None:
    table = Table("A1@27", A=f"6a {rest}")
    told = table.does("A", "sail 6a A1 6", "table 5")
    in_order(told, "table_rolled A1 33 compass 5", "effect_wasted A")
    assert table.hand("A") == rest


def test_a_penalty_on_more_cards_than_there_are_is_lost_in_part() -> None:
    table = Table("A1@33", A="6a 7b 8b Jb")
    told = table.does("A", "sail 6a A1 6", "table 4")
    in_order(told, "table_rolled A1 39 reef 4", "modifier_applied A -1 2")
    assert table.hand("A") == "7b-1 8b-1 Jb"


def test_a_repeated_bonus_goes_on_the_only_card_there_is() -> None:
    table = Table("A1@22", A="6a 2b Jb")
    in_order(table.does("A", "sail 6a A1 6", "table 6"), "modifier_applied A 4 2", "cards_changed A 2 (10)")
    assert table.hand("A") == "2b+8 Jb"


def test_a_bonus_can_bring_a_worthless_card_back() -> None:
    table = Table("A1@22", A="6a 2b-5", B="Jb")
    table.does("A", "sail 6a A1 6", "table 6")
    assert table.hand("A") == "2b+8-5"


def test_a_repair_takes_damage_away_and_leaves_what_was_gained() -> None:
    table = Table("A1@22", A="6a 2b-5 9b+4 Jb", B="Ja")
    told = table.does("A", "sail 6a A1 6", "table 2")
    in_order(told, "table_rolled A1 28 ship_yard 2", "damage_repaired A")
    assert table.hand("A") == "2b 9b+4 Jb"


@pytest.mark.parametrize(("roll", "result"), [(1, "ship_yard 1"), (4, "ship_yard 4"), (3, "ship_yard 3")])
def test_a_result_that_finds_an_empty_hand_is_wasted(roll: int, result: str) -> None:
    table = Table("A1@22", A="6a", B="Jb")
    told = table.does("A", "sail 6a A1 6", f"table {roll}")
    in_order(told, f"table_rolled A1 28 {result}", "effect_wasted A")


def test_silver_lets_a_worthless_card_sail() -> None:
    table = Table("A1@40", silver={"A": 2}, A="2a-2 Kb")
    assert table.choices() == ["sail 2a A1 2"]
    assert table.refusal("A", "becalm 2a") == "cannot_becalm"


def test_silver_adds_up_until_a_number_card_is_played() -> None:
    table = Table("A1@50", silver={"A": 2}, A="3b 5a Ja", B="Jb")
    told = table.does("A", "sail 5a A1 7")
    in_order(told, "card_played A 5a 5 sail 7", "ship_sailed A1 50 57 7")
    assert table.seat("A").silver == 0
    table = Table("A1@50", silver={"A": 2}, A="3b 5a Ja", B="Jb")
    table.does("A", "becalm Ja")
    assert table.seat("A").silver == 2


def test_two_finds_of_silver_go_on_one_card() -> None:
    table = Table("A1@49", silver={"A": 2}, A="4a 9a", B="Jb")
    told = table.does("A", "sail 4a A1", "table 3")
    in_order(told, "card_played A 4a 4 sail 6", "silver_gained A 2 2")
    table = Table("A1@51", silver={"A": 2}, pending={"A1": "square"}, A="4a 9a", B="Jb")
    assert table.choices()[0] == "sail 4a A1 6"


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


# Diamonds


def test_diamonds_with_the_last_card_are_played_and_then_the_turn_ends() -> None:
    table = Table("A1@49", A="6a", B="Jb", deck="2b 4b")
    table.does("A", "sail 6a A1 6", "table 6")
    assert table.choices() == ["sail 2b A1 2", "sail 4b A1 4"]
    table.does("A", "sail 2b A1 2")
    assert table.awaited() == "A play"
    told = table.does("A", "sail 4b A1 4", "table 3")
    assert "turn_started B" in told


def test_diamonds_from_an_empty_deck_are_none() -> None:
    table = Table("A1@49", A="6a", B="Jb", deck="")
    in_order(table.does("A", "sail 6a A1 6", "table 6"), "cards_drawn A 0", "turn_started B")


def test_diamonds_found_with_diamonds_are_played_in_the_same_turn() -> None:
    table = Table("A1@49 A2@82", chosen={"ships": 2}, A="6a 9a", B="Jb", deck="2b 4b 5b 8b")
    table.does("A", "sail 6a A1 6", "table 6")
    table.does("A", "sail 4b A2 4", "table 6")
    assert table.hand("A") == "2b! 5b! 8b! 9a"
    assert {choice.split()[1] for choice in table.choices()} == {"2b", "5b", "8b"}


def test_discarding_the_hand_takes_cards_that_were_to_be_played_now() -> None:
    table = Table("A1@49 A2@54", chosen={"ships": 2}, A="6a 9a", B="Jb", deck="3b 4b")
    table.does("A", "sail 6a A1 6", "table 6")
    told = table.does("A", "sail 4b A2 4", "table 4")
    in_order(told, "cards_discarded A 3b,9a ship_yard 0", "turn_started B")


# Deals


def test_a_single_card_is_dealt_however_often_it_was_owed() -> None:
    table = Table("A1@60 B1@3", A="5a", B="Jb", chosen={"cards_per_turn": 1})
    table.seat("A").one_card_next_deal = True
    table.does("A", "sail 5a A1 5", "pirates 3")
    told = table.does("B", "becalm Jb")
    in_order(told, "hands_dealt 2 1,4 B")
    assert not table.seat("A").one_card_next_deal


def test_a_single_card_is_dealt_from_a_new_deck_too() -> None:
    table = Table("A1@30 B1@3", A="Ja", deck="")
    table.seat("A").one_card_next_deal = True
    in_order(table.does("A", "becalm Ja"), "hands_dealt 1 1,5 A")
    assert len(table.state.deck) == 20


def test_cards_left_over_by_a_single_card_stay_in_the_deck() -> None:
    table = Table("A1@30 B1@3", A="Ja", deck="2a 2b 4a 4b 5a 5b 7a 7b 8a")
    table.seat("A").one_card_next_deal = True
    told = table.does("A", "becalm Ja")
    in_order(told, "hands_dealt 2 1,4 B")
    assert len(table.state.deck) == 4


def test_two_cards_a_turn_end_with_the_hand() -> None:
    table = Table("A1@50", chosen={"cards_per_turn": 2}, A="2a", B="Jb")
    in_order(table.does("A", "sail 2a A1 2", "table 3"), "effect_wasted A", "turn_started B")


def test_two_cards_a_turn_are_two_plays() -> None:
    table = Table("A1@53", chosen={"cards_per_turn": 2}, A="Aa 4a 9a", B="Jb")
    table.does("A", "sail Aa A1 1")
    assert table.awaited() == "A play"
    assert table.state.plays_left == 0
    in_order(table.does("A", "sail 9a A1"), "ship_sailed A1 54 63 9", "turn_started B")


def test_a_stuck_seat_discards_once_for_each_play() -> None:
    table = Table("A1@29 B1@30 B2@30", chosen={"ships": 2, "cards_per_turn": 2}, A="7a 8a Qa", B="Jb")
    in_order(table.does("A", "discard 7a"), "cards_discarded A 7a stuck 2", "stuck A")
    in_order(table.does("A", "discard 8a"), "cards_discarded A 8a stuck 1", "turn_started B")
