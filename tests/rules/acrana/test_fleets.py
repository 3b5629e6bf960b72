"""Edge cases of fleets, resigning and the end (section 15, 54 to 63; sections 10 and 12)."""

import pytest

from rules.acrana import GAME
from rules.acrana.state import Vessel
from rules.engine.chance import Chance
from rules.engine.errors import HarbourmasterError
from tests.rules.acrana.table import StillWater, Table, in_order, until_next_turn

FLEETS = {"fleet_size": 2}
TWO = {"ships": 2}


def test_a_fleet_whose_own_ships_are_blocked_does_not_sail_its_partners() -> None:
    table = Table("A1@49 B1@50 B2@50 C1@3", seats=4, chosen={**TWO, **FLEETS}, A="7a 8a", B="Jb")
    assert table.awaited() == "A back_partner"
    assert table.choices() == ["back_partner 7a C1", "back_partner 8a C1"]


@pytest.mark.parametrize("place", ["C1@1", "C1@0"])
def test_a_partner_that_cannot_go_back_is_not_sailed_back(place: str) -> None:
    table = Table(f"A1@49 B1@50 B2@50 {place}", seats=4, chosen={**TWO, **FLEETS}, A="7a 8a", B="Jb")
    assert table.awaited() == "A discard"


def test_sailing_a_partner_back_can_be_switched_off() -> None:
    chosen = {**FLEETS, "partner_backing": False}
    table = Table("C1@50 B1@3 D1@3", seats=4, chosen=chosen, A="2c 3b 7a", B="Jb")
    assert table.log[:2] == ["stuck A", "cards_discarded A 2c stuck 2"]


def test_a_captain_whose_flotilla_is_home_plays_for_the_partners() -> None:
    table = Table("A1@144 C1@20", seats=4, chosen={**TWO, **FLEETS}, A="3a 9b Ka", B="Jb")
    table.state.ships["A2"].square = 144
    table.start_turn("A")
    assert table.choices() == ["cast_off Ka C2", "sail 9b C1 9", "over_edge 3a C1"]


def test_a_captain_whose_flotilla_is_home_is_never_asked_to_sail_a_partner_back() -> None:
    table = Table(
        "A1@144 A2@144 C1@49 C2@49 B1@50 B2@50", seats=4, chosen={**TWO, **FLEETS}, A="7a 8a", B="Jb"
    )
    assert table.awaited() == "A discard"
    assert table.choices() == ["discard 7a", "discard 8a"]


def test_a_partners_ship_meets_the_pirates_in_its_own_captains_turn() -> None:
    table = Table(
        "A1@50 C1@62 B1@123", seats=4, chosen=FLEETS, pirates="1:B1", A="10a", B="Jb", C="Jc", D="Jd"
    )  # fmt: skip
    in_order(table.does("A", "sail 10a A1 6"), "ship_sailed C1 62 66 4", "effect_deferred C1 square 66")
    table.state.pirates.append(Vessel(number=2))
    in_order(table.does("B", "becalm Jb", "pirates 1"), "turn_started C", "pirate_attack C1 2 66 1")


def test_fleets_must_fit_the_players() -> None:
    for size, seats in ((2, 5), (3, 8), (4, 4), (2, 2)):
        with pytest.raises(HarbourmasterError, match="fleet_size"):
            GAME.start(GAME.options.model_validate({"fleet_size": size}), seats, Chance(StillWater()))


def test_a_fleet_wins_when_all_its_ships_are_home() -> None:
    table = Table("A1@144 C1@140 B1@3", seats=4, chosen=FLEETS, A="9a", B="Jb", C="7a")
    told = table.does("A", "sail 9a C1 4")
    assert told[-1] == "game_ended 1,3 finished 1,3,2,4"
    assert table.outcome() == "finished A C | B D"


# Resigning


def test_the_last_captain_of_a_fleet_races_on_alone() -> None:
    table = Table("A1@20 C1@140 B1@120", seats=4, chosen=FLEETS, A="Ja", B="Jb", C="9a 2a", D="Jd")
    in_order(
        table.does("A", "resign"), "player_resigned A", "cards_discarded A Ja resigned 0", "turn_started B"
    )
    table.start_turn("C")
    table.does("C", "sail 9a C1")
    assert table.outcome() == "finished A C | B D"


def test_resigning_wins_the_race_for_partners_that_are_home() -> None:
    table = Table("A1@20 C1@144 B1@120", seats=4, chosen=FLEETS, A="Ja", B="Jb", C="9a", D="Jd")
    in_order(table.does("A", "resign"), "player_resigned A", "game_ended 1,3 finished 1,3,2,4")


def test_whoever_resigns_in_the_middle_of_a_card_loses_its_points() -> None:
    table = Table("A1@50 A2@60 A3@70 B1@3 C1@4", seats=3, chosen={"ships": 3}, A="10a 9a", B="Jb", C="Jc")
    table.does("A", "sail 10a A1 4")
    assert table.awaited() == "A sail_on"
    told = table.does("A", "resign")
    in_order(told, "player_resigned A", "cards_discarded A 9a resigned 0", "turn_started B")
    assert table.at("A1", "A2", "A3") == [-1, -1, -1]


def test_the_deal_passes_on_from_the_place_of_a_dealer_who_resigned() -> None:
    table = Table("A1@30 B1@40 C1@50", seats=3, A="Ja", C="Jc", deck="")
    table.state.dealer = 2
    table.does("B", "resign")
    table.does("A", "becalm Ja")
    told = table.does("C", "becalm Jc")
    in_order(told, "deck_shuffled 2 C", "hands_dealt 1 5,0,5 A")


def test_a_leader_is_the_next_who_has_not_resigned() -> None:
    table = Table("A1@30 B1@40 C1@50", seats=3, A="Ja", deck="2a 2b 4a 4b 5a 5b 7a 7b")
    table.state.dealer = 1
    table.does("B", "resign")
    in_order(table.does("A", "becalm Ja"), "hands_dealt 2 4,0,4 C", "turn_started C")


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


def test_equal_fleets_share_a_rank() -> None:
    table = Table("A1@1 B1@1 C1@90", seats=3, chosen={"deck_limit": 1}, A="Ja", deck="")
    table.does("A", "becalm Ja")
    assert table.outcome() == "deck_limit C | A B"


def test_ships_home_and_then_the_foremost_break_a_tie() -> None:
    table = Table(
        "A1@100 A2@44 B1@144 B2@0 C1@110 C2@34", seats=3, chosen={**TWO, "deck_limit": 1}, A="Ja", deck=""
    )  # fmt: skip
    table.does("A", "becalm Ja")
    assert table.outcome() == "deck_limit B | C | A"
