"""The worked examples W1 to W27 of the specification, on the game itself."""

from rules.engine.chance import Chance, Forced
from rules.port_flower import GAME
from rules.port_flower.board import FILE, board
from rules.port_flower.layout import legal_islands
from rules.port_flower.rooms.laying_course import next_mark
from tests.rules.port_flower.table import StillWater, Table, line, options


def test_w1_a_boat_leaves_the_port_only_by_squares_its_route_allows() -> None:
    table = Table("3402", sharks="B6 J6")
    assert table.choices("boat")[:6] == [
        "boat N3 from F2", "boat E4 from F1", "boat E4 from F2",
        "boat S0", "boat W2 from E1", "boat W2 from E2",
    ]  # fmt: skip
    assert [choice for choice in table.choices("boat") if "NE3" in choice] == ["boat NE3 from F2"]
    assert table.refusal("M", "move boat N3 from E2") == "blocked_island E5"
    assert table.refusal("M", "move boat NE4 from F2") == "blocked_shark J6"
    assert table.does("M", "move boat NE3 from F2") == ["boat_moved M F2 G3 H4 I5"]
    assert table.does("M", "move shark1 S0")[:2] == ["shark_moved shark1 B6 by M", "turn_ended M"]
    assert table.boat("M") == "I5 0"


def test_w2_a_buoy_is_reached_in_passing_and_little_is_left_for_the_sharks() -> None:
    table = Table("3402", sharks="B6 J6")
    assert table.does("M", 'move boat "E4 N3" from F2') == [
        "boat_moved M F2 G2 H2 I2 J2 J3 J4 J5",
        "buoy_reached M 1 J3",
    ]
    assert table.choices() == ["shark1 S0", "shark1 SW0", "shark2 S0", "shark2 SW2", "shark2 SW0"]
    assert table.does("M", "move shark2 SW2")[0] == "shark_moved shark2 J6 I5 H4 by M"
    assert table.boat("M") == "J5 1"
    assert table.state.sharks == ["B6", "H4"]


def test_w3_one_movement_can_reach_two_buoys() -> None:
    table = Table("2301", M="I5 3")
    assert table.refusal("M", "move boat NW1") == "blocked_island H6"
    assert table.does("M", 'move boat "W1 E3 N2"') == [
        "boat_moved M I5 H5 I5 J5 K5 K6 K7",
        "buoy_reached M 4 H5",
        "buoy_reached M 5 K6",
    ]
    assert table.choices() == ["shark1 S0", "shark2 S0"]
    table.does("M", "move shark1 S0")
    assert table.boat("M") == "K7 5"


def test_w4_a_buoy_before_its_time_does_not_count() -> None:
    table = Table("1200", M="D6 0")
    assert table.does("M", "move boat E2") == ["boat_moved M D6 E6 F6"]
    assert table.does("M", 'move shark1 "N1 S0"')[0] == "shark_moved shark1 B6 B7 by M"


def test_w5_islands_that_touch_at_a_corner_are_joined() -> None:
    table = Table("0111", M="H7 1")
    assert table.refusal("M", "move boat SE1") == "blocked_gap I6"
    assert table.refusal("M", "move boat E1") == "blocked_island I7"
    assert "boat NE1" in Table("1111", M="G6 1").choices()
    assert Table("1111", M="C5 1").refusal("M", "move boat SE1") == "blocked_island D4"


def test_w6_nothing_crosses_the_point_of_a_buoy() -> None:
    table = Table("0111", M="J4 1")
    assert table.refusal("M", "move boat SE1") == "blocked_buoy J3+"
    assert table.does("M", 'move boat "S1 E1"')[0] == "boat_moved M J4 J3 K3"


