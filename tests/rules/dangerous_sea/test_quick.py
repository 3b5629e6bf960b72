"""The cheap player on The Dangerous Sea, for the strong player's playouts."""

from random import Random

import pytest

from rules.dangerous_sea import GAME
from rules.engine.chance import Chance, QuickStream


@pytest.mark.parametrize("seats", [2, 4])
def test_it_answers_every_question_of_a_game_and_changes_nothing(seats: int) -> None:
    luck = Random(seats)
    chance = Chance(QuickStream(luck))
    state, _ = GAME.start(GAME.options(), seats, chance)
    asked = set()
    while decisions := GAME.decisions(state):
        (decision, *_) = decisions
        before = state.model_dump_json()
        action = GAME.quick(state, decision, luck)
        assert state.model_dump_json() == before
        assert action in decision.actions
        asked.add(decision.kind)
        GAME.apply(state, decision.seat, action, chance)
    assert asked >= {"main", "choose_start", "reaction"}


def test_what_another_captain_has_secretly_chosen_does_not_change_its_answers() -> None:
    luck = Random(14)
    chance = Chance(QuickStream(luck))
    state, _ = GAME.start(GAME.options(), 4, chance)
    secrets = 0
    while decisions := GAME.decisions(state):
        (decision, *_) = decisions
        other = state.model_copy(deep=True)
        GAME.redraw(other, decision.seat, Random(1))
        secrets += other != state
        (same,) = (one for one in GAME.decisions(other) if one.seat == decision.seat)
        fate = luck.random()
        action = GAME.quick(state, decision, Random(fate))
        assert action == GAME.quick(other, same, Random(fate))
        assert action is not None
        GAME.apply(state, decision.seat, action, chance)
    assert secrets
