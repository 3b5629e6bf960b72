"""Edge cases of ships, squares, battles and pirates (section 15, 16 to 45 and 62)."""

import pytest

from tests.rules.acrana.table import Table, in_order, until_next_turn

THREE = {"ships": 3}
TWO = {"ships": 2}
FLEETS = {"fleet_size": 2}


# Drifting


def test_a_winner_that_drifts_past_the_finish_is_home() -> None:
    table = Table("A1@141 B1@143", A="2a 9b")
    told = table.does("A", "sail 2a A1 2", "battle 5")
    in_order(told, "ship_drifted A1 143 144 battle", "ship_finished A1 0", "game_ended 1 finished 1,2")


@pytest.mark.parametrize(
    ("blockade", "told"), [(64, "ship_drifted A1 61 63 reef"), (62, "ship_held A1 61 reef")]
)
def test_a_shortcut_ends_before_a_blockade(blockade: int, told: str) -> None:
    table = Table(f"A1@57 B1@{blockade} B2@{blockade}", chosen=TWO, A="4a 9b", B="Jb")
    events = until_next_turn(table.does("A", "sail 4a A1 4", "table 5"))
    assert events[-1] == told


def test_a_typhoon_blows_no_further_than_the_roads() -> None:
    table = Table("A1@5", A="2a 9b", B="Jb")
    told = table.does("A", "sail 2a A1 2", "table 5 typhoon 6 typhoon 6")
    in_order(told, "ship_drifted A1 7 1 weather 6,6")


def test_a_drifting_ship_drops_astern_past_every_enemy_at_worst_to_the_roads() -> None:
    table = Table("A1@30 B1@8 C1@2 D1@1", seats=4, A="6a 9b")
    in_order(table.does("A", "push_back 6a B1"), "ship_drifted B1 8 1 push")


def test_a_winner_without_room_ahead_drops_astern_of_the_loser() -> None:
    table = Table("A1@97 B1@104 C1@105 D1@106", seats=4, A="7a 9b", B="Jb")
    in_order(table.does("A", "sail 7a A1 7", "battle 5"), "ship_drifted A1 104 103 battle")


def test_a_defender_that_outruns_the_attacker_may_win_the_race() -> None:
    table = Table("A1@140 B1@142", A="2a 9b")
    told = table.does("A", "sail 2a A1 2", "battle 6")
    assert told[-2:] == ["ship_finished B1 0", "game_ended 2 finished 2,1"]


def test_a_winner_that_stays_rolls_on_the_battle_square() -> None:
    table = Table("A1@54 B1@58", A="4a 9b", B="Jb")
    told = table.does("A", "sail 4a A1 4", "battle 3 table 2")
    in_order(told, "ship_drifted B1 58 57 battle", "table_rolled A1 58 ship_yard 2")


@pytest.mark.parametrize(("roll", "square"), [(4, 57), (5, 60)])
def test_a_defender_that_stays_rolls_nothing_again(roll: int, square: int) -> None:
    table = Table("A1@54 B1@58", A="4a 9b", B="Jb")
    told = table.does("A", "sail 4a A1 4", f"battle {roll}")
    assert not [line for line in told if line.startswith(("table_rolled", "effect_deferred"))]
    assert table.at("A1", "B1") == [square, 58]


def test_a_defender_that_is_sunk_starts_again() -> None:
    table = Table("A1@54 B1@59", tokens={"B1": "flag reef_map"}, A="Aa 5a", B="Jb")
    told = table.does("A", "sail 5a A1", "battle 1")
    in_order(told, "ship_sent_home B1 59 battle A1")
    assert table.marks("B1") == ""


# Over the edge


def test_a_chase_back_to_the_same_coast_guard_is_not_rolled_again() -> None:
    table = Table("A1@75", A="2b 8a", B="Jb")
    told = until_next_turn(table.does("A", "sail 8a A1 8", "table 5 edge 6 edge 4"))
    assert told[-1] == "over_edge A1 83 6,4 83"


def test_a_chase_onto_an_enemy_is_a_battle() -> None:
    table = Table("A1@75 B1@82", A="2b 8a", B="Jb")
    told = table.does("A", "sail 8a A1 8", "table 5 edge 6 edge 3 battle 3")
    in_order(told, "over_edge A1 83 6,3 82", "battle A1 B1 82 3", "ship_drifted B1 82 81 battle")


def test_over_the_edge_onto_a_blockade_a_ship_drops_astern_into_a_battle() -> None:
    table = Table("A1@20 B1@82 B2@82 C1@81", seats=3, chosen=TWO, A="3a 9b", B="Jb")
    told = table.does("A", "over_edge 3a A1", "edge 6 edge 3 battle 3")
    in_order(told, "over_edge A1 20 6,3 81", "battle A1 C1 81 3")