def test_w7_a_shark_stops_where_it_hits_a_boat() -> None:
    table = Table("0510", sharks="B6 J6", mover="C", M="F6 2")
    assert table.does("C", "move shark1 E5") == [
        "shark_moved shark1 B6 C6 D6 E6 F6 by C",
        "boat_hit M shark1 F6 by C",
        "boat_placed M E7",
    ]
    assert table.does("C", 'move boat "N0 W0"')[0] == "boat_moved C port"
    assert (table.boat("M"), table.state.sharks[0], table.boat("C")) == ("E7 2", "F6", "port 0")


def test_w8_the_next_square_is_taken_if_the_first_is_held() -> None:
    table = Table("2301", sharks="B6 J6", C="C6 2", A="E7 2")
    assert table.does("M", "move shark1 E3") == [
        "shark_moved shark1 B6 C6 by M",
        "boat_hit C shark1 C6 by M",
        "boat_placed C F7",
    ]
    assert table.does("M", 'move boat "S0 W1" from E1')[0] == "boat_moved M E1 D1"
    assert table.boat("M") == "D1 0"


def test_w9_boats_are_passed_but_never_ended_on() -> None:
    table = Table("1201", M="C3 3", C="E3 2")
    assert table.refusal("M", "move boat E2") == "ends_on_boat E3"
    assert table.does("M", 'move boat "E2 N1"')[0] == "boat_moved M C3 D3 E3 E4"
    table = Table("1401", M="C3 3", C="E3 2")
    assert table.does("M", "move boat E4")[0] == "boat_moved M C3 D3 E3 F3 G3"


def test_w10_home_by_exact_count_ends_the_race_at_once() -> None:
    table = Table("2113", M="G3 5", C="D3 4")
    assert table.refusal("M", "move boat SW3") == "off_board"
    assert table.refusal("M", 'move boat "S1 W3"') == "left_port_again D2"
    assert table.does("M", "move boat SW1") == [
        "boat_moved M G3 F2",
        "finished M",
        "race_over finished [1] [2] [3]",
    ]
    assert GAME.decisions(table.state) == ()
    table = Table("2113", mover="C", M="G3 5", C="D3 4")
    assert table.refusal("C", "move boat SE1") == "port_closed E2"


def test_w11_a_shark_may_send_back_the_boat_of_who_moves_it() -> None:
    table = Table("5441", sharks="G8 L2", M="G4 3")
    assert table.does("M", "move shark1 S4") == [
        "shark_moved shark1 G8 G7 G6 G5 G4 by M",
        "boat_hit M shark1 G4 by M",
        "boat_placed M B3",
    ]
    assert table.refusal("M", "move boat NE4") == "blocked_island D5"
    assert table.does("M", 'move boat "E4 N5"')[0] == "boat_moved M B3 C3 D3 E3 F3 F4 F5 F6 F7 F8"
    assert (table.boat("M"), table.state.sharks[0]) == ("F8 3", "G4")


def test_w12_opposite_dice_have_no_diagonal() -> None:
    routes = {
        choice.removeprefix("boat ") for choice in Table("2020", M="G6 2").choices("boat")
    }  # fmt: skip
    assert {route for route in routes if {*route} >= {"N", "S"} and len(route) == 5} == {"N2 S2", "S2 N2"}
    assert {route for route in routes if {*route} >= {"E", "W"} and len(route) == 5} == {"E0 W0"}
    assert {"N2 E0", "NE2", "NE0"} <= routes


def test_w13_a_movement_without_a_completion_is_refused() -> None:
    table = Table("3445", sharks="J2 J4", M="D3 5", C="K8 5")
    assert table.choices() == ["boat NE4", "boat NE3"]
    assert table.refusal("M", "move boat NW3") == "no_completion"
    assert table.refusal("M", "move shark2 W5") == "no_completion"
    assert table.does("M", "move boat NE3")[0] == "boat_moved M D3 E4 F5 G6"
    assert table.choices() == ["shark2 W5"]


