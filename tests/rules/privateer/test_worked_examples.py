"""The worked examples 1 to 30 of the specification, on the game itself."""

from rules.privateer.battle import ranking
from rules.privateer.setup import turn_order
from tests.rules.privateer.table import Table, new_game

FAR = "blue1@A7"
"""A rival who is nowhere near."""


def test_example_1_own_ships_bar_a_move_and_a_volcano_ends_it() -> None:
    def table() -> Table:
        return Table("red blue", f"red1@G9 red2@G6 {FAR}", "S3 S3 S2 S4", terrain="I7:volcano")

    played = table()
    assert played.ways(1, "S3") == "NE SE S SW NW"
    assert played.refusal("sail 1 S3 N") == "ends_on_friend"
    ends = {way: table().does(f"sail 1 S3 {way}")[0].split()[3] for way in ("SE", "S", "SW", "NW")}
    assert ends == {"SE": "J9", "S": "G12", "SW": "D12", "NW": "D9"}
    assert played.does("sail 1 S3 NE") == [
        "ship_sailed red1 G9 I7 NE 3 3",
        "ship_lost red1 I7 volcano",
    ]
    assert played.gold("red") == 0
    assert played.dice_for(2) == "S2 S3 S4"
    played.does("sail 2 S3 S")
    played.does("sail 2 S4 SE")
    assert played.awaited() == "blue roll"


def test_example_2_two_moves_but_never_right_about() -> None:
    def table() -> Table:
        table = Table("red blue", f"red1@C11 {FAR}", "S4 S3", terrain="I7:desert")
        assert table.does("sail 1 S4 NE") == ["ship_sailed red1 C11 G7 NE 4 4"]
        return table

    assert table().ways(1, "S3") == "N NE SE S NW"
    assert table().refusal("sail 1 S3 SW") == "reversal"
    ends = {way: table().does(f"sail 1 S3 {way}")[0].split()[3] for way in ("N", "NE", "S", "NW")}
    assert ends == {"N": "G4", "NE": "J4", "S": "G10", "NW": "D7"}
    assert table().does("sail 1 S3 SE")[:2] == ["ship_sailed red1 G7 I7 SE 3 3", "ship_lost red1 I7 desert"]


def test_example_3_a_shot_strikes_exactly_as_far_as_the_die_shows() -> None:
    def table() -> Table:
        ships = "green1@G7 green2@G13 blue1@G5 blue2@J4 blue3@D10"
        return Table("green blue", ships, "S2 S3 S4 C3", terrain="H6:volcano E9:desert")

    assert table().does("fire 1 C3 NE") == ["shot_fired green1 G7 NE 3 J4 volcano"]
    assert table().does("fire 1 C3 N") == ["shot_fired green1 G7 N 3 G4 empty"]
    played = table()
    assert played.does("fire 1 C3 SW") == [
        "shot_fired green1 G7 SW 3 D10 hit",
        "ship_sunk blue3 green1 D10",
        "gold 1 gun",
    ]
    assert (played.gold("green"), played.hulls("green")) == (1, 1)


def test_example_4_a_ship_may_fire_before_or_after_it_moves() -> None:
    def table() -> Table:
        ships = "green1@F10 yellow1@F6 red1@I3 gray1@M7 yellow2@A13 red2@B13 gray2@C13"
        return Table("green yellow red gray", ships, "S3 C4")

    def moved() -> Table:
        played = table()
        assert played.does("sail 1 S3 NE") == ["ship_sailed green1 F10 I7 NE 3 3"]
        return played

    assert "ship_sunk yellow1 green1 F6" in table().does("fire 1 C4 N")
    events = moved().does("fire 1 C4 N")
    assert "ship_sunk red1 green1 I3" in events
    assert "turn_ended green" in events
    assert "ship_sunk gray1 green1 M7" in moved().does("fire 1 C4 SE")


