"""A choice shows the odds of its square, from the tables and from what everybody sees."""

import re
from collections import Counter

import pytest

from rules.acrana import GAME, odds
from rules.acrana.board import KINDS
from rules.acrana.tables import TABLES, TableName, table_at
from tests.rules.acrana.table import Table

BAD: dict[TableName, int] = {
    "ship_yard": 2, "reef": 4, "coast_guard": 2, "weather": 4, "harbour": 3, "mutiny": 4,
    "compass": 5, "sirens": 2, "treasure": 2, "navy": 3, "kraken": 5, "pirates": 6,
}  # fmt: skip
"""The number of results of each table that cost something, as section 8 lists them."""


@pytest.mark.parametrize("table", [table for table in TABLES.tables if table != "pirates"])
def test_the_odds_of_a_square_are_those_of_its_table(table: TableName) -> None:
    square = next(square for square in range(145) if table_at(square) == table)
    race = Table("A1@40", A="4a 9a", B="Jb")
    told = odds.of_square(race.state, "A1", square)
    assert f": {BAD[table]} of 6 bad" in told
    ops = Counter(op.op for row in TABLES.tables[table].values() for op in row.ops)
    assert re.findall(r"(\d) of them home", told) == [str(ops["send_home"])] * bool(ops["send_home"])
    assert re.findall(r"(\d) over the edge", told) == [str(ops["over_edge"])] * bool(ops["over_edge"])


def hint(race: Table, text: str) -> str:
    """Return the second line of a choice."""
    action = GAME.resolve(race.state, 1, GAME.read(text))
    return GAME.label(race.state, 1, action, len(action.path())).hint


def test_the_second_line_of_a_choice_says_the_odds_of_its_square() -> None:
    race = Table("A1@33 A2@40", chosen={"ships": 2}, A="6a 9a", B="Jb")
    assert KINDS[39] == "reef"
    assert hint(race, "sail 6a A1 6") == "Reef: 4 of 6 bad, 1 of them home to port."
    assert hint(race, "sail 9a A1 6") == "6 of 9 squares. Reef: 4 of 6 bad, 1 of them home to port."
    assert hint(race, "sail 9a A1 5") == "5 of 9 squares."


def test_a_suggestion_says_where_it_leads_and_the_odds_there() -> None:
    race = Table("A1@33 B1@42", A="6a 9a", B="Jb")
    assert [GAME.leads_to(race.state, 1, action) for action in GAME.legal_actions(race.state, 1)[:2]] == [
        "to 39, reef: 4 of 6 bad, 1 of them home to port",
        "attacks B1 at 42 · Battle: 1 of 6 sinks you, 1 of 6 them",
    ]


@pytest.mark.parametrize(
    ("tokens", "square", "told"),
    [
        ("flag", 49, "Coast guard: no roll, the flag helps"),
        ("reef_map", 39, "Reef: no roll, the map helps"),
        ("escort", 66, "Pirates: the escort keeps them off"),
        ("", 66, "Pirates: 6 of 6 bad, 1 of them home to port"),
    ],
)
def test_what_a_ship_carries_counts(tokens: str, square: int, told: str) -> None:
    race = Table("A1@38", tokens={"A1": tokens}, A="4a", B="Jb")
    assert odds.of_square(race.state, "A1", square) == told


def test_pirates_that_are_gone_or_busy_or_have_seen_the_ship_are_told_so() -> None:
    def told(pirates: str, undetected: str = "") -> str:
        race = Table("A1@66 B1@67", pirates=pirates, undetected=undetected, A="2a", B="Jb")
        return odds.of_square(race.state, "A1", 67)

    assert told("") == "Pirates: none are left"
    assert told("1:B1") == "Pirates: all are busy, the ship slips by"
    assert told("1:A1 2") == "Pirates: no further attack on this visit"
    assert told("1", "A1") == "Pirates: the ship stays undetected"


def test_a_square_met_this_turn_is_not_rolled_for_again() -> None:
    race = Table("A1@40", A="4a", B="Jb")
    race.state.ships["A1"].worked = [39]
    assert odds.of_square(race.state, "A1", 39) == "Reef: met this turn, no roll"


def test_dice_that_a_convoy_rolls_again_do_not_count_in_the_odds_of_a_battle() -> None:
    race = Table("A1@40 C1@40 B1@46", seats=4, chosen={"fleet_size": 2}, A="Qa", B="Jb")
    assert odds.of_battle(race.state, ["A1"], ["B1"]) == "Battle: 1 of 6 sinks you, 1 of 6 them"
    assert odds.of_battle(race.state, ["A1", "C1"], ["B1"]) == "Battle: 0 of 4 sinks you, 1 of 4 them"


def test_where_an_enemy_is_pushed_its_odds_are_told_for_its_own_turn() -> None:
    race = Table("A1@33 B1@48", A="6a 3b", B="Jb")
    assert hint(race, "push_back 6a B1") == "Harbour: 3 of 6 bad, in its own turn."
