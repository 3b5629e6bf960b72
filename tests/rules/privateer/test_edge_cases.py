"""The edge cases of section 15, by their numbers, as far as a worked example does not show them already."""

from tests.rules.privateer.table import Table, new_game

FAR = "blue1@A7 blue2@A13"
"""Rivals who are nowhere near."""


# Spending (1 to 3)


def test_edge_1_both_sails_on_one_of_two_ships_would_leave_two_cannonballs_to_the_other() -> None:
    table = Table("red blue", f"red1@G9 red2@E9 {FAR}", "S2 S3 C1 C2")
    table.does("sail 1 S2 N")
    assert table.refusal("sail 1 S3 N") == "dice_needed"
    assert table.dice_for(1) == "C1 C2"


def test_edge_2_three_sails_and_three_cannonballs_go_one_of_each_to_every_ship() -> None:
    table = Table("red blue", f"red1@G9 red2@E9 red3@J5 {FAR}", "S2 S3 S3 C1 C2 C3")
    table.does("sail 1 S2 N")
    assert table.dice_for(1) == "C1 C2 C3"
    table.does("fire 2 C1 N")
    assert table.dice_for(2) == "S3"


def test_edge_3_with_six_sails_nothing_can_be_fired() -> None:
    table = Table("red blue", f"red1@G9 red2@E9 red3@J5 {FAR}", "S2 S3 S3 S4 S2 S3")
    assert table.choices("fire") == []
    assert table.refusal("fire 1 C3 N") == "no_such_die"


# Sailing (4 to 10)


def test_edge_4_a_shot_in_between_does_not_allow_to_turn_right_about() -> None:
    table = Table("red blue", f"red1@G9 red2@E9 {FAR}", "S2 S3 S3 S2", taken="red2:SC")
    table.does("sail 1 S2 N")
    assert "S" not in table.ways(1, "S3").split()
    assert table.refusal("sail 1 S3 S") == "reversal"


def test_edge_4_a_move_cut_short_by_a_boarding_counts_in_the_direction_it_was_ordered() -> None:
    table = Table("red blue", "red1@D8 red2@A9 blue1@F6 blue2@M6", "S4 S3 S3 C2")
    table.does("sail 1 S4 NE", "boarding 5 1")
    table.does("prize scuttle")
    assert table.ways(1, "S3") == "N NE SE S NW"


def test_edge_5_friends_are_passed_but_never_ended_on() -> None:
    table = Table("red blue", f"red1@G9 red2@G7 {FAR}", "S2 S3 S3 S3")
    assert "N" not in table.ways(1, "S2").split()
    assert table.refusal("sail 1 S2 N") == "ends_on_friend"
    assert table.does("sail 1 S3 N") == ["ship_sailed red1 G9 G6 N 3 3"]


def test_edge_6_an_enemy_or_an_island_before_the_friend_makes_the_move_legal() -> None:
    enemy = Table("red blue", "red1@G9 red2@G6 blue1@G7 blue2@M6", "S2 S3 S3 S3")
    assert "N" in enemy.ways(1, "S3").split()
    assert enemy.does("sail 1 S3 N", "boarding 5 1")[0] == "ship_sailed red1 G9 G7 N 3 3"
    island = Table("red blue", f"red1@G9 red2@G6 {FAR}", "S2 S3 S3 S3", terrain="G8:desert")
    assert island.does("sail 1 S3 N")[1] == "ship_lost red1 G8 desert"


def test_edge_7_a_reef_before_the_friend_does_not() -> None:
    table = Table("red blue", f"red1@G9 red2@G6 {FAR}", "S2 S3 S3 S3", terrain="G8:reef")
    assert table.refusal("sail 1 S3 N") == "ends_on_friend"


def test_edge_8_the_first_reef_that_holes_a_ship_ends_the_move() -> None:
    table = Table("red blue", f"red1@G10 red2@A9 {FAR}", "S4 S3 S3 S2", terrain="G9:reef G7:reef")
    assert table.does("sail 1 S4 N", "reef 1") == [
        "reef_roll red1 G9 1 False",
        "ship_sailed red1 G10 G9 N 4 4",
        "ship_lost red1 G9 reef",
    ]


def test_edge_9_a_ship_holed_on_a_reef_boards_nobody_there() -> None:
    table = Table("red blue", "red1@G10 red2@A9 blue1@G8 blue2@M6", "S4 S3 S3 S2", terrain="G8:reef")
    assert table.does("sail 1 S4 N", "reef 1") == [
        "reef_roll red1 G8 1 False",
        "ship_sailed red1 G10 G8 N 4 4",
        "ship_lost red1 G8 reef",
    ]
    assert table.state.ships["blue1"] == "G8"


