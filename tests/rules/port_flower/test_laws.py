"""The laws of every game, on random races with random options."""

import pytest
from hypothesis import given, settings

from rules.port_flower import GAME
from tests.laws import LAWS, Law, Table, every_game_ends, name_of, tables


@pytest.mark.parametrize("law", LAWS, ids=name_of)
@settings(max_examples=12)
@given(table=tables(GAME, steps=30))
def test_the_race_obeys(law: Law, table: Table) -> None:
    law(table)


@settings(max_examples=8)
@given(table=tables(GAME))
def test_every_race_ends(table: Table) -> None:
    every_game_ends(table)