def test_example_5_no_spend_may_strand_another_ship() -> None:
    table = Table("red blue", f"red1@G9 red2@E9 {FAR}", "S3 S2 C4 C2")
    assert table.does("sail 1 S3 N") == ["ship_sailed red1 G9 G6 N 3 3"]
    assert table.dice_for(1) == "C2 C4"
    assert table.dice_for(2) == "S2 C2 C4"
    assert table.refusal("sail 1 S2 N") == "dice_needed"
    assert table.does("fire 1 C4 S") == ["shot_fired red1 G6 S 4 G10 empty"]
    assert (table.dice_for(1), table.dice_for(2)) == ("", "S2 C2")
    table.does("fire 2 C2 N")
    assert table.does("sail 2 S2 N") == [
        "ship_sailed red2 E9 E7 N 2 2",
        "turn_ended red",
        "turn_started blue",
    ]


def test_example_6_after_a_wreck_the_others_choose_among_all_dice_left() -> None:
    table = Table("red blue", f"red1@G9 red2@E9 {FAR}", "S3 S2 C4 C1", terrain="G8:desert")
    assert table.does("sail 1 S3 N") == [
        "ship_sailed red1 G9 G8 N 3 3",
        "ship_lost red1 G8 desert",
    ]
    assert table.dice_for(2) == "S2 C1 C4"
    table.does("fire 2 C4 N")
    assert table.dice_for(2) == "S2"
    assert table.does("sail 2 S2 S") == [
        "ship_sailed red2 E9 E11 S 2 2",
        "dice_forfeited red [] [1]",
        "turn_ended red",
        "turn_started blue",
    ]


def test_example_7_every_reef_is_rolled_for() -> None:
    table = Table("red blue", f"red1@G10 red2@A9 {FAR}", "S4 S3 S3 S2", terrain="G9:reef G7:reef")
    assert table.does("sail 1 S4 N", "reef 4", "reef 1") == [
        "reef_roll red1 G9 4 True",
        "reef_roll red1 G7 1 False",
        "ship_sailed red1 G10 G7 N 4 4",
        "ship_lost red1 G7 reef",
    ]
    assert table.dice_for(2) == "S2 S3"


BOARDING = "red1@D8 red2@A9 blue1@F6 blue2@M6"


def test_example_8_ties_are_rolled_again_and_a_prize_may_be_taken() -> None:
    table = Table("red blue", BOARDING, "S4 S3 S3 C2")
    assert table.does("sail 1 S4 NE", "boarding 3 3", "boarding 5 2") == [
        "ship_sailed red1 D8 F6 NE 4 4",
        "boarding red1 blue1 F6 [[3,3],[5,2]] red1",
    ]
    assert table.awaited() == "red prize"
    assert table.berths() == ["F5", "G5", "G6", "F7", "E7", "E6"]
    assert table.does("prize take F5") == ["prize_taken red1 blue1 red3 F5"]
    assert (table.gold("red"), table.hulls("red")) == (0, 1)
    assert table.dice_for(1) == "S3 C2"
    assert "SW" not in table.ways(1, "S3").split()
    assert table.dice_for(3) == ""
    assert table.refusal("sail 3 S3 N") == "no_such_ship"


def test_example_9_a_defender_who_wins_may_take_the_boarder() -> None:
    table = Table("red blue", BOARDING, "S4 S3 S3 C2")
    assert table.does("sail 1 S4 NE", "boarding 1 4") == [
        "ship_sailed red1 D8 F6 NE 4 4",
        "boarding red1 blue1 F6 [[1,4]] blue1",
    ]
    assert table.awaited() == "blue prize"
    assert table.does("prize take G6") == ["prize_taken blue1 red1 blue3 G6"]
    assert table.awaited() == "red spend"
    assert (table.dice_for(1), table.dice_for(2)) == ("", "S3 C2")
    table.does("sail 2 S3 SE")
    assert "dice_forfeited red [] [2]" in table.does("sail 2 S3 S")


def test_example_10_with_three_ships_the_merchant_is_scuttled_at_once() -> None:
    ships = f"red1@G11 red2@A9 red3@A11 {FAR}"
    table = Table("red blue", ships, "S2 S3 S4 S2 C1 C1", merchant="G7")
    table.does("sail 1 S2 N")
    assert table.does("sail 1 S3 N") == [
        "ship_sailed red1 G9 G7 N 3 3",
        "merchant_boarded red1 G7",
        "prize_scuttled red1 merchant G7",
        "gold 1 scuttle",
    ]
    assert (table.gold("red"), table.hulls("red"), table.state.merchant) == (1, 0, None)