def test_edge_10_a_boarder_who_wins_on_a_reef_leaves_it_without_another_roll() -> None:
    table = Table("red blue", "red1@G10 red2@A9 blue1@G8 blue2@M6", "S4 S3 S3 S2", terrain="G8:reef")
    table.does("sail 1 S4 N", "reef 3", "boarding 5 1")
    table.does("prize scuttle")
    assert table.does("sail 1 S3 NE") == ["ship_sailed red1 G8 J5 NE 3 3"]


# Boarding (11 to 18)


def test_edge_11_ties_are_rolled_again_without_limit() -> None:
    table = Table("red blue", "red1@G10 red2@A9 blue1@G8 blue2@M6", "S4 S3 S3 S2")
    ties = ["boarding 1 1", "boarding 5 5", "boarding 2 2", "boarding 3 3"]
    events = table.does("sail 1 S4 N", *ties, "boarding 2 3")
    assert events[1] == "boarding red1 blue1 G8 [[1,1],[5,5],[2,2],[3,3],[2,3]] blue1"


def test_edge_13_a_hull_taken_by_the_defender_can_be_shot_in_the_same_turn() -> None:
    table = Table("red blue", "red1@D8 red2@G10 blue1@F6 blue2@M6", "S4 S3 S3 C4")
    table.does("sail 1 S4 NE", "boarding 1 4")
    table.does("prize take G6")
    assert "ship_sunk blue3 red2 G6" in table.does("fire 2 C4 N")


def test_edge_14_the_turn_ends_with_the_last_ship_lost_in_a_boarding() -> None:
    ships = "red1@G10 blue1@G8 blue2@M6 green1@A7"
    table = Table("red blue green", ships, "S4 C3", defender_prize="scuttle")
    assert table.does("sail 1 S4 N", "boarding 1 4")[1:] == [
        "boarding red1 blue1 G8 [[1,4]] blue1",
        "prize_scuttled blue1 red1 G8",
        "gold 1 scuttle",
        "player_eliminated [1]",
        "dice_forfeited red [] [3]",
        "turn_ended red",
        "turn_started blue",
    ]


def test_edge_15_a_defender_with_three_ships_scuttles_unasked() -> None:
    ships = "red1@G10 red2@A9 blue1@G8 blue2@M6 blue3@M7"
    table = Table("red blue", ships, "S4 S3 S3 S2")
    assert table.does("sail 1 S4 N", "boarding 1 4")[2:] == [
        "prize_scuttled blue1 red1 G8",
        "gold 1 scuttle",
    ]
    assert (table.gold("blue"), table.hulls("blue"), table.awaited()) == (1, 1, "red spend")


def test_edge_15_a_standing_answer_scuttles_like_the_option() -> None:
    table = Table("red blue", "red1@G10 red2@A9 blue1@G8 blue2@M6", "S4 S3 S3 S2")
    table.does("prize_policy scuttle", by="blue")
    assert "prize_scuttled blue1 red1 G8" in table.does("sail 1 S4 N", "boarding 1 4")


def test_edge_16_without_an_empty_hex_beside_the_winner_the_prize_is_scuttled() -> None:
    table = Table(
        "red blue", "red1@G11 red2@A9 blue1@G8 blue2@M6 blue3@H7", "S4 S3 S3 S2",
        terrain="G7:volcano H8:reef G9:reef F9:volcano F8:desert",
    )  # fmt: skip
    events = table.does("sail 1 S3 N", "reef 2", "boarding 5 1")
    assert events[-2:] == ["prize_scuttled red1 blue1 G8", "gold 1 scuttle"]


def test_edge_17_a_winner_on_the_rim_has_only_the_neighbours_that_exist() -> None:
    table = Table("red blue", "red1@G4 red2@A9 blue1@G1 blue2@M6", "S4 S3 S3 S2")
    table.does("sail 1 S3 N", "boarding 5 1")
    assert table.berths() == ["H1", "G2", "F2"]


def test_edge_17_hexes_beyond_the_storm_are_no_neighbours() -> None:
    table = Table("red blue", "red1@G5 red2@B9 blue1@G2 blue2@L6", "S4 S3 S3 S2", edge=5)
    table.does("sail 1 S3 N", "boarding 5 1")
    assert table.berths() == ["H2", "G3", "F3"]


def test_edge_18_a_prize_with_the_number_of_a_lost_ship_gets_no_slots() -> None:
    ships = "red1@G10 red2@D8 red3@A9 blue1@F6 blue2@M6"
    table = Table("red blue", ships, "S4 S4 S3 S3 S3 S2", terrain="G8:volcano")
    table.does("sail 1 S4 N")
    table.does("sail 2 S4 NE", "boarding 5 1")
    assert table.does("prize take F5") == ["prize_taken red2 blue1 red1 F5"]
    assert table.dice_for(1) == ""
    assert table.refusal("sail 1 S3 N") == "no_such_ship"


# The end of a battle (19 to 23)


