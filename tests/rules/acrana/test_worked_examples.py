"""The worked examples of the specification (section 16), V1 to V28."""

import pytest

from rules.acrana import GAME
from rules.acrana.cards import full_deck
from rules.engine.chance import Chance
from tests.rules.acrana.table import StillWater, Table, in_order, line, until_next_turn

FLEETS = {"fleet_size": 2}


def test_v1_an_ace_or_a_king_takes_a_ship_to_the_roads_without_a_battle() -> None:
    table = Table("B1@1", A="Ka 5a Ja")
    told = table.does("A", "cast_off Ka A1")
    assert until_next_turn(told) == ["card_played A Ka K cast_off 0", "ship_cast_off A1"]
    assert table.at("A1", "B1") == [1, 1]
    assert table.hand("A") == "5a Ja"


def test_v2_a_repeated_bonus_may_go_on_one_card_twice() -> None:
    table = Table("A1@16", A="4a 6a 9a Jb")
    told = table.does("A", "sail 6a A1 6", "table 1")
    in_order(told, "ship_sailed A1 16 22 6", "table_rolled A1 22 weather 1")
    assert table.awaited() == "A choose_cards"
    assert table.choices() == ["choose_cards 4a,4a", "choose_cards 4a,9a", "choose_cards 9a,9a"]
    in_order(table.does("A", "choose_cards 9,9"), "modifier_applied A 2 2", "cards_changed A 9 (13)")
    assert table.hand("A") == "4a 9a+4 Jb"


def test_v3_a_penalty_never_takes_a_card_below_no_steps_but_is_remembered() -> None:
    table = Table("A1@27", A="Aa 2a 3a 6a Jb")
    told = table.does("A", "sail 6a A1 6", "table 5")
    in_order(told, "table_rolled A1 33 compass 5", "modifier_applied A -5 2", "cards_changed A A (0),2 (0)")
    assert table.hand("A") == "Aa-5 2a-5 3a Jb"


def test_v3_what_was_taken_from_a_card_still_counts_when_it_gains() -> None:
    table = Table("A1@106", A="2a-5 6a", B="Jb")
    told = table.does("A", "sail 6a A1 6", "table 6")
    in_order(told, "table_rolled A1 112 weather 6", "modifier_applied A 5 1", "cards_changed A 2")
    assert table.hand("A") == "2a+5-5"


def test_v4_a_reef_map_finds_the_passage_and_the_chain_goes_on() -> None:
    table = Table("A1@30", tokens={"A1": "reef_map"}, A="7b 9a")
    told = table.does("A", "sail 9a A1 9", "table 4")
    assert until_next_turn(told)[1:] == [
        "ship_sailed A1 30 39 9",
        "token_used A1 reef_map 39",
        "table_rolled A1 39 reef 5 by_map",
        "ship_drifted A1 39 45 reef",
        "table_rolled A1 45 mutiny 4",
    ]
    assert table.at("A1") == [45]
    assert table.marks("A1") == ""


def test_v5_over_the_edge_into_a_battle() -> None:
    table = Table("A1@14 B1@81", A="3a 7b")
    told = table.does("A", "over_edge 3a A1", "edge 6 edge 2 battle 3")
    in_order(told, "over_edge A1 14 6,2 81", "battle A1 B1 81 3", "ship_drifted B1 81 80 battle")
    assert table.at("A1", "B1") == [81, 80]
    assert table.hand("A") == "7b"


def test_v6_a_winner_that_moves_on_meets_only_its_new_square() -> None:
    table = Table("A1@20 B1@25", A="5a 7b")
    in_order(table.does("A", "sail 5a A1 5", "battle 5"), "ship_drifted A1 25 27 battle")
    assert table.at("A1", "B1") == [27, 25]
    assert table.marks("B1") == ""


def test_v7_a_ship_without_room_drops_astern() -> None:
    table = Table("A1@50 B1@57 C1@56", seats=3, A="7a 7b")
    told = table.does("A", "sail 7a A1 7", "battle 4 table 3")
    in_order(told, "ship_drifted A1 57 55 battle", "table_rolled A1 55 treasure 3", "silver_gained A 2 2")
    assert table.at("A1") == [55]
    assert table.seat("A").silver == 2


