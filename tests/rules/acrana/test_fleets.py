"""Fleets, resigning and the end (sections 10 and 12), beyond the scenarios."""

import pytest

from rules.acrana import GAME
from rules.acrana.finish import account
from rules.engine.chance import Chance
from rules.engine.errors import HarbourmasterError
from tests.rules.acrana.table import StillWater, Table, in_order, until_next_turn

FLEETS = {"fleet_size": 2}
TWO = {"ships": 2}


def test_fleets_must_fit_the_players() -> None:
    for size, seats in ((2, 5), (3, 8), (4, 4), (2, 2)):
        with pytest.raises(HarbourmasterError, match="Set the option Fleets to 1"):
            GAME.start(GAME.options.model_validate({"fleet_size": size}), seats, Chance(StillWater()))


@pytest.mark.parametrize(("size", "seats"), [(1, (2, 8)), (2, (4, 8)), (3, (6, 6)), (4, (8, 8))])
def test_fleets_of_a_size_are_for_so_many_players(size: int, seats: tuple[int, int]) -> None:
    assert GAME.seat_range(GAME.options.model_validate({"fleet_size": size})) == seats


def test_a_fleet_wins_when_all_its_ships_are_home() -> None:
    table = Table("A1@144 C1@140 B1@3", seats=4, chosen=FLEETS, A="9a", B="Jb", C="7a")
    told = table.does("A", "sail 9a C1 4")
    assert told[-1] == "game_ended 1,3 finished 1,3,2,4"
    assert table.outcome() == "finished A C | B D"


# Resigning


def test_resigning_wins_the_race_for_partners_that_are_home() -> None:
    table = Table("A1@20 C1@144 B1@120", seats=4, chosen=FLEETS, A="Ja", B="Jb", C="9a", D="Jd")
    in_order(table.does("A", "resign"), "player_resigned A", "game_ended 1,3 finished 1,3,2,4")


def test_whoever_is_left_wins() -> None:
    table = Table("A1@30 B1@140 C1@50", seats=3, A="Ja", B="Jb", C="Jc")
    table.does("B", "resign")
    assert table.does("A", "resign")[-1] == "game_ended 3 last_left 3,1,2"
    assert table.outcome() == "last_left C | A | B"


def test_a_decision_is_worked_out_anew_when_somebody_elses_ships_are_gone() -> None:
    table = Table("A1@29 B1@30 B2@30 C1@5", seats=3, chosen=TWO, A="7a 8a", B="Jb", C="Jc")
    assert table.awaited() == "A discard"
    assert until_next_turn(table.does("B", "resign"))[0] == "player_resigned B"
    assert table.awaited() == "A play"
    assert "sail 7a A1 7" in table.choices()


def test_a_resigned_captain_may_do_nothing_more() -> None:
    table = Table("A1@30 B1@140 C1@50", seats=3, A="Ja", B="Jb", C="Jc")
    table.does("B", "resign")
    assert table.refusal("B", "resign") == "not_allowed"
    assert table.refusal("B", "becalm J") == "not_your_turn"


# The ranking


def test_the_end_says_where_the_ship_of_each_player_is() -> None:
    table = Table("A1@139 B1@88 C1@0", seats=3, A="9a", B="Jb", C="7c")
    table.does("A", "sail 9a A1 5")
    told = [account(table.state, seat).merits[0].told for seat in (1, 2, 3)]
    assert told == ["home", "on 88", "in port"]


def test_a_flotilla_is_summed_up_with_where_each_ship_is_and_what_breaks_a_tie() -> None:
    state = Table("A1@144 A2@6 B1@80 B2@70", chosen=TWO, A="9a", B="Jb").state
    first, second = (account(state, seat) for seat in (1, 2))
    assert (first.merits[0].told, first.parts) == ("150 of 288 squares", ["A1 home", "A2 on 6"])
    assert first.leads_by(second) == ("1 ship home", "no ships home")


def test_who_gave_up_is_told_so() -> None:
    table = Table("A1@20 B1@120 C1@5", seats=3, A="Ja", B="Jb", C="9c")
    table.does("A", "resign")
    assert account(table.state, 1).merits[0].told == "gave up"