def test_edge_19_the_battle_is_over_with_the_last_enemy_though_the_merchant_is_there() -> None:
    table = Table("red blue", "red1@G11 red2@A9 blue1@G9", "S4 S3 S3 C2", merchant="G7")
    assert table.does("fire 1 C2 N")[-3:] == [
        "gold 1 day",
        "battle_over 1 last_fleet",
        "game_over [[1],[2]] 2",
    ]


def test_edge_20_who_wrecks_the_own_last_ship_leaves_the_day_to_the_rival() -> None:
    table = Table("red blue", "red1@G9 blue1@A7", "S3 S2", terrain="G8:volcano")
    assert "day_won 1" in table.does("sail 1 S3 N")
    assert table.ending() == "last_fleet: blue, red"


def test_edge_21_a_rake_that_beats_two_rivals_eliminates_them_together() -> None:
    ships = "gray1@G11 blue1@G8 green1@G7 black1@A7"
    table = Table("gray blue green black", ships, "S2 C5", gambit="gray:armed")
    assert "player_eliminated [2,3]" in table.does("fire 1 C5 N")
    assert table.state.elimination == [[2, 3]]


def test_edge_22_a_volcano_shields_who_is_behind_it_from_a_rake() -> None:
    ships = "gray1@G11 blue1@G10 gray2@G9 blue2@G7"
    table = Table("gray blue", ships, "S2 S2 S2 C5", terrain="G8:volcano", gambit="gray:armed")
    assert table.does("fire 1 C5 N") == [
        "shot_fired gray1 G11 N 5 G6 hit rake",
        "ship_sunk blue1 gray1 G10",
        "gold 1 gun",
    ]


def test_edge_23_a_rake_that_hits_nothing_is_used_up() -> None:
    table = Table("gray blue", f"gray1@G11 gray2@G9 {FAR}", "S2 S2 S2 C5", gambit="gray:armed")
    assert table.does("fire 1 C5 N") == ["shot_fired gray1 G11 N 5 G6 own rake"]
    assert table.state.fleets["gray"].gambit == "used"


def test_a_rake_off_the_map_is_told_before_friends_on_its_way() -> None:
    table = Table("gray blue", f"gray1@G3 gray2@G2 {FAR}", "S2 S2 S2 C5", gambit="gray:armed")
    assert table.does("fire 1 C5 N") == ["shot_fired gray1 G3 N 5 - out rake"]


def test_a_rake_spares_ships_in_fog_and_says_so_before_the_map_ends() -> None:
    ships = "gray1@G3 gray2@A9 yellow1@G1 yellow2@M7"
    table = Table("gray yellow", ships, "S2 S2 S2 C5", gambit="gray:armed yellow:active")
    assert table.does("fire 1 C5 N") == ["shot_fired gray1 G3 N 5 - fog rake"]


# Gambits (24 to 30)


def test_edge_24_marines_lapse_if_the_boarder_is_holed_on_the_way() -> None:
    ships = "blue1@D8 blue2@A9 red1@F6 red2@M6"
    table = Table("blue red", ships, "S4 S2", terrain="F6:reef", taken="blue2:SC", gambit="blue:armed")
    assert table.does("sail 1 S4 NE", "reef 1")[3:6] == [
        "dice_forfeited blue [2] []",
        "gambit_lapsed blue",
        "turn_ended blue",
    ]


def test_edge_25_boarding_the_merchant_leaves_the_marines_armed() -> None:
    ships = "blue1@D8 blue2@A9 red1@M6"
    table = Table("blue red", ships, "S4 S2 S3 S3", merchant="F6", gambit="blue:armed")
    table.does("sail 1 S4 NE")
    table.does("prize scuttle")
    assert table.state.fleets["blue"].gambit == "armed"


def test_edge_26_a_full_move_leaves_shorten_sail_armed() -> None:
    table = Table("green blue", f"green1@G11 green2@C9 {FAR}", "S4 S3 S2 C3", gambit="green:armed")
    assert table.does("sail 1 S4 N steps 4") == ["ship_sailed green1 G11 G7 N 4 4"]
    assert table.does("sail 2 S3 N") == ["ship_sailed green2 C9 C6 N 3 3"]
    assert table.state.fleets["green"].gambit == "armed"


def test_the_shortened_distance_decides_whether_a_move_ends_on_a_friend() -> None:
    table = Table("green blue", f"green1@G11 green2@G9 {FAR}", "S4 S3 S2 C3", gambit="green:armed")
    assert table.refusal("sail 1 S4 N steps 2") == "ends_on_friend"
    assert "sail 1 S4 N steps 3" in table.choices("sail", 1)