def test_v8_silver_counts_for_a_push_and_the_pushed_ship_rolls_in_its_own_turn() -> None:
    table = Table("A1@40 B1@66", silver={"A": 2}, A="6a", B="4a 10a Kb")
    told = table.does("A", "push_back 6a B1", "table 6")
    in_order(
        told,
        "card_played A 6a 6 push_back 8",
        "ship_drifted B1 66 58 push",
        "effect_deferred B1 square 58",
        "turn_started B",
        "deferred_resolved B1 square 58",
        "table_rolled B1 58 ship_yard 6",
    )
    assert table.seat("A").silver == 0
    table.does("B", "choose_cards 10a,10a")
    assert table.hand("B") == "4a 10a+8 Kb"
    told = table.does("B", "sail 10a B1 18", "table 4")
    in_order(told, "table_rolled B1 76 kraken 4", "modifier_applied B 2 1")
    assert table.at("B1") == [76]
    assert table.hand("B") == "4a+2 Kb"


def test_v9_war_drives_every_rival_back_the_hindmost_first() -> None:
    table = Table("A1@32 B1@40 C1@3 D1@60", seats=4, A="4a 5a")
    told = table.does("A", "sail 4a A1 4", "table 2")
    assert until_next_turn(told)[3:] == [
        "ship_drifted C1 3 1 war",
        "ship_drifted B1 40 35 war",
        "ship_drifted D1 60 56 war",
    ]
    assert [table.marks(name) for name in ("B1", "C1", "D1")] == ["", "", ""]


def test_v10_the_third_ship_slips_past_busy_pirates() -> None:
    table = Table("A1@60 B1@59 C1@58", seats=3, A="2a 5a 8a", B="3b 7a 9b", C="9a Qc")
    told = table.does("A", "sail 5a A1 5", "pirates 4")
    in_order(told, "pirate_attack A1 1 65 4", "modifier_applied A -2 2")
    assert table.hand("A") == "2a-2 8a-2"
    told = table.does("B", "sail 7a B1 7", "pirates 1")
    in_order(told, "pirate_attack B1 2 66 1", "modifier_applied B -5 1")
    assert table.hand("B") == "3b 9b-5"
    in_order(table.does("C", "sail 9a C1 9"), "ship_sailed C1 58 67 9", "pirates_evaded C1 busy")
    assert table.marks("C1") == "undetected"


def test_v11_sinking_a_pirate_with_the_last_card_costs_the_next_deal() -> None:
    table = Table("A1@60", A="5a", B="Jb")
    told = table.does("A", "sail 5a A1 5", "pirates 3")
    in_order(told, "pirate_attack A1 1 65 3", "pirates_changed 2 1 sunk", "one_card_next_deal A")
    assert table.pirates() == "2"
    assert table.marks("A1") == "undetected"


def test_v12_a_captured_ship_goes_home_and_strengthens_the_pirates() -> None:
    table = Table("A1@88", A="4a 9b", B="Jb")
    told = table.does("A", "sail 4a A1 4", "pirates 6")
    in_order(told, "ship_sent_home A1 92 pirates", "pirates_changed 2 3 prize")
    assert table.at("A1") == [0]
    assert table.pirates() == "1 2 3"
    assert table.hand("A") == "9b"


def test_v13_attacking_a_ship_that_pirates_hold_brings_them_upon_the_attacker() -> None:
    table = Table("A1@60 B1@66", pirates="1:B1 2", A="4a 5a 6a")
    told = table.does("A", "sail 6a A1 6", "battle 3 pirates 2")
    in_order(
        told, "ship_drifted B1 66 65 battle", "pirate_attack A1 1 66 2", "cards_discarded A 4a,5a pirates 0"
    )
    assert table.marks("B1") == "vessel=1"
    assert table.pirates() == "1:B1,A1 2"


def test_v14_pirates_stirred_up_by_a_battle_turn_on_the_other_ship() -> None:
    table = Table(
        "A1@84 B1@91 C1@123", seats=3, pirates="1:C1", undetected="B1", A="4a 7a", B="5a 10b"
    )  # fmt: skip
    told = table.does("A", "sail 7a A1 7", "battle 4 pirates 5")
    in_order(
        told,
        "ship_drifted A1 91 90 battle",
        "effect_deferred B1 pirates 91",
        "turn_started B",
        "deferred_resolved B1 pirates 91",
        "pirate_attack B1 1 91 5",
    )
    assert table.at("A1") == [90]
    assert table.hand("B") == "5a-3 10b-3"
    in_order(table.does("B", "sail 10b B1 7", "table 4"), "table_rolled B1 98 sirens 4")
    assert table.pirates() == "1:C1"


