"""Finer points that no worked example and no edge case of the specification shows: those are scenarios."""

from tests.rules.privateer.table import Table, new_game

FAR = "blue1@A7 blue2@A13"
"""Rivals who are nowhere near."""


# Gambits and desperation


def test_the_shortened_distance_decides_whether_a_move_ends_on_a_friend() -> None:
    table = Table("green blue", f"green1@G11 green2@G9 {FAR}", "S4 S3 S2 C3", gambit="green:armed")
    assert table.refusal("sail 1 S4 N steps 2") == "ends_on_friend"
    assert "sail 1 S4 N steps 3" in table.choices("sail", 1)


def test_a_steady_hand_needs_dice_that_lie() -> None:
    assert Table("black blue", f"black1@G10 {FAR}").refusal("gambit die C4 to 5") == "wrong_window_after"


def test_a_gambit_is_played_once_in_a_battle_and_not_at_all_without_the_option() -> None:
    table = Table("yellow blue", f"yellow1@G9 yellow2@C9 {FAR}")
    assert table.does("gambit") == ["gambit_used yellow fog_bank"]
    assert table.refusal("gambit") == "gambit_used"
    table = Table("yellow blue", f"yellow1@G9 yellow2@C9 {FAR}", gambits=False)
    assert table.refusal("gambit") == "gambits_off"
    assert table.choices("gambit") == []


def test_desperation_is_for_the_roster_at_the_start_of_the_turn() -> None:
    table = Table("red blue", f"red1@G9 red2@E9 {FAR}", desperation=True)
    assert table.choices("roll") == ["roll 0", "roll 1", "roll 2"]
    table.does("roll 1", "sail_die 2 3 4", "cannon_die 1")


# Storms


def storm(number: int, kind: str, *, merchant: str | None = None) -> list[str]:
    """The end of a round with that storm."""
    ships = "red1@G9 red2@D9 blue1@G4"
    table = Table(
        "red blue", ships, "S2", turn="blue", taken="blue1:S", number=number, merchant=merchant, storm=kind
    )
    return table.does("sail 1 S2 N")


def test_both_storms_begin_with_whichever_comes_first() -> None:
    assert "storm_moved 6 begins" in storm(2, "both")
    assert "storm_moved 6 begins" in storm(7, "both", merchant="G7")
    assert not any(event.startswith("storm") for event in storm(2, "both", merchant="G7"))


# Grudges


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


# The Duel


def duel(ships: str, pool: str) -> Table:
    """Red and Green against Blue and Black."""
    return Table("red blue green black", ships, pool, mode="duel")


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


# Campaigns


def test_a_gambit_comes_back_in_the_next_battle_unless_it_is_once_in_a_campaign() -> None:
    def next_battle(rule: str) -> str:
        ships = "red1@M5 blue1@B9"
        table = Table("red blue", ships, "S2 S4", battles=2, gambit="blue:used", campaign_gambits=rule)
        table.does("sail 1 S2 SE")
        return table.state.fleets["blue"].gambit

    assert (next_battle("each_battle"), next_battle("once")) == ("ready", "used")


# Resigning and absence


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