def test_edge_27_a_steady_hand_is_not_used_up_by_what_it_cannot_do() -> None:
    table = Table("black blue", f"black1@G10 {FAR}", "S2 C4")
    refused = {
        "gambit die:C4 to:2": "not_the_next_face",
        "gambit die:C4 to:4": "not_the_next_face",
        "gambit die:S2 to:1": "not_the_next_face",
        "gambit die:S3 to:4": "no_such_die",
        "gambit": "which_die",
    }
    assert {text: table.refusal(text) for text in refused} == refused
    assert table.choices("gambit") == [
        "gambit die S2 to 3",
        "gambit die C4 to 3",
        "gambit die C4 to 5",
    ]


def test_edge_27_no_die_goes_beyond_its_faces() -> None:
    table = Table("black blue", f"black1@G10 black2@C9 {FAR}", "S4 S4 C1 C5")
    assert table.choices("gambit") == ["gambit die S4 to 3", "gambit die C1 to 2", "gambit die C5 to 4"]
    assert table.refusal("gambit die C5 to 6") == "not_the_next_face"
    assert table.refusal("gambit die S4 to 5") == "not_the_next_face"


def test_edge_28_extra_powder_comes_before_the_roll() -> None:
    assert Table("red blue", f"red1@G9 {FAR}", "S2 C4").refusal("gambit") == "wrong_window_before"


def test_edge_28_with_three_ships_extra_powder_leaves_two_cannonballs_over() -> None:
    table = Table("red blue", f"red1@G9 red2@E9 red3@J5 {FAR}", gambit="red:armed")
    table.does("roll 3", "sail_die 2 3 4", "cannon_die 1 2 3 4 5")
    for text in ("fire 1 C1 N", "fire 2 C2 N", "fire 3 C3 N", "sail 1 S2 S", "sail 2 S3 S"):
        table.does(text)
    assert "dice_forfeited red [] [4,5]" in table.does("sail 3 S4 S")


def test_a_steady_hand_needs_dice_that_lie() -> None:
    assert Table("black blue", f"black1@G10 {FAR}").refusal("gambit die C4 to 5") == "wrong_window_after"


def test_a_gambit_is_played_once_in_a_battle_and_not_at_all_without_the_option() -> None:
    table = Table("yellow blue", f"yellow1@G9 yellow2@C9 {FAR}")
    assert table.does("gambit") == ["gambit_used yellow fog_bank"]
    assert table.refusal("gambit") == "gambit_used"
    table = Table("yellow blue", f"yellow1@G9 yellow2@C9 {FAR}", gambits=False)
    assert table.refusal("gambit") == "gambits_off"
    assert table.choices("gambit") == []


def test_edge_30_fog_does_not_hinder_boarders() -> None:
    ships = "red1@G10 red2@A9 yellow1@G8 yellow2@M6"
    table = Table("red yellow", ships, "S4 S3 S3 S2", gambit="yellow:active")
    assert table.does("sail 1 S4 N", "boarding 5 1")[1] == "boarding red1 yellow1 G8 [[5,1]] red1"


def test_edge_30_fog_does_not_keep_out_the_storm() -> None:
    ships = "red1@G9 yellow1@G1 yellow2@G8"
    table = Table(
        "red yellow", ships, "S2", turn="yellow", taken="yellow1:SS yellow2:S",
        gambit="yellow:active", storm="late", storm_round=3,
    )  # fmt: skip
    table.state.storm_on = True
    assert "ship_lost yellow1 G1 storm" in table.does("sail 2 S2 N")


# Desperation, edge cases 31 and 32


def test_edge_31_after_one_of_two_cannonballs_only_the_sail_may_follow() -> None:
    table = Table("red blue", f"red1@G9 {FAR}", "S3 C5 C2", desperation=True)
    table.does("fire 1 C5 S")
    assert table.dice_for(1) == "S3"


def test_edge_32_a_desperate_fleet_that_takes_a_prize_still_spends_two_dice() -> None:
    ships = "red1@D8 blue1@F6 blue2@M6"
    table = Table("red blue", ships, "S4 S3 C2", desperation=True)
    table.does("sail 1 S4 NE", "boarding 5 1")
    table.does("prize take F5")
    assert table.dice_for(2) == ""
    assert "dice_forfeited red [] [2]" in table.does("sail 1 S3 NE")


def test_desperation_is_for_the_roster_at_the_start_of_the_turn() -> None:
    table = Table("red blue", f"red1@G9 red2@E9 {FAR}", desperation=True)
    assert table.choices("roll") == ["roll 0", "roll 1", "roll 2"]
    table.does("roll 1", "sail_die 2 3 4", "cannon_die 1")


# Wind and storm (33 to 40)


def wind(ships: str, strength: int, *rolls: str, terrain: str = "", merchant: str | None = None) -> Table:
    """The end of a round with a wind from the north; Green 1 sails from G7 to G5 right before."""
    taken = "green1:S green2:SS" if "green2" in ships else "green1:S"
    table = Table(
        "blue green", f"green1@G7 {ships}", "S2", turn="green", taken=taken, terrain=terrain,
        merchant=merchant, wind="N",
    )  # fmt: skip
    table.does("sail 1 S2 N", f"wind {strength}", *rolls)
    return table