def test_over_the_edge_onto_two_friends_a_ship_drops_astern() -> None:
    table = Table("A1@20 A2@82 A3@82", chosen=THREE, A="3a 9b", B="Jb")
    in_order(table.does("A", "over_edge 3a A1", "edge 6 edge 3"), "over_edge A1 20 6,3 81")


def test_a_ship_may_cross_the_edge_and_come_back_where_it_was() -> None:
    table = Table("A1@20", A="3a 9b", B="Jb")
    in_order(table.does("A", "over_edge 3a A1", "edge 3 edge 3"), "over_edge A1 20 3,3 20")


# What waits for a captain


def test_only_the_last_square_counts_for_a_ship_that_is_pushed_twice() -> None:
    table = Table("A1@30 B1@64 C1@3", seats=3, A="6a 9a", C="6c 9c", deck="2b Jb 2c Jc 2a Ja")
    in_order(table.does("A", "push_back 6a B1"), "effect_deferred B1 square 58")
    in_order(table.does("C", "push_back 6c B1"), "effect_deferred B1 square 52")
    table.seat("B").hand, table.state.deck = ["Jb"], ["2b", "2c", "Jc", "2a", "Ja"]
    in_order(
        table.start_turn("B", "table 6"), "deferred_resolved B1 square 52", "table_rolled B1 52 weather 6"
    )
    assert not any("58" in told for told in table.log if told.startswith("deferred_resolved"))


def test_what_waits_for_a_captain_without_cards_waits_until_the_next_deal() -> None:
    table = Table("A1@30 B1@64", A="6a Ja", deck="2a 2b 4a 4b 5a 5b 7a 7b")
    told = table.does("A", "push_back 6a B1")
    assert told[-1] == "turn_started A"
    told = table.does("A", "becalm Ja", "table 2")
    in_order(told, "hands_dealt 2 4,4 B", "turn_started B", "deferred_resolved B1 square 58")


def test_everything_that_waits_is_resolved_even_when_the_hand_is_gone() -> None:
    table = Table(
        "A1@39 A2@58", chosen=TWO, pending={"A1": "square", "A2": "square"}, A="4a 9a", B="Jb", mover="B"
    )  # fmt: skip
    told = table.does("B", "becalm Jb", "table 1 table 3")
    in_order(
        told,
        "deferred_resolved A1 square 39",
        "cards_discarded A 4a,9a reef 0",
        "deferred_resolved A2 square 58",
        "effect_wasted A",
        "hands_dealt 2 4,4 B",
    )


def test_a_ship_sent_home_by_what_waited_leaves_the_others_theirs() -> None:
    table = Table(
        "A1@39 A2@58", chosen=TWO, pending={"A1": "square", "A2": "square"}, A="4a 9a", B="Jb", mover="B"
    )  # fmt: skip
    told = table.does("B", "becalm Jb", "table 6 table 2")
    in_order(told, "ship_sent_home A1 39 reef", "deferred_resolved A2 square 58", "damage_repaired A")


# Pirates


def test_without_vessels_a_ship_passes_and_is_looked_for_again_next_time() -> None:
    table = Table("A1@60", pirates="", A="5a Aa", B="Jb")
    in_order(table.does("A", "sail 5a A1 5"), "pirates_evaded A1 none")
    assert table.marks("A1") == ""
    table = Table("A1@65", pirates="1", A="Aa 9a", B="Jb")
    in_order(table.does("A", "sail Aa A1 1", "pirates 1"), "pirate_attack A1 1 66 1")


@pytest.mark.parametrize(("pirates", "undetected"), [("1:A1 2", ""), ("1 2", "A1")])
def test_a_visit_to_pirate_waters_costs_one_attack(pirates: str, undetected: str) -> None:
    table = Table("A1@65", pirates=pirates, undetected=undetected, A="Aa 9a", B="Jb")
    assert until_next_turn(table.does("A", "sail Aa A1 1"))[1:] == ["ship_sailed A1 65 66 1"]


def test_a_ship_driven_out_of_pirate_waters_frees_its_vessel() -> None:
    table = Table("A1@30 B1@66", pirates="1:B1 2", A="6a 9a", B="Jb")
    table.does("A", "push_back 6a B1")
    assert table.pirates() == "1 2"


