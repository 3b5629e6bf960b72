"""The easy player: hasty, but never helpless."""

from random import Random

import pytest

from rules.engine.action import Action
from rules.engine.chance import Chance
from rules.engine.decision import Decision
from rules.engine.easy import Haste, easy
from rules.engine.event import Event
from rules.engine.game import AnyGame
from tests.engine.table import NIM
from tests.engine.test_policy import Ladder, Stumbling, Wager
from tests.toy_game import Nim, NimState, Take

ATTENTIVE = Haste(overlooks=0.0)


def takes(game: AnyGame, state: NimState, haste: Haste, times: int = 60) -> list[Action]:
    """Return an easy player's choices in the state, with many seeds."""
    (decision,) = game.decisions(state)
    return [easy(haste)(game, state, decision, Random(luck)) for luck in range(times)]


def test_it_takes_what_wins_if_it_sees_it() -> None:
    assert {*takes(NIM, NimState(seats=2, left=3), ATTENTIVE)} == {Take(buoys=3)}


def test_it_overlooks_what_wins_about_as_often_as_it_is_told() -> None:
    found = takes(NIM, NimState(seats=2, left=3), Haste(overlooks=0.5), 300)
    # If the player overlooks every choice, it still may choose the best.
    assert 140 < found.count(Take(buoys=3)) < 190


def test_it_does_not_look_at_what_follows() -> None:
    assert {*takes(Stairs(), NimState(seats=2), ATTENTIVE)} == {Take(buoys=3)}


class Stairs(Ladder):
    """Nim for one player without tides. A small step leads to a better end than the big step."""

    def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
        assert isinstance(action, Take)
        state.left -= action.buoys
        return []


def test_it_trusts_a_lucky_throw() -> None:
    found = takes(Wager(), NimState(seats=1, left=12), ATTENTIVE)
    assert 15 < found.count(Take(buoys=1)) < 45


@pytest.mark.parametrize("overlooks", [0.0, 0.99])
def test_it_does_what_is_legal_whatever_it_overlooks(overlooks: float) -> None:
    found = takes(Stumbling(), NimState(seats=1, left=12), Haste(overlooks=overlooks), 20)
    assert {*found} == {Take(buoys=2)}


def test_it_stops_looking_after_so_many_actions() -> None:
    tried: list[int] = []

    class Counting(Nim):
        def evaluate(self, state: NimState, seat: int) -> float:
            tried.append(state.left)
            return 0.0

    many = Decision(1, "take", lambda: [Take(buoys=n) for n in (1, 2, 3)])
    easy(Haste(overlooks=0.0, looks=2))(Counting(), NimState(seats=2), many, Random(1))
    assert len(tried) == 2


def test_it_makes_small_mistakes_and_no_follies() -> None:
    class Steps(Nim):
        def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
            assert isinstance(action, Take)
            state.left -= action.buoys
            return []

        def evaluate(self, state: NimState, seat: int) -> float:
            return {11: 0.0, 10: 99.0, 9: 100.0}[state.left]

    found = takes(Steps(), NimState(seats=2, left=12), Haste(overlooks=0.0, misjudges=1.0), 300)
    assert Take(buoys=1) not in found
    # The difference of the two errors varies by 1.4, so the smaller step is chosen in 24 of 100 cases.
    assert 50 < found.count(Take(buoys=2)) < 95


class Rest(Take):
    """Take buoys and end the turn."""

    ends_turn = True


@pytest.mark.parametrize(("lingers", "rests"), [(0.0, True), (0.4, True), (0.6, False)])
def test_it_ends_a_turn_only_for_more_than_it_likes_to_linger(lingers: float, *, rests: bool) -> None:
    class Napping(Nim):
        def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
            state.left = 5 - action.ends_turn
            return []

        def evaluate(self, state: NimState, seat: int) -> float:
            return -0.5 * state.left

    decision = Decision(1, "take", lambda: [Take(buoys=1), Rest(buoys=1)])
    haste = Haste(overlooks=0.0, lingers=lingers)
    assert isinstance(easy(haste)(Napping(), NimState(seats=2), decision, Random(1)), Rest) == rests