def test_edge_33_ships_drift_through_each_other() -> None:
    table = wind("green2@G3 blue1@G4", 3)
    assert table.state.ships == {"green1": "G8", "green2": "G6", "blue1": "G7"}


def test_edge_34_every_reef_on_the_way_is_rolled_for() -> None:
    table = wind("blue1@C7 blue2@M1", 3, "reef 2", "reef 1", terrain="C8:reef C10:reef")
    assert [event for event in table.log if event.startswith("reef_roll")] == [
        "reef_roll blue1 C8 2 True",
        "reef_roll blue1 C10 1 False",
    ]
    assert "ship_lost blue1 C10 reef" in table.log


def test_edge_34_the_merchant_rolls_too() -> None:
    table = wind("blue1@C7 blue2@M1", 2, "reef 1", terrain="H8:reef", merchant="H7")
    assert "ship_lost merchant H8 reef" in table.log
    assert table.state.merchant is None


def test_edge_35_a_wind_that_takes_everybody_leaves_the_day_unclaimed() -> None:
    table = wind("blue1@C12", 4, terrain="G8:volcano")
    assert table.log[-4:] == [
        "player_eliminated [1,2]",
        "day_unclaimed",
        "battle_over 1 no_fleets",
        "game_over [[1,2]] 0",
    ]


def storm(number: int, kind: str, *, merchant: str | None = None) -> list[str]:
    """The end of a round with that storm."""
    ships = "red1@G9 red2@D9 blue1@G4"
    table = Table(
        "red blue", ships, "S2", turn="blue", taken="blue1:S", number=number, merchant=merchant, storm=kind
    )
    return table.does("sail 1 S2 N")


def test_edge_36_the_storm_of_the_merchant_begins_after_the_round_in_which_she_is_gone() -> None:
    assert "storm_moved 6 begins" in storm(2, "merchant")
    assert not any(event.startswith("storm") for event in storm(2, "merchant", merchant="G7"))


def test_edge_37_a_late_storm_begins_though_the_merchant_is_there() -> None:
    assert "storm_moved 6 begins" in storm(7, "late", merchant="G7")
    assert not any(event.startswith("storm") for event in storm(6, "late"))


def test_both_storms_begin_with_whichever_comes_first() -> None:
    assert "storm_moved 6 begins" in storm(2, "both")
    assert "storm_moved 6 begins" in storm(7, "both", merchant="G7")
    assert not any(event.startswith("storm") for event in storm(2, "both", merchant="G7"))


def test_edge_38_at_the_eye_of_the_storm_every_move_may_be_the_last() -> None:
    table = Table("red blue", "red1@G7 blue1@G8", "S3 S3", edge=1)
    assert table.ways(1, "S3") == "N NE SE S SW NW"
    assert table.does("sail 1 S3 N")[:2] == ["ship_sailed red1 G7 G5 N 3 3", "ship_lost red1 G5 storm"]


def test_edge_39_survivors_lost_in_one_storm_step_are_equal() -> None:
    ships = "red1@G4 blue1@H7"
    table = Table("red blue", ships, "S2", turn="blue", taken="blue1:S", edge=3, storm="late")
    assert table.does("sail 1 S2 SE")[-6:] == [
        "ship_lost red1 G4 storm",
        "ship_lost blue1 J7 storm",
        "player_eliminated [1,2]",
        "day_unclaimed",
        "battle_over 1 no_fleets",
        "game_over [[1,2]] 0",
    ]


def test_edge_40_the_cap_ends_a_battle_without_a_day() -> None:
    table = Table("red blue", "red1@G5 blue1@G9", "S2", turn="blue", taken="blue1:S", number=30)
    assert table.does("sail 1 S2 SE")[-3:] == [
        "day_unclaimed",
        "battle_over 1 round_cap",
        "game_over [[1,2]] 0",
    ]
    assert len(table.state.ships) == 2


# Grudges: 41 to 44


def test_edge_42_a_grudge_ship_that_ends_the_battle_wins_nothing() -> None:
    ships = "red1@G1 blue1@G3 green1@M7"
    table = Table("red blue green", ships, "S2 C2", grudge=True, grudge_of="red")
    assert table.does("fire 1 C2 S")[-5:] == [
        "player_eliminated [2]",
        "day_won 1",
        "gold 1 day",
        "battle_over 1 last_fleet",
        "game_over [[3],[2],[1]] 1",
    ]


