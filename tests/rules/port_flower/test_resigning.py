"""Seats that resign or do not answer in the middle of a movement (section 12)."""

from rules.engine.chance import Chance
from rules.port_flower import GAME
from tests.rules.port_flower.table import StillWater, Table, options

COIN = {"repellent": "coin"}


def shark_before_a_boat(**more: str) -> Table:
    """C sails shark 1 along row 6. M on F6 is asked about its repellent."""
    table = Table("0510", sharks="B6 J6", mover="C", M="F6 2", seats=4, chosen=COIN, **more)
    assert table.does("C", "move shark1 E5") == ["repel_asked M shark1 F6"]
    return table


def test_a_shark_sails_on_when_the_boat_it_would_hit_gives_up() -> None:
    table = shark_before_a_boat()
    assert table.does("M", "resign") == ["seat_resigned M", "shark_moved shark1 B6 C6 D6 E6 F6 G6 by C"]
    assert table.awaited() == "C move"


def test_a_shark_that_sails_on_stops_before_the_first_refused_step() -> None:
    # Beyond G6 is the island H6. The route was legal only because the boat would stop it.
    table = Table("0310", sharks="E6 J6", mover="C", M="F6 2", chosen=COIN)
    table.does("C", "move shark1 E3")
    assert table.does("M", "resign")[1] == "shark_moved shark1 E6 F6 G6 by C"


def test_a_shark_that_sails_on_hits_the_next_boat_as_usual() -> None:
    table = shark_before_a_boat(A="G6 3")
    table.state.seat(3).repellents = 0
    assert table.does("M", "resign")[1:] == [
        "shark_moved shark1 B6 C6 D6 E6 F6 G6 by C",
        "boat_hit A shark1 G6 by C",
        "boat_placed A B3",
    ]


def test_a_shark_that_sails_on_may_ask_the_next_boat() -> None:
    table = shark_before_a_boat(A="G6 3")
    assert table.does("M", "resign") == ["seat_resigned M", "repel_asked A shark1 G6"]
    assert table.does("A", "repel yes") == [
        "shark_moved shark1 B6 C6 D6 E6 F6 by C",
        "shark_repelled shark1 A F6 0",
    ]


def test_who_is_asked_uses_the_repellent_if_the_one_who_moves_gives_up() -> None:
    events = shark_before_a_boat().does("C", "resign")
    assert events[:4] == [
        "seat_resigned C",
        "shark_moved shark1 B6 C6 D6 E6 by C",
        "shark_repelled shark1 M E6 0",
        "turn_ended C",
    ]
    assert events[4] == "turn_started A 1"


def test_a_seat_asked_about_its_own_shark_gives_up_and_the_shark_sails_on() -> None:
    table = Table("0510", sharks="B6 J6", M="D6 2", C="F6 2", chosen=COIN)
    assert table.does("M", "move shark1 E5") == ["repel_asked M shark1 D6"]
    assert table.does("M", "resign")[:4] == [
        "seat_resigned M",
        "shark_moved shark1 B6 C6 D6 E6 by M",
        "shark_repelled shark1 C E6 0",
        "turn_ended M",
    ]


def test_boats_in_tow_are_placed_by_the_rule_if_the_one_who_moves_gives_up() -> None:
    table = Table("0511", sharks="B6 J6", mover="A", C="F6 2", chosen={"comeback": "choose"})
    table.does("A", "move shark1 E5")
    assert table.does("A", "resign")[:3] == ["seat_resigned A", "boat_placed C E7", "turn_ended A"]


def test_a_seat_in_tow_that_gives_up_is_not_placed() -> None:
    table = Table("0511", sharks="B6 J6", mover="A", C="F6 2", chosen={"comeback": "choose"})
    table.does("A", "move shark1 E5")
    table.does("A", 'move boat "N0 W1" from E2')
    assert table.does("C", "resign")[:2] == ["seat_resigned C", "turn_ended A"]
    assert table.state.seat(2).position == "out"


def test_a_bystander_who_gives_up_can_take_away_the_only_plan() -> None:
    # The shark can sail E5 only because C's boat on K3 stops it before the edge.
    table = Table("4545", sharks="I3", M="C5 2", C="K3 2")
    assert "shark1 E5" in table.choices()
    assert table.does("C", "resign")[:3] == ["seat_resigned C", "move_forfeited M", "turn_ended M"]


def test_what_was_sailed_stays_when_a_bystander_takes_away_the_rest() -> None:
    table = Table("4545", sharks="I3", M="C5 2", C="K3 2")
    table.does("M", "move boat S4")
    assert table.does("C", "resign")[:3] == ["seat_resigned C", "move_forfeited M", "turn_ended M"]
    assert table.boat("M") == "C1 3"


def test_the_last_boat_wins_wherever_it_is() -> None:
    table = Table(seats=2)
    assert table.does("M", "resign") == ["seat_resigned M", "turn_ended M", "race_over last_boat [2] [1]"]


def test_the_last_boat_wins_also_while_the_course_is_laid() -> None:
    state, _ = GAME.start(options(layout="players"), 3, Chance(StillWater()))
    for seat in (2, 1):
        GAME.apply(state, seat, GAME.read("resign"), Chance(StillWater()))
        GAME.check(state)
    assert state.result is not None
    assert state.result.ranking == ((3,), (1,), (2,))


def test_the_next_seat_places_what_a_seat_that_gave_up_would_have() -> None:
    state, _ = GAME.start(options(layout="players"), 3, Chance(StillWater()))
    GAME.apply(state, 1, GAME.read("resign"), Chance(StillWater()))
    assert [(decision.seat, decision.kind) for decision in GAME.decisions(state)] == [(2, "place_buoy")]
    GAME.apply(state, 2, GAME.read("place_buoy J3+"), Chance(StillWater()))
    GAME.apply(state, 3, GAME.read("place_buoy A1+"), Chance(StillWater()))
    assert [decision.seat for decision in GAME.decisions(state)] == [2]


def test_a_turn_without_an_answer_is_skipped_and_nothing_moves() -> None:
    table = Table("3402", M="D3 1")
    before = (table.boat("M"), list(table.state.sharks))
    assert table.times_out("M")[:2] == ["turn_skipped M timeout", "turn_ended M"]
    assert (table.boat("M"), table.state.sharks) == before


def test_a_half_made_turn_keeps_what_has_been_sailed() -> None:
    table = Table("1200", M="D6 0")
    table.does("M", "move boat E2")
    assert table.times_out("M")[:2] == ["turn_skipped M timeout", "turn_ended M"]
    assert table.boat("M") == "F6 0"


def test_boats_in_tow_are_still_placed_after_a_skipped_turn() -> None:
    table = Table("0511", sharks="B6 J6", mover="A", C="F6 2", chosen={"comeback": "choose"})
    table.does("A", "move shark1 E5")
    assert table.times_out("A") == ["turn_skipped A timeout"]
    assert table.awaited() == "C place_boat"


def test_who_does_not_answer_a_shark_uses_the_repellent() -> None:
    assert shark_before_a_boat().times_out("M")[1] == "shark_repelled shark1 M E6 0"


def test_a_buoy_nobody_places_is_drawn() -> None:
    state, _ = GAME.start(options(layout="players"), 2, Chance(StillWater()))
    events = GAME.apply(state, 1, GAME.timeout(state, 1), Chance(StillWater()))
    assert [event.kind for event in events] == ["drawn", "buoy_placed"]
    assert state.buoys == ["A1+"]
    assert [decision.seat for decision in GAME.decisions(state)] == [2]