def test_v15_a_card_is_divided_so_that_the_rest_still_fits() -> None:
    table = Table("A1@140 A2@20", chosen={"ships": 2}, A="10a 2b", B="Jb")
    ways = [choice for choice in table.choices() if choice.startswith("sail 10a")]
    assert ways == [*(f"sail 10a A1 {n}" for n in range(1, 5)), *(f"sail 10a A2 {n}" for n in range(6, 11))]
    told = until_next_turn(table.does("A", "sail 10a A2 6"))
    assert told[1:] == ["ship_sailed A2 20 26 6", "ship_sailed A1 140 144 4", "ship_finished A1 1"]
    assert GAME.outcome(table.state) is None


def test_v16_behind_a_blockade_squares_are_lost_and_then_cards() -> None:
    table = Table("A1@27 B1@30 B2@30", chosen={"ships": 2}, A="7a 8a Qa")
    assert table.choices() == ["sail 7a A1 2", "sail 8a A1 2", "sail Qa A1 2"]
    told = table.does("A", "sail 8a A1 2")
    in_order(told, "ship_sailed A1 27 29 2", "squares_lost A 6", "turn_started A", "stuck A")
    assert table.awaited() == "A discard"
    assert table.choices() == ["discard 7a", "discard Qa"]
    in_order(table.does("A", "discard 7a"), "cards_discarded A 7a stuck 1")


def test_v17_the_first_leg_is_ones_own_and_a_partner_meets_its_square_later() -> None:
    table = Table("A1@50 C1@62", seats=4, chosen=FLEETS, A="10a", B="Jb")
    assert table.choices() == [f"sail 10a A1 {n}" for n in range(1, 11)]
    told = until_next_turn(table.does("A", "sail 10a A1 6"))
    assert told[1:] == ["ship_sailed A1 50 56 6", "ship_sailed C1 62 66 4", "effect_deferred C1 square 66"]


def test_v18_a_convoy_attacks_together_and_is_never_beaten() -> None:
    table = Table("A1@55 C1@55 B1@59", seats=4, chosen=FLEETS, A="2b 8a", B="Jb")
    told = table.does("A", "sail 8a A1 4 with C1", "battle 6 battle 2 battle 4 table 3")
    assert until_next_turn(told)[1:] == [
        "ship_sailed A1,C1 55 59 4",
        "battle A1,C1 B1 59 4 6,2",
        "ship_drifted A1 59 58 battle",
        "ship_drifted C1 59 58 battle",
        "table_rolled A1 58 ship_yard 3",
        "modifier_applied A 1 1",
        "cards_changed A 2 (3)",
        "effect_deferred C1 square 58",
    ]
    assert table.hand("A") == "2b+1"
    assert table.marks("C1") == "pending=square"


def test_v19_a_convoy_that_is_attacked_is_neither_sunk_nor_outrun() -> None:
    table = Table("A1@40 B1@47 D1@47", seats=4, chosen=FLEETS, A="2b 7a", C="Jb")
    told = table.does("A", "sail 7a A1 7", "battle 1 battle 5 battle 6")
    in_order(told, "battle A1 B1,D1 47 6 1,5", "ship_drifted B1 47 49 battle", "ship_drifted D1 47 49 battle")
    assert table.at("A1", "B1", "D1") == [47, 49, 49]
    assert [table.marks(name) for name in ("B1", "D1")] == ["pending=square", "pending=square"]


def test_v20_the_first_deal_gives_five_cards() -> None:
    _, events = GAME.start(GAME.options.model_validate({}), 2, Chance(StillWater()))
    in_order([line(event) for event in events], "deck_shuffled 1 A", "hands_dealt 1 5,5 B")


@pytest.mark.parametrize(("left", "each"), [(14, 4), (6, 3), (3, 1)])
def test_v20_a_later_deal_is_as_large_as_the_deck_allows_for_everybody(left: int, each: int) -> None:
    deck = [one for one in full_deck(2) if one[0] != "J"][:left]
    table = Table("A1@30 B1@40", A="Ja", deck=" ".join(deck))
    told = table.does("A", "becalm Ja")
    in_order(told, f"hands_dealt 2 {each},{each} B")
    assert len(table.state.deck) == left - 2 * each


