"""A reason for a choice does not hold for most other choices, and uses only what the seat knows."""

from collections.abc import Sequence
from random import Random

import pytest

from rules.engine.action import Action
from rules.engine.advice import NOTHING_BETTER, ONLY, reason
from rules.engine.game import State
from rules.engine.policy import at_random
from rules.engine.registry import games
from tests.laws import Table, redrawn
from tests.toy_game import Nim, NimState, Take

LONGEST = 120
"""The maximum number of characters in a reason, which takes two lines on a phone."""


class Talking(Nim):
    """Nim with three reasons: for any choice, for any choice except two buoys, and for three buoys alone."""

    def in_favour(self, state: State, seat: int, action: Action) -> Sequence[str]:
        quick = isinstance(action, Take) and action.buoys == 3
        return [
            *(["leaves buoys for later"] * (action != Take(buoys=2))),
            *(["hurries"] * quick),
            "is a choice",
        ]


def _reason(state: NimState, action: Take) -> str:
    game = Talking()
    decision = game.decision_of(state, 1)
    assert decision is not None
    return reason(game, state, decision, action)


def test_what_few_choices_have_is_said_before_what_many_have_and_not_what_all_have() -> None:
    state = NimState(seats=2, left=5)
    assert _reason(state, Take(buoys=3)) == "It hurries and leaves buoys for later."
    assert _reason(state, Take(buoys=1)) == "It leaves buoys for later."
    assert _reason(state, Take(buoys=2)) == NOTHING_BETTER


def test_a_single_choice_needs_no_reason() -> None:
    assert _reason(NimState(seats=2, left=1), Take(buoys=1)) == ONLY


@pytest.mark.needs("reasons")
@pytest.mark.parametrize("slug", games())
def test_reasons_of_all_games_are_short_and_tell_nothing_hidden(slug: str) -> None:
    game = games()[slug]
    table = Table(game, game.options(), 2, luck=5)
    luck, random = Random(1), table.random()
    found = set[str]()
    for match in table.some(60):
        for decision in match.decisions[:1]:
            action = at_random(game, match.state, decision, luck)
            told = reason(game, match.state, decision, action)
            other = redrawn(match, decision.seat, random)
            again = game.decision_of(other, decision.seat)
            assert again is not None
            assert told == reason(game, other, again, action)
            assert len(told) <= LONGEST, told
            assert told[0].isupper()
            assert told.endswith(".")
            assert game.in_favour(match.state, decision.seat, action) is not None
            found.add(told)
    advice = f"Give more reasons for choices in rules/{slug}/shown/reasons.py (`in_favour`)"
    assert len(found - {NOTHING_BETTER, ONLY}) >= 3, f"{advice}; so far: {sorted(found)}"
