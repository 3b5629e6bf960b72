"""The bot's own player in Privateer."""

from random import Random

import pytest

from rules.engine.chance import Chance, QuickStream
from rules.engine.policy import steady
from rules.privateer import GAME
from rules.privateer.actions import PlaceTerrain
from rules.privateer.options import PrivateerOptions
from tests.rules.privateer.table import Table


def first_tile(seed: int) -> str:
    """Return the hex where the steady player places its first tile in a game."""
    luck = Random(seed)
    state, _ = GAME.start(PrivateerOptions(terrain="light"), 2, Chance(QuickStream(luck)))
    while True:
        (decision, *_) = GAME.decisions(state)
        action = steady(GAME, state, decision, luck)
        if isinstance(action, PlaceTerrain):
            return action.hex
        GAME.apply(
            state, decision.seat, GAME.canonical(state, decision.seat, action), Chance(QuickStream(luck))
        )


def test_it_lays_terrain_all_over_the_ocean_where_all_places_are_as_good() -> None:
    places = {first_tile(seed) for seed in range(8)}
    assert len(places) > 5
    assert len({place[0] for place in places}) > 3


@pytest.mark.parametrize("seed", range(6))
def test_it_wastes_a_shot_on_the_sea_and_not_on_its_own_ship(seed: int) -> None:
    table = Table("red blue", "red1@F8 red2@F9 blue1@M6", "C1 C1", taken="red1:S red2:S")
    (decision,) = GAME.decisions(table.state)
    own = {str(one) for one in decision.actions if not GAME.considers(table.state, decision.seat, one)}
    assert own == {"fire 1 C1 S", "fire 2 C1 N"}
    assert str(steady(GAME, table.state, decision, Random(seed))) not in own
