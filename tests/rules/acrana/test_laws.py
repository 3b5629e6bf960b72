"""The laws of every game, on random races with random options."""

import pytest
from hypothesis import given, settings

from rules.acrana import GAME
from rules.acrana.options import RaceOptions
from tests.laws import LAWS, Law, Table, every_game_ends, name_of, tables


def fits(table: Table) -> bool:
    """Return whether the number of players allows fleets."""
    return isinstance(table.options, RaceOptions) and table.options.fleets(table.seats) > 0


def ends_in_time(table: Table) -> bool:
    """Return whether random play ends the race within seconds."""
    return fits(table) and isinstance(table.options, RaceOptions) and table.options.ships < 3


@pytest.mark.parametrize("law", LAWS, ids=name_of)
@settings(max_examples=8)
@given(table=tables(GAME, steps=60).filter(fits))
def test_the_race_obeys(law: Law, table: Table) -> None:
    law(table)


@settings(max_examples=6)
@given(table=tables(GAME).filter(ends_in_time))
def test_every_race_ends(table: Table) -> None:
    every_game_ends(table)