def test_edge_43_a_battle_with_grudge_ships_alone_is_over() -> None:
    table = Table(
        "red blue green", "red1@G4 blue1@A13 green1@C10", "S2",
        turn="green", taken="green1:S", grudge=True, grudge_of="red", wind="N",
    )  # fmt: skip
    assert table.does("sail 1 S2 S", "wind 2")[-5:] == [
        "ship_lost green1 - blown_off",
        "player_eliminated [2,3]",
        "day_unclaimed",
        "battle_over 1 no_fleets",
        "game_over [[2,3],[1]] 0",
    ]
    assert list(table.state.ships) == ["red1"]


def test_edge_44_without_an_empty_hex_on_the_rim_the_grudge_waits() -> None:
    table = Table(
        "red blue green", "blue1@G8 green1@F8", "S2", turn="green", taken="green1:S",
        terrain="F7:reef F8:reef G6:reef H7:reef", edge=1, grudge=True,
    )  # fmt: skip
    table.state.storm_on = False
    assert table.does("sail 1 S2 NE")[-3:] == [
        "round_started 3",
        "turn_skipped red no_room",
        "turn_started blue",
    ]
    assert table.state.fleets["red"].grudge == "none"


def test_a_grudge_is_offered_once() -> None:
    table = Table("red blue green", "blue1@G8 green1@G3 green2@D9", turn="green", grudge=True)
    table.ends_turn()
    assert table.does("grudge") == ["grudge_declined red", "turn_skipped red no_ships", "turn_started blue"]
    table.ends_turn()
    assert table.ends_turn()[-3:-1] == ["round_started 4", "turn_skipped red no_ships"]


def test_nothing_a_grudge_ship_wins_is_paid() -> None:
    table = Table(
        "red blue green", "red1@G9 blue1@G6 green1@A7", "S4 S3", merchant="G7",
        grudge=True, grudge_of="red", marque=True,
    )  # fmt: skip
    assert table.does("sail 1 S3 N") == [
        "ship_sailed red1 G9 G7 N 3 3",
        "merchant_boarded red1 G7",
        "prize_scuttled red1 merchant G7",
    ]
    assert table.does("sail 1 S4 N", "boarding 5 1")[:3] == [
        "ship_sailed red1 G7 G6 N 4 4",
        "boarding red1 blue1 G6 [[5,1]] red1",
        "prize_scuttled red1 blue1 G6",
    ]
    assert (table.gold("red"), table.hulls("red")) == (0, 0)


def test_a_grudge_ship_is_worth_a_doubloon_to_others() -> None:
    ships = "red1@G9 blue1@G7 blue2@A9 green1@A7"
    table = Table("blue red green", ships, "S4 S3 S3 C2", grudge=True, grudge_of="red")
    assert table.does("fire 1 C2 S")[1:] == ["ship_sunk red1 blue1 G9", "gold 1 gun"]
    assert table.hulls("blue") == 1


# The Duel (45, 46)


def duel(ships: str, pool: str = "", terrain: str = "", taken: str = "") -> Table:
    """Red and Green against Blue and Black."""
    return Table("red blue green black", ships, pool, terrain=terrain, taken=taken, mode="duel")


def test_edge_45_a_fleet_that_is_wiped_out_in_a_duel_is_skipped_and_its_player_goes_on() -> None:
    table = duel("red1@G9 green1@C9 blue1@M6 black1@M7", "S3 C3", terrain="G7:volcano")
    assert table.does("sail 1 S3 N")[1:] == [
        "ship_lost red1 G7 volcano",
        "dice_forfeited red [] [3]",
        "turn_ended red",
        "turn_started blue",
    ]
    assert table.state.elimination == []


def test_edge_46_a_fleet_hemmed_in_by_its_friends_forfeits_its_dice() -> None:
    ships = "red1@G9 red2@G5 red3@I5 green1@I7 green2@E9 green3@E7 blue1@M6 black1@M7"
    table = duel(ships, "S2 S2", taken="red2:SC red3:SC")
    assert table.does("sail 1 S2 N") == [
        "ship_sailed red1 G9 G7 N 2 2",
        "dice_forfeited red [2] []",
        "turn_ended red",
        "turn_started blue",
    ]


def test_in_a_duel_both_colours_are_friends_and_gold_belongs_to_the_player() -> None:
    table = duel("red1@G9 red2@A9 green1@G7 blue1@G6 black1@M7", "S2 S3 S3 C2")
    assert table.refusal("sail 1 S2 N") == "ends_on_friend"
    assert table.does("fire 1 C2 N") == ["shot_fired red1 G9 N 2 G7 own"]
    table.does("sail 1 S3 N", "boarding 5 1")
    table.does("prize scuttle")
    assert table.gold("green") == table.gold("red") == 1


def test_in_a_duel_a_prize_joins_the_colour_that_won_it() -> None:
    table = duel("red1@G9 red2@A9 red3@A11 green1@C7 blue1@G7 black1@M7", "S2 S3 S3 C2 S4 S4")
    assert "prize_scuttled red1 blue1 G7" in table.does("sail 1 S2 N", "boarding 5 1")


