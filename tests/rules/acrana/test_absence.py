"""Automatic actions for players who do not answer (section 12)."""

import pytest

from rules.acrana.hands import cheapest
from tests.rules.acrana.table import Table

FLEETS = {"fleet_size": 2}
TWO = {"ships": 2}


def test_an_absent_captain_leaves_port_with_a_king_rather_than_an_ace() -> None:
    table = Table("A1@40", chosen=TWO, A="Aa 7a Ka Kb", B="Jb")
    assert table.times_out() == "cast_off Ka A2"


@pytest.mark.parametrize(
    ("ships", "hand", "dice", "played"),
    [
        ("A1@40 B1@46", "2a 6a 9a", "table 4", "sail 9a A1 squares 9"),
        ("A1@40", "4a 7a", "", "sail 7a A1 squares 7"),
        ("A1@30", "3a Ja", "", "becalm Ja"),
        ("A1@30", "6a Ja", "table 6", "sail 6a A1 squares 6"),
    ],
    ids=["nothing quiet", "the furthest", "nothing to sail", "sailing before lying still"],
)
def test_an_absent_captain_sails_far_and_quietly(ships: str, hand: str, dice: str, played: str) -> None:
    assert Table(ships, A=hand, B="Jb").times_out(dice) == played


def test_an_absent_captain_prefers_the_first_of_two_ships() -> None:
    table = Table("A1@40 A2@50", chosen=TWO, A="7a", B="Jb")
    assert table.times_out() == "sail 7a A1 squares 7"


def test_an_absent_captain_sails_a_convoy_only_when_there_is_nothing_else() -> None:
    table = Table("A1@50 C1@50", seats=4, chosen=FLEETS, A="7a", B="Jb")
    assert table.times_out() == "sail 7a A1 squares 7"


def test_an_absent_captain_declines_what_nobody_must_do() -> None:
    table = Table("A1@20", A="3b Ka 3a", B="Jb")
    assert table.times_out() == "discard Ka"


def test_with_a_ship_in_port_aces_and_kings_are_kept() -> None:
    table = Table("A1@29 B1@30 B2@30", chosen=TWO, A="7a 8a 3a", B="Jb")
    assert table.times_out() == "discard 3a"
    table = Table("A1@56", chosen=TWO, A="Aa 2a 2b", B="Jb")
    assert table.times_out() == "cast_off Aa A2"


def test_whoever_plays_on_for_partners_does_without_what_launches_their_ships_last() -> None:
    table = Table("A1@144 A2@144 C1@22", seats=4, chosen={**FLEETS, **TWO}, A="3a 6a Ka", B="Jb")
    cards = cheapest(table.state, table.seat("A").cards)
    assert [card.id for card in cards] == ["3a", "6a", "Ka"]


def test_the_rest_of_a_card_goes_to_the_first_ship_as_far_as_it_can() -> None:
    table = Table("A1@52 A2@60 A3@70", chosen={"ships": 3}, A="10a", B="Jb")
    table.does("A", "sail 10a A2 2")
    assert table.awaited() == "A sail_on"
    assert table.times_out() == "sail_on A1 squares 8"


def test_a_partner_is_sailed_back_with_the_lowest_card() -> None:
    table = Table("C1@50 B1@3 D1@3", seats=4, chosen=FLEETS, A="7a 2c 3b", B="Jb")
    assert table.times_out() == "back_partner 2c C1"


def test_of_several_partners_ships_the_hindmost_is_sailed_back() -> None:
    chosen = {**FLEETS, **TWO}
    table = Table("C1@50 C2@30 B1@3 D1@3", seats=4, chosen=chosen, A="7a 2c 3b", B="Jb")
    assert table.times_out() == "back_partner 2c C2"


@pytest.mark.parametrize(
    ("roll", "hand", "named"),
    [
        (1, "3a 4a 6a 9a Jb", "Jb"),  # discard 1: the cheapest
        (1, "3a 4a 6a 9a", "3a"),
        (3, "4a 6a 9a Jb", "9a"),  # +1: the best card
        (5, "4a 6a 9a Jb", "9a,9a"),  # +1 twice, on the best card
    ],
)
def test_an_absent_captain_names_cards_sensibly(roll: int, hand: str, named: str) -> None:
    table = Table("A1@22", A=hand, B="Ja")
    table.does("A", "sail 6a A1 6", f"table {roll}")
    assert table.times_out() == f"choose_cards {named}"


def test_damage_goes_on_the_cards_with_the_fewest_steps() -> None:
    table = Table("A1@33", A="4a 6a 7a 8a 9a", B="Ja")
    table.does("A", "sail 6a A1 6", "table 4")
    assert table.times_out() == "choose_cards 4a,7a,8a"


def test_different_bonuses_go_on_the_cards_with_the_most_steps() -> None:
    table = Table("A1@36", A="4a 6a 7a 8a 9a", B="Ja")
    table.does("A", "sail 6a A1 6", "table 3")
    assert table.times_out() == "choose_cards 8a,9a"
