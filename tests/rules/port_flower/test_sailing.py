"""Movements of single pieces that the worked examples do not cover."""

from tests.rules.port_flower.table import Table

TOWED = {"boat_meets_shark": "towed"}


def test_a_shark_on_a_buoy_guards_it_from_boats_that_sail_into_it() -> None:
    # J3 belongs to buoy 1, but the boat never stops there. Without a buoy it is towed into the port.
    table = Table("0300", sharks="J3 B6", M="I3 0", chosen=TOWED)
    assert table.does("M", "b E3") == [
        "boat_moved M I3",
        "boat_met_shark M shark1 J3",
        "boat_placed M port",
    ]
    assert table.view().traces[-1].end == "met_shark"


def test_a_buoy_reached_on_the_way_to_the_shark_counts() -> None:
    table = Table("0300", sharks="K3 B6", M="I3 0", chosen=TOWED)
    assert table.does("M", "b E3")[1:] == [
        "buoy_reached M 1 J3",
        "boat_met_shark M shark1 K3",
        "boat_placed M J4",
    ]


def test_the_boat_it_was_passing_keeps_its_square_when_a_boat_is_towed_away() -> None:
    # The shark stops M, which passes C on E7. E7 is also the first mooring of buoy 2.
    table = Table("0300", sharks="F7 B6", M="D7 2", C="E7 2", chosen=TOWED)
    assert table.does("M", "b E3") == [
        "boat_moved M D7 E7",
        "boat_met_shark M shark1 F7",
        "boat_placed M F6",
    ]


def test_what_lies_behind_a_shark_need_not_be_sailable() -> None:
    table = Table("0500", sharks="K8 B6", M="J8 1", chosen=TOWED)
    assert table.does("M", "b E5")[1] == "boat_met_shark M shark1 K8"


def test_the_port_opens_in_the_middle_of_a_movement() -> None:
    table = Table("0201", sharks="B6 L2", M="D2 2", chosen={"buoys": 3})
    assert table.refusal("M", "b E2 W1") == "port_closed E2"
    assert table.does("M", "b W1 E2")[:3] == [
        "boat_moved M D2 C2 D2 E2",
        "buoy_reached M 3 C2",
        "finished M",
    ]


def test_a_shark_may_be_stopped_again_after_it_has_hit_a_boat() -> None:
    table = Table(
        "0510", sharks="B7 L2", C="D7 1", A="F7 2",
        chosen={"shark_finishes": True, "repellent": "coin"},
    )  # fmt: skip
    assert table.does("M", "s1 E5") == ["repel_asked C shark1 D7"]
    assert table.does("C", "repel no")[-1] == "repel_asked A shark1 F7"
    assert table.does("A", "repel yes") == [
        "shark_moved shark1 D7 E7 by M",
        "shark_repelled shark1 A E7 0",
    ]


def test_standing_orders_answer_without_a_question() -> None:
    coin = {"repellent": "coin"}
    table = Table("0510", sharks="B6 J6", mover="C", M="F6 2", chosen=coin)
    table.does("M", "repel_policy always")
    assert table.does("C", "s1 E5")[-1] == "shark_repelled shark1 M E6 0"
    table = Table("0510", sharks="B6 J6", mover="C", M="F6 2", chosen=coin)
    table.does("M", "repel_policy never")
    assert table.does("C", "s1 E5")[1] == "boat_hit M shark1 F6 by C"


def test_a_standing_order_does_not_answer_for_ones_own_shark() -> None:
    table = Table("0510", sharks="B6 J6", M="F6 2", chosen={"repellent": "coin"})
    table.does("M", "repel_policy never")
    assert table.does("M", "s1 E5") == ["repel_asked M shark1 F6"]


def test_staying_on_an_island_costs_the_next_turn_again() -> None:
    table = Table("0000", M="E5 1", chosen={"escape": True})
    assert table.does("M", "b N0") == ["boat_moved M E5", "landed M E5"]
    assert table.state.seat(1).skip


def test_a_boat_on_an_island_cannot_be_joined() -> None:
    table = Table("2211", sharks="B6 J6", M="F3 1", C="E5 2", chosen={"escape": True})
    assert table.refusal("M", "b N2 W1") == "ends_on_boat E5"