def test_v20_a_new_deck_brings_back_one_vessel_when_the_pirates_are_gone() -> None:
    table = Table("A1@30", A="Ja", deck="", pirates="")
    told = table.does("A", "becalm Ja")
    in_order(told, "deck_shuffled 2 B", "pirates_changed 0 1 reshuffle", "hands_dealt 1 5,5 A")
    assert table.pirates() == "1"


def test_v21_reaching_the_finish_wins_and_the_others_are_ranked_by_progress() -> None:
    table = Table("A1@139 B1@88", seats=3, A="2b 9a")
    assert table.choices() == ["sail 2b A1 2", "sail 9a A1 5"]
    told = table.does("A", "sail 9a A1 5")
    assert told[-2:] == ["ship_finished A1 0", "game_ended 1 finished 1,2,3"]
    assert table.at("A1") == [144]
    assert table.outcome() == "finished A | B | C"


def test_v22_whoever_can_play_nothing_sails_a_partner_back() -> None:
    table = Table("C1@50 B1@3 D1@3", seats=4, chosen=FLEETS, A="2c 3b 7a", B="Jb")
    assert table.awaited() == "A back_partner"
    assert table.choices() == ["back_partner 2c C1", "back_partner 7a C1"]
    told = table.does("A", "back_partner 7a C1")
    in_order(told, "card_played A 7a 7 back_partner 7", "ship_drifted C1 50 43 backed")


def test_v23_one_coast_guard_chases_a_ship_to_another() -> None:
    table = Table("A1@75", A="2b 8a")
    told = table.does("A", "sail 8a A1 8", "table 5 edge 5 edge 3 table 4")
    in_order(
        told,
        "table_rolled A1 83 coast_guard 5",
        "over_edge A1 83 5,3 49",
        "table_rolled A1 49 coast_guard 4",
        "token_gained A1 flag 49",
    )
    assert table.at("A1") == [49]
    assert table.marks("A1") == "flag"


def test_v24_diamonds_must_be_played_at_once() -> None:
    table = Table("A1@49", A="2b 6a", B="Jb", deck="3b 4b")
    told = table.does("A", "sail 6a A1 6", "table 6")
    in_order(told, "table_rolled A1 55 treasure 6", "cards_drawn A 2", "drawn_seen A 3,4")
    assert table.hand("A") == "2b 3b! 4b!"
    assert table.choices() == ["sail 4b A1 4"]
    told = table.does("A", "sail 4b A1 4")
    in_order(told, "ship_sailed A1 55 59 4", "stuck A", "cards_discarded A 3b stuck 1", "turn_started B")
    assert table.hand("A") == "2b"


def test_v25_no_square_works_twice_in_a_turn() -> None:
    table = Table("A1@129", A="2b 9a")
    told = table.does("A", "sail 9a A1 9", "table 5 typhoon 2 typhoon 4 table 5")
    assert until_next_turn(told)[1:] == [
        "ship_sailed A1 129 138 9",
        "table_rolled A1 138 weather 5",
        "ship_drifted A1 138 132 weather 2,4",
        "table_rolled A1 132 reef 5",
        "ship_drifted A1 132 138 reef",
    ]
    assert table.at("A1") == [138]


def test_v26_the_coast_guard_never_sinks_the_last_vessel() -> None:
    table = Table("A1@40 B1@66", pirates="1:B1", A="9a 9b")
    told = table.does("A", "sail 9a A1 9", "table 2")
    assert until_next_turn(told)[-1] == "table_rolled A1 49 coast_guard 2"
    assert table.pirates() == "1:B1"


def test_v27_an_absent_captain_sails_to_the_quietest_square() -> None:
    table = Table("A1@40 B1@90", seats=4, A="2a 3b 6d 9c")
    assert table.times_out() == "sail 6d A1 squares 6"
    assert table.at("A1") == [46]


def test_v28_a_race_that_drags_on_is_called() -> None:
    table = Table("A1@88 B1@120", seats=3, chosen={"deck_limit": 1}, A="Ja", deck="")
    assert table.does("A", "becalm Ja")[-1] == "game_ended 2 deck_limit 2,1,3"
    assert table.outcome() == "deck_limit B | A | C"
