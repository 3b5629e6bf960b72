"""The laws of every game, on random races with random options."""

from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings

from rules.port_flower import GAME
from rules.port_flower.state import RaceState, RepelPolicy
from tests.laws import LAWS, Law, Table, every_game_ends, name_of, tables


def hide(state: RaceState, onlooker: int | None, random: Random) -> RaceState:
    """Other seats' standing orders, drawn anew."""
    for number, seat in enumerate(state.seats, 1):
        if number != onlooker:
            seat.repel_policy = random.choice(get_args(RepelPolicy))
    return state


@pytest.mark.parametrize("law", LAWS, ids=name_of)
@settings(max_examples=12)
@given(table=tables(GAME, hide, steps=30))
def test_the_race_obeys(law: Law, table: Table) -> None:
    law(table)


@settings(max_examples=8)
@given(table=tables(GAME, hide))
def test_every_race_ends(table: Table) -> None:
    every_game_ends(table)
