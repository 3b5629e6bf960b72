"""The sparring partner of the practice game spares other captains' ships on the first day."""

from random import Random

import pytest

from rules.engine.chance import Chance, QuickStream
from rules.engine.options import choose
from rules.engine.policy import steady
from rules.engine.strengths import policies
from rules.engine.texts import tutorial
from rules.privateer import GAME
from rules.privateer.fleets import COLOUR_OF
from rules.privateer.state import PrivateerState

LEARNER, RIVAL = 1, 2

CALM = 5
"""The rounds before a storm drives the fleets together."""


def ships_of(state: PrivateerState, seat: int) -> int:
    """Return the number of a seat's ships."""
    return sum(ship in COLOUR_OF and state.fleets[COLOUR_OF[ship]].seat == seat for ship in state.ships)


@pytest.mark.parametrize("seed", [8, 10, 15, 18, 20])
def test_before_the_storm_the_rival_beats_no_ship_of_the_learner(seed: int) -> None:
    course = tutorial(GAME)
    assert course is not None
    rival, luck = policies(GAME)[course.rival], Random(seed)
    chance = Chance(QuickStream(luck))
    state, _ = GAME.start(choose(GAME.options, course.options), 2, chance)
    while state.battle == 1 and state.round <= CALM:
        decision = GAME.decisions(state)[0]
        before = ships_of(state, LEARNER)
        policy = rival if decision.seat == RIVAL else steady
        GAME.apply(state, decision.seat, policy(GAME, state, decision, luck), chance)
        if decision.seat == RIVAL and decision.kind == "spend":
            assert state.day == LEARNER if state.battle > 1 else ships_of(state, LEARNER) == before
