"""The cheap player in Privateer, for the strong player's playouts."""

from collections.abc import Iterator
from random import Random

import pytest

from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream
from rules.engine.decision import Decision
from rules.engine.policy import at_random
from rules.privateer import GAME
from rules.privateer.actions import Fire, Sail
from rules.privateer.dice import CANNON, SAIL, read_die
from rules.privateer.firing import shot
from rules.privateer.fleets import MERCHANT, ship
from rules.privateer.options import PrivateerOptions
from rules.privateer.quick import quick
from rules.privateer.state import PrivateerState
from rules.privateer.waters import waters

SAFE = PrivateerOptions(terrain="light", terrain_setup="auto", gambits=False)


def spends(seed: int) -> Iterator[tuple[PrivateerState, Decision, Action]]:
    """A spend in a game of cheap players: the position, and the action."""
    luck = Random(seed)
    chance = Chance(QuickStream(luck))
    state, _ = GAME.start(SAFE, 2, chance)
    while decisions := GAME.decisions(state):
        (decision, *_) = decisions
        action = quick(state, decision, luck) or at_random(GAME, state, decision, luck)
        if decision.kind == "spend":
            yield state, decision, action
        GAME.apply(state, decision.seat, GAME.canonical(state, decision.seat, action), chance)


def sinks(state: PrivateerState, seat: int, action: Action) -> bool:
    """Return whether a shot sinks a captain's ship."""
    if not isinstance(action, Fire) or state.turn is None:
        return False
    start = state.ships[ship(state.turn.fleet, action.ship)]
    found = shot(state, waters(state, seat), start, action.dir, read_die(action.die, CANNON).face)
    return any(sunk != MERCHANT for sunk, _ in found.sunk)


def loses(state: PrivateerState, seat: int, action: Action) -> bool:
    """Return whether a move certainly loses its own ship."""
    if not isinstance(action, Sail) or state.turn is None:
        return False
    start = state.ships[ship(state.turn.fleet, action.ship)]
    return waters(state, seat).stop(start, action.dir, read_die(action.die, SAIL).face).fatal


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_sinks_what_it_can_and_loses_no_ship_that_it_can_save(seed: int) -> None:
    for state, decision, action in spends(seed):
        if any(sinks(state, decision.seat, one) for one in decision.actions):
            assert sinks(state, decision.seat, action)
        if not all(loses(state, decision.seat, one) for one in decision.actions):
            assert not loses(state, decision.seat, action)
