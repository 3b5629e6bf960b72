"""Random games of Kraken Bay, with random options and seats, obey the laws in `tests/laws.py`."""

import pytest
from hypothesis import given, settings

from rules.kraken_bay import GAME
from tests.laws import LAWS, Law, Table, every_game_ends, name_of, tables


@pytest.mark.parametrize("law", LAWS, ids=name_of)
@settings(max_examples=12)
@given(table=tables(GAME, steps=80))
def test_a_random_game_obeys(law: Law, table: Table) -> None:
    law(table)


@settings(max_examples=12)
@given(table=tables(GAME, steps=80))
def test_a_random_game_ends(table: Table) -> None:
    every_game_ends(table)