# Campaigns (47, 48) and the ranking (49)


def test_edge_47_who_cannot_pay_is_not_asked_for_a_third_ship() -> None:
    table = Table("red blue", "red1@M5 blue1@B9", "S2 S4", battles=2, gold="blue:2")
    table.does("sail 1 S2 SE")
    assert (table.state.battle, table.awaited()) == (2, "blue deploy")
    table.does("deploy G2 G3")
    assert table.does("deploy G12 G11") == ["fleet_deployed red G12 G11"]
    assert table.awaited() == "blue third_ship"
    assert "third_ship red - poor" in table.does("third_ship")
    assert table.awaited() == "red terrain_level"


def test_edge_48_a_player_who_was_wiped_out_deploys_two_ships_in_the_next_battle() -> None:
    table = Table("red blue", "red1@M5 blue1@B9 blue2@B10", "S2 S4", battles=2)
    assert table.does("sail 1 S2 SE")[-2:] == ["battle_over 1 last_fleet", "battle_started 2 [blue,red]"]
    table.does("deploy G2 G3")
    table.does("deploy G12 G11")
    assert sorted(table.state.ships) == ["blue1", "blue2", "red1", "red2"]
    assert table.state.elimination == []


def test_a_gambit_comes_back_in_the_next_battle_unless_it_is_once_in_a_campaign() -> None:
    def next_battle(rule: str) -> str:
        ships = "red1@M5 blue1@B9"
        table = Table("red blue", ships, "S2 S4", battles=2, gambit="blue:used", campaign_gambits=rule)
        table.does("sail 1 S2 SE")
        return table.state.fleets["blue"].gambit

    assert (next_battle("each_battle"), next_battle("once")) == ("ready", "used")


def test_edge_49_of_equal_gold_the_survivor_who_won_the_day_ranks_first() -> None:
    table = Table("red blue", "red1@M5 blue1@B9", "S2 S4", gold="red:1")
    table.does("sail 1 S2 SE")
    assert (table.gold("red"), table.gold("blue"), table.ending()) == (1, 1, "last_fleet: blue, red")


# Resigning and absence (50 to 55)


def open_prize() -> Table:
    """Red 1 lost a boarding, and Blue decides what becomes of it."""
    ships = "red1@D8 red2@A9 blue1@F6 blue2@M6 green1@A13"
    table = Table("red blue green", ships, "S4 S3 S3 C2")
    table.does("sail 1 S4 NE", "boarding 1 4")
    assert table.awaited() == "blue prize"
    return table


def test_edge_50_the_active_player_resigns_while_another_decides_on_a_prize() -> None:
    table = open_prize()
    assert table.does("resign", by="red") == ["seat_resigned", "ship_lost red2 A9 withdrawn"]
    assert table.awaited() == "blue prize"
    assert table.does("prize scuttle") == [
        "prize_scuttled blue1 red1 F6",
        "gold 1 scuttle",
        "player_eliminated [1]",
        "dice_forfeited red [3,3] [2]",
        "turn_ended red",
        "turn_started blue",
    ]


def test_edge_50_a_resignation_that_leaves_only_the_winner_scuttles_the_prize() -> None:
    ships = "red1@D8 red2@A9 blue1@F6 blue2@M6"
    table = Table("red blue", ships, "S4 S3 S3 C2")
    table.does("sail 1 S4 NE", "boarding 1 4")
    assert table.does("resign", by="red") == [
        "seat_resigned",
        "ship_lost red2 A9 withdrawn",
        "prize_scuttled blue1 red1 F6",
        "gold 1 scuttle",
        "player_eliminated [1]",
        "day_won 1",
        "gold 1 day",
        "battle_over 1 last_fleet",
        "game_over [[2],[1]] 2",
    ]


def test_edge_51_the_last_who_stays_in_the_set_up_comes_first() -> None:
    state, _ = new_game("red blue green")
    table = Table.playing(state)
    table.does("deploy G2 G3")
    assert table.does("resign", by="red") == [
        "seat_resigned",
        "ship_lost red1 G2 withdrawn",
        "ship_lost red2 G3 withdrawn",
    ]
    assert "deploy G2 G3" in table.choices("deploy")
    assert table.does("resign", by="blue")[-1].startswith("game_over")
    assert table.ending() == "alone: green, blue, red"


def test_a_drawn_tile_passes_on_when_its_player_resigns() -> None:
    state, _ = new_game("red blue green", terrain="light")
    table = Table.playing(state)
    for text in ("deploy G2 G3", "deploy L2 L3", "deploy L7 L6", "third_ship", "third_ship"):
        table.does(text)
    table.does("third_ship", "tile 3")
    table.does("resign", by="red")
    assert table.awaited() == "blue place_terrain"
    table.does("place_terrain K5", "tile 1")
    assert table.state.terrain == {"K5": "reef"}
    assert table.awaited() == "green place_terrain"