def test_w14_a_roll_without_any_plan_costs_the_turn() -> None:
    table = Table(sharks="I3 H1", M="B5 1", C="E8 3", mover="A")
    table.force("4505")
    table.does("A", "move boat N0")
    events = table.does("A", 'move shark1 "E0 S0"')
    assert events[1:6] == [
        "turn_ended A",
        "round_ended 1",
        "turn_started M 2",
        "dice_rolled M 4 5 0 5",
        "turn_lost M",
    ]
    assert events[6] == "turn_ended M"


def test_w14_or_is_rolled_again_if_so_chosen() -> None:
    table = Table(
        sharks="I3 H1", M="B5 1", C="E8 3", mover="A", chosen={"reroll_when_stuck": True}
    )  # fmt: skip
    table.force("4505")
    table.does("A", "move boat N0")
    assert table.does("A", 'move shark1 "E0 S0"')[4:] == [
        "dice_rolled M 4 5 0 5",
        "dice_rolled M 0 0 0 0 again",
    ]


def test_w15_with_both_sharks_all_three_must_move() -> None:
    both = {"dice_split": "both_sharks"}
    table = Table("2312", sharks="B6 J2", M="H5 4", chosen=both)
    assert table.does("M", "move boat NE2") == ["boat_moved M H5 I6 J7"]
    assert table.choices() == ["shark1 S1", "shark2 W2"]
    table.does("M", "move shark1 S1")
    assert table.choices() == ["shark2 W2"]
    table.does("M", "move shark2 W2")
    assert table.state.sharks == ["B5", "H2"]

    table = Table("2312", sharks="B6 J2", M="H5 4", chosen=both)
    table.does("M", "move shark1 S1")
    assert table.does("M", "move boat E3")[0].endswith("K5")
    assert table.choices() == ["shark2 N2", "shark2 W2", "shark2 N2 W2", "shark2 NW2"]
    assert table.does("M", 'move shark2 "N2 W2"')[0] == "shark_moved shark2 J2 J3 J4 I4 H4 by M"


def test_w16_where_boats_must_stop_passing_a_buoy_is_not_enough() -> None:
    stop = {"buoy_touch": "stop"}
    table = Table("2301", sharks="B6 G8", M="G2 0", chosen=stop)
    assert table.does("M", 'move boat "E3 N2 W1"') == ["boat_moved M G2 H2 I2 J2 J3 J4 I4"]
    table = Table("2301", sharks="B6 G8", M="G2 0", chosen=stop)
    assert table.does("M", 'move boat "E3 N2"')[1:] == ["buoy_reached M 1 J4"]


def test_w17_a_repellent_stops_a_shark_beside_the_boat() -> None:
    table = Table("0510", sharks="B6 J6", mover="C", M="F6 2", chosen={"repellent": "coin"})
    assert table.does("C", "move shark1 E5") == ["repel_asked M shark1 F6"]
    assert table.awaited() == "M repel"
    assert table.does("M", "repel yes") == [
        "shark_moved shark1 B6 C6 D6 E6 by C",
        "shark_repelled shark1 M E6 0",
    ]
    table.does("C", 'move boat "N0 W0"')
    table.does("A", "move boat N0")
    table.does("A", 'move shark1 "E0 S0"')
    assert table.awaited() == "M start_turn"
    assert table.does("M", "restock")[:2] == ["restocked M", "turn_ended M"]
    assert table.state.seat(1).repellents == 1


def test_w17_spare_tiles_are_shared_out_as_repellents() -> None:
    tiles = {"repellent": "tiles"}
    assert Table(chosen=tiles, seats=3).state.seat(1).repellents == 8
    assert Table(chosen={**tiles, "board": "ring"}, sharks="D7 J7", seats=6).state.seat(6).repellents == 4


def test_w18_a_shark_can_be_stopped_before_its_first_step() -> None:
    table = Table("2310", sharks="B6 J6", mover="C", M="C7 2", chosen={"repellent": "coin"})
    table.does("C", "move shark1 NE3")
    assert table.does("M", "repel yes") == ["shark_moved shark1 B6 by C", "shark_repelled shark1 M B6 0"]
    assert table.awaited() == "C move"