def test_example_11_gunning_the_merchant_pays_only_with_a_letter_of_marque() -> None:
    def shot(*, marque: bool) -> list[str]:
        table = Table("red blue", f"red1@G11 red2@A9 {FAR}", "S4 S4 S2 C4", merchant="G7", marque=marque)
        return table.does("fire 1 C4 N")

    assert shot(marque=False) == ["shot_fired red1 G11 N 4 G7 hit", "ship_sunk merchant red1 G7"]
    assert shot(marque=True) == [*shot(marque=False), "gold 1 marque"]


def test_example_12_with_a_letter_of_marque_boarding_pays_before_the_prize_is_decided() -> None:
    def boarded() -> Table:
        table = Table("red blue", f"red1@G11 red2@A9 {FAR}", "S4 S3 S2 S4", merchant="G7", marque=True)
        assert table.does("sail 1 S4 N")[1:] == ["merchant_boarded red1 G7", "gold 1 marque"]
        return table

    table = boarded()
    assert table.berths() == ["G6", "H6", "H7", "G8", "F8", "F7"]
    table.does("prize take H6")
    assert (table.state.ships["red3"], table.gold("red")) == ("H6", 1)
    table = boarded()
    table.does("prize scuttle")
    assert table.gold("red") == 2


def test_example_13_the_last_ship_that_flees_loses_the_day() -> None:
    table = Table("red blue", "red1@M5 blue1@B9 blue2@B10", "S2 S4", gold="red:3 blue:2")
    assert table.does("sail 1 S2 SE") == [
        "ship_sailed red1 M5 - SE 2 2",
        "ship_lost red1 - fled",
        "player_eliminated [1]",
        "day_won 1",
        "gold 1 day",
        "battle_over 1 last_fleet",
        "game_over [[2],[1]] 3",
    ]
    assert table.ending() == "last_fleet: blue, red"
    assert (table.gold("red"), table.gold("blue")) == (3, 3)


def test_example_14_raking_fire_spares_friends_and_ends_at_a_volcano() -> None:
    ships = "gray1@G11 gray2@G9 blue1@G8 blue2@A7 green1@G7 green2@A9"
    table = Table("gray blue green", ships, terrain="G6:volcano")
    assert table.does("gambit") == ["gambit_used gray raking_fire"]
    table.does("roll 1", "sail_die 2 3 3", "cannon_die 5")
    assert table.does("fire 1 C5 N") == [
        "shot_fired gray1 G11 N 5 G6 hit rake",
        "ship_sunk blue1 gray1 G8",
        "gold 1 gun",
        "ship_sunk green1 gray1 G7",
        "gold 1 gun",
    ]
    assert (table.gold("gray"), table.hulls("gray")) == (2, 2)
    assert table.state.ships["gray2"] == "G9"


def test_example_15_shorten_sail_cuts_one_move_short() -> None:
    table = Table("green blue", f"green1@G11 green2@C9 {FAR}", "S4 S3 S2 C3")
    assert table.refusal("sail 1 S4 N steps 1") == "no_short_sail"
    table.does("gambit")
    assert table.refusal("sail 1 S4 N steps 0") == "bad_steps"
    assert table.does("sail 1 S4 N steps 1") == ["ship_sailed green1 G11 G10 N 4 1"]
    assert table.state.fleets["green"].gambit == "used"
    assert table.refusal("sail 2 S3 N steps 2") == "no_short_sail"


def test_example_16_marines_win_without_dice_and_are_paid_for_a_ship_that_is_taken() -> None:
    def boarded() -> Table:
        table = Table("blue red", "blue1@D8 blue2@A9 red1@F6 red2@M6")
        table.does("gambit")
        table.does("roll 1", "sail_die 4 3 3", "cannon_die 2")
        assert table.does("sail 1 S4 NE")[1] == "boarding blue1 red1 F6 [] auto blue1"
        return table

    table = boarded()
    assert table.does("prize take F5") == ["prize_taken blue1 red1 blue3 F5", "gold 1 marines"]
    assert (table.gold("blue"), table.hulls("blue")) == (1, 1)
    table = boarded()
    table.does("prize scuttle")
    assert table.gold("blue") == 1


