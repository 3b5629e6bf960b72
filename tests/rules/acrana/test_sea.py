"""Ships, squares, battles and pirates (sections 6.5 to 6.10), beyond the scenarios."""

from tests.rules.acrana.table import Table, in_order, until_next_turn

TWO = {"ships": 2}
FLEETS = {"fleet_size": 2}


def test_a_defender_that_is_sunk_starts_again() -> None:
    table = Table("A1@54 B1@59", tokens={"B1": "flag reef_map"}, A="Aa 5a", B="Jb")
    told = table.does("A", "sail 5a A1", "battle 1")
    in_order(told, "ship_sent_home B1 59 battle A1")
    assert table.marks("B1") == ""


def test_a_ship_may_cross_the_edge_and_come_back_where_it_was() -> None:
    table = Table("A1@20", A="3a 9b", B="Jb")
    in_order(table.does("A", "over_edge 3a A1", "edge 3 edge 3"), "over_edge A1 20 3,3 20")


# Pirates


def test_the_coast_guard_sinks_the_highest_free_vessel() -> None:
    table = Table("A1@40 B1@66 C1@67", seats=3, pirates="1 2 3:B1", A="9a 4a", B="Jb")
    table.does("A", "sail 9a A1 9", "table 2")
    assert table.pirates() == "1 3:B1"


def test_the_coast_guard_sinks_the_highest_vessel_when_none_is_free() -> None:
    table = Table("A1@40 B1@66 C1@67", seats=3, pirates="1:B1 2:C1", A="9a 4a", B="Jb")
    table.does("A", "sail 9a A1 9", "table 2")
    assert table.pirates() == "1:B1"
    assert table.marks("C1") == "undetected"


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


def test_a_partners_blockade_stops_a_ship_as_an_enemys_does() -> None:
    table = Table("A1@50 C1@53 C2@53", seats=4, chosen={**TWO, **FLEETS}, A="8a 9a", B="Jb")
    assert "sail 8a A1 2" in table.choices()
    assert "sail 8a A1 3" not in table.choices()


def test_blockades_and_convoys_are_told_when_they_form_and_part() -> None:
    table = Table("A1@50 A2@57", chosen=TWO, A="7a 8a", B="Jb")
    in_order(table.does("A", "sail 7a A1 7"), "ship_sailed A1 50 57 7", "blockade_formed 57 A1,A2")
    table = Table("A1@50 C1@50", seats=4, chosen=FLEETS, A="7a", B="Jb")
    assert "convoy_parted 50 A1,C1" in table.does("A", "sail 7a A1 7")
    table = Table("A1@50 C1@50", seats=4, chosen=FLEETS, A="8a", B="Jb")
    assert not [line for line in table.does("A", "sail 8a A1 4 with C1") if line.startswith("convoy_")]
