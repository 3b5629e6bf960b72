"""All laws of `tests.laws`, on the smallest game and on a game that has everything."""

import pytest
from hypothesis import given, settings

from tests.engine.cove import COVE
from tests.laws import LAWS, Law, Table, every_game_ends, name_of, tables
from tests.market_game import Market
from tests.toy_game import Nim

NIM = Nim()


@pytest.mark.parametrize("law", LAWS, ids=name_of)
@settings(max_examples=15)
@given(table=tables(NIM))
def test_the_toy_game_obeys(law: Law, table: Table) -> None:
    law(table)


@pytest.mark.parametrize("law", LAWS, ids=name_of)
@settings(max_examples=25)
@given(table=tables(COVE))
def test_a_game_with_secrets_and_interrupts_obeys(law: Law, table: Table) -> None:
    law(table)


def test_the_laws_try_games_in_which_people_fill_in_forms() -> None:
    game = Market()
    plays = [Table(game, game.options(), 3, luck).play for luck in range(4)]
    done = {advance.entry.what.split()[0] for play in plays for advance in play if advance.entry.what}
    assert {"load", "trade", "sign"} <= done


@settings(max_examples=30)
@given(table=tables(NIM))
def test_every_toy_game_ends(table: Table) -> None:
    every_game_ends(table)


@settings(max_examples=30)
@given(table=tables(COVE))
def test_every_game_with_secrets_ends(table: Table) -> None:
    every_game_ends(table)