def test_w19_a_boat_may_escape_onto_an_island_and_misses_a_turn() -> None:
    escape = {"escape": True}
    table = Table("2211", sharks="B6 J6", M="F3 1", chosen=escape)
    assert table.refusal("M", "move boat NW2") == "blocked_gap D5"
    assert table.refusal("M", 'move boat "N2 W1 E2"') == "blocked_island E5"
    assert table.does("M", 'move boat "N2 W1"') == ["boat_moved M F3 F4 F5 E5", "landed M E5"]
    table.does("M", "move shark1 S1")
    for letter in "CA":
        table.set_wind("0000")
        table.does(letter, "move boat N0")
        table.does(letter, 'move shark1 "E0 S0"')
    skipped = table.log.index("turn_started M 2")
    assert table.log[skipped + 1 : skipped + 4] == [
        "turn_skipped M ashore", "turn_ended M", "turn_started C 2"
    ]  # fmt: skip


def test_w20_a_shark_that_finishes_its_movement_can_hit_several_boats() -> None:
    table = Table("0510", sharks="B7 L2", C="D7 1", A="F7 2", chosen={"shark_finishes": True})
    assert table.does("M", "move shark1 E5") == [
        "shark_moved shark1 B7 C7 D7 by M",
        "boat_hit C shark1 D7 by M",
        "boat_placed C J4",
        "shark_moved shark1 D7 E7 F7 by M",
        "boat_hit A shark1 F7 by M",
        "boat_placed A E7",
        "shark_moved shark1 F7 G7 by M",
    ]
    assert table.state.sharks[0] == "G7"


def test_w21_a_boat_that_sails_into_a_shark_is_towed_away() -> None:
    table = Table("1502", sharks="J2 B6", M="G2 1", chosen={"boat_meets_shark": "towed"})
    assert table.does("M", 'move boat "E5 N1"') == [
        "boat_moved M G2 H2 I2",
        "boat_met_shark M shark1 J2",
        "boat_placed M J4",
    ]
    assert table.state.dice_left == "SW"
    assert Table("1502", sharks="J2 B6", M="G2 1").refusal("M", 'move boat "E5 N1"') == "blocked_shark J2"


def test_w22_an_owner_may_choose_where_to_come_back() -> None:
    def after_the_turn() -> Table:
        table = Table("0511", sharks="B6 J6", mover="A", C="F6 2", chosen={"comeback": "choose"})
        assert table.does("A", "move shark1 E5")[1:] == ["boat_hit C shark1 F6 by A", "boat_towed C"]
        assert table.does("A", 'move boat "N0 W1" from E2') == ["boat_moved A E2 D2"]
        return table

    table = after_the_turn()
    assert table.awaited() == "C place_boat"
    assert table.choices() == ["E7", "F7", "E6"]
    assert table.does("C", "place_boat E6")[:2] == ["boat_placed C E6", "turn_ended A"]
    assert after_the_turn().times_out("C")[0] == "boat_placed C E7"


def test_w23_a_course_can_be_drawn_by_lot() -> None:
    forced = [Forced(values=(11,), label="buoy_1"), Forced(values=(1,), label="buoy_2", entry=1)]
    _, events = GAME.start(options(layout="random"), 2, Chance(StillWater(), forced))
    told = [line(event) for event in events]
    assert told[1:5] == [
        "drawn buoy_1 41 11", "buoy_placed 1 J3+", "drawn buoy_2 37 1", "buoy_placed 2 A1+"
    ]  # fmt: skip