def test_a_vessel_sunk_while_it_holds_two_ships_lets_both_go_undetected() -> None:
    table = Table("A1@60 B1@66", pirates="1:B1 2", A="4a 6a", B="Jb")
    table.does("A", "sail 6a A1 6", "battle 3 pirates 3")
    assert table.pirates() == "2"
    assert (table.marks("A1"), table.marks("B1")) == ("undetected", "undetected")


def test_the_pirates_never_have_more_than_six_vessels() -> None:
    table = Table("A1@60", pirates="1 2 3 4 5 6", A="4a 5a", B="Jb")
    told = until_next_turn(table.does("A", "sail 5a A1 5", "pirates 6"))
    assert told[-1] == "ship_sent_home A1 65 pirates"
    assert len(table.state.pirates) == 6


def test_a_squadron_that_finds_no_pirates_changes_nothing() -> None:
    table = Table("A1@32", pirates="", A="4a 5a", B="Jb")
    assert until_next_turn(table.does("A", "sail 4a A1 4", "table 3"))[-1] == "table_rolled A1 36 navy 3"


def test_a_squadron_clears_out_the_pirates() -> None:
    table = Table("A1@32 B1@66", pirates="1:B1 2", A="4a 5a", B="Jb")
    in_order(table.does("A", "sail 4a A1 4", "table 3"), "pirates_changed 2 0 navy")
    assert table.marks("B1") == "undetected"


def test_the_coast_guard_sinks_the_highest_free_vessel() -> None:
    table = Table("A1@40 B1@66 C1@67", seats=3, pirates="1 2 3:B1", A="9a 4a", B="Jb")
    table.does("A", "sail 9a A1 9", "table 2")
    assert table.pirates() == "1 3:B1"


def test_the_coast_guard_sinks_the_highest_vessel_when_none_is_free() -> None:
    table = Table("A1@40 B1@66 C1@67", seats=3, pirates="1:B1 2:C1", A="9a 4a", B="Jb")
    table.does("A", "sail 9a A1 9", "table 2")
    assert table.pirates() == "1:B1"
    assert table.marks("C1") == "undetected"


def test_pirates_attack_nobody_through_a_battle_that_sinks_the_attacker() -> None:
    table = Table("A1@60 B1@66 C1@123", seats=3, pirates="1:C1", undetected="B1", A="4a 6a", B="Jb")
    told = until_next_turn(table.does("A", "sail 6a A1 6", "battle 2"))
    assert told[-1] == "ship_sent_home A1 66 battle B1"
    assert table.marks("B1") == "undetected"


def test_an_attacker_thrown_out_of_pirate_waters_escapes_them() -> None:
    table = Table("A1@60 B1@65", pirates="1:B1 2", A="4a 5a", B="Jb")
    told = until_next_turn(table.does("A", "sail 5a A1 5", "battle 4"))
    assert told[-1] == "ship_drifted A1 65 64 battle"


def test_a_battle_rouses_pirates_that_are_all_busy() -> None:
    table = Table("A1@60 B1@66 C1@123", seats=3, pirates="1:C1", undetected="B1", A="4a 6a", B="Jb")
    told = table.does("A", "sail 6a A1 6", "battle 3 pirates 1")
    in_order(told, "ship_drifted B1 66 65 battle", "pirate_attack A1 1 66 1")
    assert table.marks("B1") == "undetected"


def test_pirates_find_a_defender_that_outruns_the_attacker_inside_their_waters() -> None:
    table = Table("A1@58 B1@65 C1@123", seats=3, pirates="1:C1", undetected="B1", A="4a 7a", B="Ja")
    told = table.does("A", "sail 7a A1 7", "battle 6 pirates 1")
    in_order(told, "ship_drifted B1 65 67 battle", "effect_deferred B1 pirates 67", "pirates_evaded A1 busy")


def test_a_free_vessel_attacks_whoever_wins_a_battle() -> None:
    table = Table("A1@60 B1@66 C1@123", seats=3, pirates="1:C1 2", undetected="B1", A="4a 6a", B="Jb")
    in_order(table.does("A", "sail 6a A1 6", "battle 3 pirates 1"), "pirate_attack A1 2 66 1")


def test_an_escort_flees_from_a_battle_on_either_side() -> None:
    table = Table("A1@60 B1@66", tokens={"A1": "escort", "B1": "escort"}, A="4a 6a", B="Jb")
    told = table.does("A", "sail 6a A1 6", "battle 2")
    in_order(told, "token_lost A1 escort 66", "token_lost B1 escort 66")
    assert table.marks("B1") == ""


def test_an_escort_saves_a_ship_from_one_attack() -> None:
    table = Table("A1@60", tokens={"A1": "escort"}, A="4a 6a", B="Jb")
    in_order(table.does("A", "sail 6a A1 6"), "token_used A1 escort 66")
    assert table.marks("A1") == "undetected"