def test_example_17_a_steady_hand_turns_one_die_by_one() -> None:
    table = Table("black red", "black1@G10 red1@G5 red2@A9", "S2 C4")
    assert table.refusal("gambit die:S2 to:1") == "not_the_next_face"
    assert table.refusal("gambit die:C4 to:2") == "not_the_next_face"
    assert table.does("gambit die:C4 to:5") == ["gambit_used black steady_hand C4 to C5"]
    assert "ship_sunk red1 black1 G5" in table.does("fire 1 C5 N")
    assert table.gold("black") == 1


def test_example_18_extra_powder_throws_two_cannonballs_more() -> None:
    table = Table("red blue", "red1@G10 red2@C9 blue1@G5 blue2@M7 blue3@M6")
    table.does("gambit")
    assert table.does("roll cannons 1", "sail_die 2 3 3", "cannon_die 4 1 5") == [
        "dice_rolled red [2,3,3] [4,1,5]"
    ]
    assert (table.dice_for(1), table.dice_for(2)) == ("S2 S3 C1 C4 C5", "S2 S3 C1 C4 C5")
    assert "ship_sunk blue1 red1 G5" in table.does("fire 1 C5 N")
    assert (table.dice_for(1), table.dice_for(2)) == ("S2 S3", "S2 S3 C1 C4")
    table.does("sail 1 S2 N")
    table.does("sail 2 S3 N")
    assert table.does("sail 2 S3 NE") == [
        "ship_sailed red2 C6 F3 NE 3 3",
        "dice_forfeited red [] [4,1]",
        "turn_ended red",
        "turn_started blue",
    ]


def test_example_19_fog_hides_a_fleet_until_its_next_turn() -> None:
    ships = "red1@G10 red2@A9 yellow1@G5 yellow2@M7"
    table = Table("red yellow", ships, "S4 C5", taken="red2:SC", gambit="yellow:active")
    assert table.does("fire 1 C5 N") == ["shot_fired red1 G10 N 5 G5 fog"]
    assert table.does("sail 1 S4 SE")[-2:] == ["fog_lifted yellow", "turn_started yellow"]
    table.state.ships["red1"] = "G10"
    table.turn("red", "S4 C5", taken="red2:SC")
    assert "ship_sunk yellow1 red1 G5" in table.does("fire 1 C5 N")


def test_example_20_desperation_gives_a_last_ship_a_choice_of_three_dice() -> None:
    table = Table("red blue", "red1@G10 blue1@G5 blue2@A9", desperation=True)
    assert table.choices("roll") == ["roll 0", "roll 1", "roll 2"]
    assert table.refusal("roll cannons 3") == "too_many_guns"
    table.does("roll cannons 2", "sail_die 3", "cannon_die 5 2")
    assert table.dice_for(1) == "S3 C2 C5"
    table.does("fire 1 C5 N")
    assert (table.gold("red"), table.dice_for(1)) == (1, "S3")
    assert table.does("sail 1 S3 S")[:3] == [
        "ship_sailed red1 G10 G13 S 3 3",
        "dice_forfeited red [] [2]",
        "turn_ended red",
    ]


def test_example_20_desperation_with_two_sails_leaves_the_choice_open() -> None:
    table = Table("red blue", "red1@G10 blue1@G5 blue2@A9", "S3 S4 C2", desperation=True)
    table.does("sail 1 S3 S")
    assert table.dice_for(1) == "S4 C2"