def test_w23_the_first_buoy_of_a_drawn_course_has_41_points() -> None:
    state, _ = GAME.start(options(layout="players"), 2, Chance(StillWater()))
    mark = next_mark(state)
    assert mark is not None
    assert len(mark.places) == 41
    assert " ".join(mark.places[:11]) == "A1+ I1+ J1+ K1+ A2+ I2+ J2+ K2+ A3+ I3+ J3+"


def test_w23_an_island_never_cuts_the_sea_in_two() -> None:
    sea, buoys = board("standard"), FILE.boards["standard"].buoys
    squares = legal_islands(sea, buoys, (), 2)
    assert len(squares) == 62
    assert squares[:2] == ("A1", "B1")
    later = legal_islands(sea, buoys, ("B1",), 2)
    assert len(later) == 60
    assert set(squares) - set(later) == {"B1", "A2"}


def test_w24_the_gap_of_the_lagoon_is_shore() -> None:
    ring = {"board": "ring"}
    table = Table("1111", sharks="J7 A1", M="E4 0", chosen=ring)
    assert table.refusal("M", "move boat NW1") == "blocked_gap D5"
    table = Table("1111", sharks="J7 A1", M="F4 0", chosen=ring)
    assert table.does("M", "move boat NE1")[0] == "boat_moved M F4 G5"
    table = Table("0311", sharks="J7 A1", M="D8 2", chosen=ring)
    assert table.refusal("M", "move boat E3") == "blocked_island E8"
    assert table.does("M", 'move boat "S1 E3"')[0] == "boat_moved M D8 D7 E7 F7 G7"


def test_w25_a_race_that_is_called_off_is_ranked_by_buoys_and_distance() -> None:
    table = Table(
        mover="L", seats=4, chosen={"round_limit": 10}, M="D6 3", C="G4 4", A="C5 2", L="A1 2"
    )  # fmt: skip
    table.state.round = 10
    table.does("L", "move boat N0")
    assert [seat.to_go for seat in GAME.view(table.state, None).seats] == [3, 4, 2, 1]
    assert table.does("L", 'move shark1 "E0 S0"')[-1] == "race_over round_limit [2] [1] [4] [3]"


def test_w26_around_a_full_buoy_the_next_ring_is_used() -> None:
    table = Table("1102", sharks="B1 A4", mover="C", seats=4, M="B2 3", C="B3 3", A="C3 3", L="C2 3")
    assert table.does("C", "move shark1 N1") == [
        "shark_moved shark1 B1 B2 by C",
        "boat_hit M shark1 B2 by C",
        "boat_placed M B4",
    ]
    assert table.choices() == ["boat SE0", "boat E1 W2", "boat SW0", "boat E1 S0 W2"]
    assert table.refusal("C", 'move boat "E1 S0"') == "ends_on_boat C3"
    assert table.refusal("C", "move boat SE1") == "blocked_buoy B2+"
    assert table.refusal("C", "move boat W2") == "wrong_number_of_dice"
    assert table.refusal("C", 'move boat "S0 W2"') == "off_board"


def test_w27_a_repellent_can_take_away_the_rest_of_a_turn() -> None:
    coin = {"repellent": "coin"}
    table = Table("0141", sharks="D8 L2", mover="C", M="C4 2", C="B5 2", chosen=coin)
    table.does("C", 'move shark1 "W1 S4 N0"')
    assert table.view().traces[-1].route == "N0 W1 S4"
    assert table.does("M", "repel no")[1:] == ["boat_hit M shark1 C4 by C", "boat_placed M E7"]
    assert table.does("C", "move boat E1")[0] == "boat_moved C B5 C5"

    table = Table("0141", sharks="D8 L2", mover="C", M="C4 2", C="B5 2", chosen=coin)
    table.does("C", 'move shark1 "W1 S4 N0"')
    assert table.does("M", "repel yes")[:4] == [
        "shark_moved shark1 D8 C8 C7 C6 C5 by C",
        "shark_repelled shark1 M C5 0",
        "move_forfeited C",
        "turn_ended C",
    ]