def test_an_escort_is_kept_while_every_vessel_is_busy() -> None:
    table = Table("A1@60 B1@123", pirates="1:B1", tokens={"A1": "escort"}, A="4a 6a", B="Jb")
    in_order(table.does("A", "sail 6a A1 6"), "pirates_evaded A1 busy")
    assert table.marks("A1") == "escort undetected"


def test_a_flag_keeps_the_coast_guard_away_for_good() -> None:
    table = Table("A1@40", tokens={"A1": "flag"}, A="4a 9a", B="Jb")
    told = until_next_turn(table.does("A", "sail 9a A1 9"))
    assert told[-1] == "token_used A1 flag 49"
    assert table.marks("A1") == "flag"


def test_a_second_token_of_a_kind_is_none() -> None:
    table = Table("A1@51", tokens={"A1": "reef_map"}, A="4a 9a", B="Jb")
    told = until_next_turn(table.does("A", "sail 4a A1 4", "table 2"))
    assert told[-1] == "table_rolled A1 55 treasure 2"


# Blockades and convoys


def test_a_blockade_broken_in_the_middle_of_a_card_lets_the_next_ship_pass() -> None:
    table = Table(
        "A1@48 A2@79 B1@50 B2@50 C1@89 C2@89", seats=3, chosen=TWO, A="4a Qa", B="Jb"
    )  # fmt: skip
    assert table.choices()[-2:] == ["sail Qa A1 1", "sail Qa A2 9"]
    told = table.does("A", "sail Qa A2 9", "table 2")
    in_order(
        told,
        "table_rolled A2 88 navy 2",
        "ship_drifted B1 50 46 war",
        "ship_drifted B2 50 46 war",
        "ship_sailed A1 48 51 3",
    )


def test_a_third_own_ship_passes_a_blockade_but_cannot_stop_on_it() -> None:
    table = Table("A1@60 A2@60 A3@54", chosen=THREE, A="6a 9a", B="Jb")
    assert "sail 9a A3 9" in table.choices()
    in_order(table.does("A", "sail 6a A3 6"), "ship_sailed A3 54 59 6")
    table = Table("A1@50 A2@50 A3@49", chosen=THREE, A="Aa 9a", B="Jb")
    assert [choice for choice in table.choices() if "Aa A3" in choice] == []


def test_a_second_own_ship_cannot_join_a_convoy() -> None:
    table = Table("A1@60 C1@60 A2@56", seats=4, chosen={**TWO, **FLEETS}, A="4a 9a", B="Jb")
    in_order(table.does("A", "sail 4a A2 4"), "ship_sailed A2 56 59 4")


def test_a_convoy_does_not_sail_onto_a_friend() -> None:
    table = Table("A1@50 C1@50 A2@54", seats=4, chosen={**TWO, **FLEETS}, A="8a 9a", B="Jb")
    convoys = [choice for choice in table.choices() if choice.startswith("sail 8a A1") and "with" in choice]
    assert convoys == [f"sail 8a A1 {squares} with C1" for squares in (1, 2, 3)]
    assert "sail 8a A1 4" in table.choices()


def test_a_partners_blockade_stops_a_ship_as_an_enemys_does() -> None:
    table = Table("A1@50 C1@53 C2@53", seats=4, chosen={**TWO, **FLEETS}, A="8a 9a", B="Jb")
    assert "sail 8a A1 2" in table.choices()
    assert "sail 8a A1 3" not in table.choices()


def test_a_leg_that_wins_ends_the_card() -> None:
    table = Table("A1@140 A2@20", chosen={**TWO, "win": "first_ship"}, A="10a 9b", B="Jb")
    told = table.does("A", "sail 10a A1 4")
    assert told[-2:] == ["ship_finished A1 1", "game_ended 1 finished 1,2"]
    assert table.at("A2") == [20]


def test_blockades_and_convoys_are_told_when_they_form_and_part() -> None:
    table = Table("A1@50 A2@57", chosen=TWO, A="7a 8a", B="Jb")
    in_order(table.does("A", "sail 7a A1 7"), "ship_sailed A1 50 57 7", "blockade_formed 57 A1,A2")
    table = Table("A1@50 C1@50", seats=4, chosen=FLEETS, A="7a", B="Jb")
    assert "convoy_parted 50 A1,C1" in table.does("A", "sail 7a A1 7")
    table = Table("A1@50 C1@50", seats=4, chosen=FLEETS, A="8a", B="Jb")
    assert not [line for line in table.does("A", "sail 8a A1 4 with C1") if line.startswith("convoy_")]
