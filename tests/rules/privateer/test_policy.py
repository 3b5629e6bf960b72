"""The bot's own player in Privateer."""

from random import Random

from rules.engine.chance import Chance, QuickStream
from rules.engine.policy import steady
from rules.privateer import GAME
from rules.privateer.actions import PlaceTerrain
from rules.privateer.options import PrivateerOptions


def first_tile(seed: int) -> str:
    """Where it lays the first tile of a game."""
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