def test_the_density_is_asked_of_the_new_last_player() -> None:
    state, _ = new_game("red blue green")
    table = Table.playing(state)
    for text in ("deploy G2 G3", "deploy L2 L3", "deploy L7 L6", "third_ship", "third_ship", "third_ship"):
        table.does(text)
    assert table.awaited() == "green terrain_level"
    table.does("resign", by="green")
    assert table.awaited() == "blue terrain_level"


def test_resigning_in_the_own_turn_forfeits_its_dice() -> None:
    table = Table("red blue green", "red1@G9 blue1@A7 green1@M7", "S3 C2")
    assert table.does("resign", by="red") == [
        "seat_resigned",
        "ship_lost red1 G9 withdrawn",
        "player_eliminated [1]",
        "dice_forfeited red [3] [2]",
        "turn_ended red",
        "turn_started blue",
    ]


def test_a_resigned_player_is_never_offered_a_grudge_and_ranks_last() -> None:
    table = Table("red blue green", "red1@G9 blue1@A7 green1@M7", grudge=True, gold="red:5")
    table.does("resign", by="red")
    while table.state.result is None:
        assert not table.awaited().startswith("red")
        table.times_out()
    assert table.ending().endswith(", red")


def test_edge_52_the_autopilot_finishes_that_turn_only() -> None:
    table = Table("red blue", f"red1@G9 red2@C9 {FAR}", "S4 S3 C2 C3")
    table.does("sail 1 S4 NE")
    assert table.times_out()[-2:] == ["turn_ended red", "turn_started blue"]
    table.ends_turn()
    assert table.awaited() == "red roll"


def test_the_autopilot_waits_for_a_defender_and_then_goes_on() -> None:
    # Red 1 can only board, Red 2 can only be wrecked.
    table = Table(
        "red blue green", "red1@A13 red2@A7 blue1@B13 blue2@M6 green1@M7", "S3 S3", taken="red1:S red2:S",
        terrain="A12:volcano B12:volcano B6:volcano B7:volcano A8:desert",
    )  # fmt: skip
    assert table.times_out("boarding 1 5") == [
        "ship_sailed red1 A13 B13 SE 3 3",
        "boarding red1 blue1 B13 [[1,5]] blue1",
    ]
    assert table.awaited() == "blue prize"
    assert table.does("prize scuttle")[2:4] == [
        "ship_sailed red2 A7 B7 SE 3 3",
        "ship_lost red2 B7 volcano",
    ]


def test_the_autopilot_scuttles_the_prizes_it_wins() -> None:
    table = Table(
        "red blue green", "red1@A13 blue1@B13 blue2@M6 green1@M7", "S3", taken="red1:S",
        terrain="A12:volcano B12:volcano",
    )  # fmt: skip
    assert "prize_scuttled red1 blue1 B13" in table.times_out("boarding 5 1")


def test_edge_53_the_merchants_neighbours_take_no_terrain() -> None:
    state, _ = new_game("red blue", terrain="light")
    table = Table.playing(state)
    for text in ("deploy G2 G3", "deploy G12 G11", "third_ship"):
        table.does(text)
    table.does("third_ship", "tile 3")
    assert {table.refusal(f"place_terrain {name}") for name in ("G6", "H6", "H7", "G8", "F8", "F7")} == {
        "near_enemy"
    }


def test_edge_55_the_open_prize_of_a_player_who_resigns_is_scuttled_and_paid() -> None:
    table = open_prize()
    assert table.does("resign", by="blue") == [
        "prize_scuttled blue1 red1 F6",
        "gold 1 scuttle",
        "seat_resigned",
        "ship_lost blue1 F6 withdrawn",
        "ship_lost blue2 M6 withdrawn",
        "player_eliminated [2]",
    ]
    assert table.awaited() == "red spend"


def test_timeouts_in_the_set_up_spread_the_fleets_and_spare_the_gold() -> None:
    state, _ = new_game("red blue green")
    table = Table.playing(state)
    assert [table.times_out()[0] for _ in range(7)] == [
        "fleet_deployed red G2 F2",
        "fleet_deployed blue L7 L8",
        "fleet_deployed green B12 A12",
        "third_ship red - declined",
        "third_ship blue - declined",
        "third_ship green - declined",
        "terrain_level light",
    ]
    assert table.awaited() == "red place_terrain"


def test_in_a_duel_the_free_third_ship_goes_to_the_lower_card_when_nobody_answers() -> None:
    state, _ = new_game("black green blue red", mode="duel")
    table = Table.playing(state)
    for text in ("deploy G2 G3", "deploy L2 L3", "deploy L7 L6", "deploy G12 G11"):
        table.does(text)
    assert table.times_out() == ["third_ship red F2 granted"]
    assert table.times_out() == ["third_ship blue L1 granted"]