def test_example_21_the_wind_drives_everybody_at_once() -> None:
    table = Table(
        "red blue green", "red1@G4 red2@M5 blue1@C7 blue2@D6 green1@J8 green2@J3", "S2",
        turn="green", taken="green1:SS green2:S", terrain="C9:reef J9:volcano", merchant="G7", wind="N",
    )  # fmt: skip
    assert table.does("sail 2 S2 N", "wind 3", "reef 2")[1:] == [
        "turn_ended green",
        "wind_blew N 3 [[red1,G4,G7],[blue1,C7,C10],[blue2,D6,D9],[green2,J1,J4],[merchant,G7,G10]]",
        "reef_roll blue1 C9 2 True",
        "ship_lost red2 - blown_off",
        "ship_lost green1 J9 volcano",
        "round_started 3",
        "turn_started red",
    ]
    assert table.state.merchant == "G10"
    assert [seat.gold for seat in table.state.seats] == [0, 0, 0]


def test_example_22_a_late_storm_first_appears_and_then_closes_in() -> None:
    def end_of_round(number: int, *, on: bool) -> tuple[Table, list[str]]:
        table = Table(
            "red blue green", "red1@G1 red2@G3 blue1@D6 blue2@E6 green1@A10 green2@M5", "S2",
            turn="green", taken="green1:SS green2:S", number=number, storm="late",
        )  # fmt: skip
        table.state.storm_on = on
        return table, table.does("sail 2 S2 S")

    _, events = end_of_round(7, on=False)
    assert events[1:] == ["turn_ended green", "storm_moved 6 begins", "round_started 8", "turn_started red"]
    table, events = end_of_round(8, on=True)
    assert events[1:] == [
        "turn_ended green",
        "storm_moved 5",
        "ship_lost red1 G1 storm",
        "ship_lost green1 A10 storm",
        "ship_lost green2 M7 storm",
        "player_eliminated [3]",
        "round_started 9",
        "turn_started red",
    ]
    table.does("roll 0", "sail_die 3 2")
    assert table.does("sail 2 S3 N") == [
        "ship_sailed red2 G3 G1 N 3 3",
        "ship_lost red2 G1 storm",
        "player_eliminated [1]",
        "day_won 1",
        "gold 1 day",
        "battle_over 1 last_fleet",
        "game_over [[2],[1],[3]] 1",
    ]


def test_example_23_a_grudge_ship_is_never_paid() -> None:
    ships = "blue1@G3 blue2@D6 green1@M6 green2@M7"
    table = Table("red blue green", ships, turn="green", grudge=True, gold="red:1")
    table.ends_turn()
    assert table.awaited() == "red grudge"
    assert table.does("grudge G1") == ["grudge_sails red1 G1", "turn_started red"]
    table.does("roll 1", "sail_die 2", "cannon_die 2")
    assert table.does("fire 1 C2 S") == ["shot_fired red1 G1 S 2 G3 hit", "ship_sunk blue1 red1 G3"]
    assert (table.gold("red"), table.hulls("red")) == (1, 0)


def test_example_24_terrain_keeps_clear_of_enemies_and_the_merchant() -> None:
    state, _ = new_game("red blue", terrain="light")
    table = Table.playing(state)
    for text in ("deploy G2 G3", "deploy G12 H11", "third_ship", "third_ship"):
        table.does(text, *(["tile 3"] if text == "third_ship" and table.awaited().startswith("blue") else []))
    table.state.terrain["K5"] = "reef"
    table.state.barrel["reef"] -= 1
    red = {text.split()[1] for text in table.choices("place_terrain")}
    assert {"F4", "G4", "K4", "L7", "G9", "G10", "random"} <= red
    assert red.isdisjoint({"G8", "H10", "I10", "G13", "K5"})
    assert table.refusal("place_terrain K5") == "not_empty"
    assert table.refusal("place_terrain G8") == "near_enemy"
    table.does("place_terrain L7", "tile 1")
    blue = {text.split()[1] for text in table.choices("place_terrain")}
    assert {"H10", "G13"} <= blue
    assert "G4" not in blue


def test_example_25_each_battle_of_a_campaign_has_another_opener() -> None:
    state, _ = new_game("gray blue black red", battles=10)
    orders, seats = {}, {1: "P1", 2: "P2", 3: "P3", 4: "P4"}
    for battle in range(1, 6):
        state.battle = battle
        orders[battle] = " ".join(seats[state.fleets[fleet].seat] for fleet in turn_order(state))
    assert orders == {
        1: "P4 P1 P2 P3", 2: "P2 P3 P4 P1", 3: "P1 P2 P3 P4", 4: "P3 P4 P1 P2", 5: "P4 P1 P2 P3",
    }  # fmt: skip


