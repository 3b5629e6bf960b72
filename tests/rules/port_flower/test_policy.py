"""The bot's own player in Port Flower: its fast look-ahead has the same results as a plain search."""

from collections.abc import Iterator
from random import Random

import pytest

from rules.engine.chance import Chance, QuickStream
from rules.engine.options import choose
from rules.engine.policy import at_random
from rules.port_flower import GAME
from rules.port_flower.plans import Plans
from rules.port_flower.policy import VICTORY, balance, best_completion
from rules.port_flower.state import ShareWind


def plainly(plans: Plans) -> float:
    """Return the value of the turn's best end, by trying every legal choice."""
    seat = plans.now.mover
    ends = (
        plainly(then) if then.open_pieces else balance(then.now, seat)
        for movement in plans.choices
        for then in [Plans(plans.after(movement), plans.progress.after(movement.piece, movement.route.dice))]
    )
    return max((-VICTORY, *ends))


def turns(seed: int, **options: str | int | bool) -> Iterator[Plans]:
    """Yield the plans at each choice of a movement, in the first forty actions of a random race."""
    luck = Random(seed)
    state, _ = GAME.start(choose(GAME.options, options), 3, Chance(QuickStream(luck)))
    for _ in range(40):
        (decision, *_) = GAME.decisions(state)
        if isinstance(state.task, ShareWind):
            yield state.plans()
        action = at_random(GAME, state, decision, luck)
        GAME.apply(
            state, decision.seat, GAME.canonical(state, decision.seat, action), Chance(QuickStream(luck))
        )


@pytest.mark.parametrize("options", [{}, {"dice_split": "both_sharks"}, {"shark_finishes": True}])
def test_the_best_end_of_a_turn_is_the_one_that_the_plain_way_finds(
    options: dict[str, str | int | bool],
) -> None:
    compared = 0
    for plans in turns(4, **options):
        assert best_completion(plans) == pytest.approx(plainly(plans))
        compared += 1
    assert compared > 20