def test_example_25_the_day_of_a_later_battle_pays_its_number() -> None:
    table = Table("red blue", "red1@M5 blue1@B9", "S2 S4", battles=5)
    table.state.battle = 5
    assert "day_won 5" in table.does("sail 1 S2 SE")
    assert table.gold("blue") == 5


def test_example_26_a_duel_is_prepared_fleet_by_fleet() -> None:
    # The seats draw alternately.
    state, events = new_game("black green blue red", mode="duel")
    assert state.order == ["red", "blue", "green", "black"]
    assert [state.fleets[fleet].seat for fleet in state.order] == [2, 1, 2, 1]
    assert not any(event.startswith("gold") for event in events)
    table = Table.playing(state)
    for text in ("deploy G2 G3", "deploy L2 L3", "deploy L7 L6", "deploy G12 G11"):
        table.does(text)
    assert table.awaited() == "red+green third_ship"
    assert table.refusal("third_ship") == "which_fleet"
    assert table.refusal("third_ship fleet red") == "must_place"
    table.does("third_ship hex L8 fleet green")
    assert table.awaited() == "blue+black third_ship"
    table.does("third_ship hex L1 fleet blue")
    assert table.awaited() == "blue+black terrain_level"
    assert [seat.gold for seat in state.seats] == [0, 0]


def test_example_27_a_third_ship_costs_the_starting_gold() -> None:
    state, _ = new_game("red blue green")
    table = Table.playing(state)
    for text in ("deploy G2 G3", "deploy L2 L3", "deploy L7 L6"):
        table.does(text)
    assert table.does("third_ship hex G1") == ["third_ship red G1 bought", "gold -2 third_ship"]
    assert table.does("third_ship") == ["third_ship blue - declined"]
    table.does("third_ship hex L8")
    assert [table.gold(colour) for colour in ("red", "blue", "green")] == [0, 2, 0]
    assert table.awaited() == "green terrain_level"
    table.does("terrain_level absurd", "tile 1")
    draws = [table.awaited().split()[0]]
    while table.state.phase == "setup":
        table.times_out()
        draws.append(table.awaited().split()[0])
    assert draws[:-1] == ["red", "blue", "green"] * 4


def test_example_28_gold_then_the_day_then_hulls_then_survival_rank() -> None:
    table = Table("red blue yellow green", "red1@A7 blue1@M7")
    state = table.state
    for seat, (gold, hulls) in zip(state.seats, ((4, 0), (4, 3), (4, 3), (1, 0)), strict=True):
        seat.gold, seat.hulls = gold, hulls
    state.day, state.elimination = 1, [[4], [2], [3]]
    assert ranking(state) == ((1,), (3,), (2,), (4,))


def test_example_29_the_autopilot_does_least() -> None:
    table = Table("red blue", "red1@G9 red2@C9 blue1@G7 blue2@C6")
    assert table.times_out("sail_die 4 3", "cannon_die 2 3") == ["dice_rolled red [4,3] [2,3]"]
    assert table.times_out() == [
        "shot_fired red1 G9 NE 2 I7 empty",
        "shot_fired red2 C9 NE 3 F6 empty",
        "ship_sailed red2 C9 F6 NE 3 3",
        "ship_sailed red1 G9 K5 NE 4 4",
        "turn_ended red",
        "turn_started blue",
    ]


def test_example_30_no_gun_sinks_a_player_in_an_opening_truce() -> None:
    def shot(number: int) -> list[str]:
        ships = "red1@G9 red2@A9 blue1@G7 blue2@M6"
        return Table("red blue", ships, "S3 S3 S3 C2", number=number, opening_truce="on").does("fire 1 C2 N")

    assert shot(1) == ["shot_fired red1 G9 N 2 G7 truce"]
    assert "ship_sunk blue1 red1 G7" in shot(2)
