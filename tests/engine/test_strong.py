"""The strong player simulates games, and replaces the steady choice only with a clearly better choice."""

from random import Random

import pytest

from rules.engine.action import Action
from rules.engine.chance import Chance, Luck
from rules.engine.decision import Decision
from rules.engine.event import Event
from rules.engine.game import AnyGame
from rules.engine.policy import steady
from rules.engine.strong import Search, strong
from tests.engine.cove import COVE
from tests.engine.table import NIM, cove
from tests.toy_game import Nim, NimState, Take

DEEP = Search(actions=4000, laps=2, looks=3)


def chosen(game: AnyGame, state: NimState, search: Search = DEEP, luck: int = 1) -> Action:
    (decision,) = game.decisions(state)
    return strong(search)(game, state, decision, Random(luck))


class Trap(Nim):
    """Nim without tides whose steady player takes as many as it can, and so loses from five buoys."""

    def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
        assert isinstance(action, Take)
        state.left, state.turn = state.left - action.buoys, seat % state.seats + 1
        return []

    def evaluate(self, state: NimState, seat: int) -> float:
        outcome = self.outcome(state)
        if outcome is not None:
            return 100.0 if seat in outcome.winners else -100.0
        return float(12 - state.left)


def test_it_sees_the_trap_that_a_steady_player_goes_into() -> None:
    state = NimState(seats=2, left=5)
    (decision,) = Trap().decisions(state)
    assert steady(Trap(), state, decision, Random(1)) == Take(buoys=3)
    assert {str(chosen(Trap(), state, luck=luck)) for luck in range(5)} == {"take 1"}


class Hurried(Trap):
    """`Trap` with a cheap player for playouts, who leaves a multiple of four."""

    def quick(self, state: NimState, decision: Decision, luck: Luck) -> Action | None:
        return Take(buoys=state.left % 4 or 1)


def test_turns_are_played_out_by_the_cheap_player_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def look(*_: object) -> list[Action]:
        raise AssertionError("a playout tries actions, though the game has a cheap player")

    monkeypatch.setattr("rules.engine.strong.worth_a_look", look)
    assert str(chosen(Hurried(), NimState(seats=2, left=5), Search(actions=200, laps=2))) == "take 1"


def test_a_game_may_say_what_a_position_is_worth_after_a_playout() -> None:
    class Contrary(Trap):
        def outlook(self, state: NimState, seat: int) -> float:
            return -self.evaluate(state, seat)

    assert str(chosen(Contrary(), NimState(seats=2, left=5))) != "take 1"


class Reef(Nim):
    """A race of buoys. Two or three are best, but after three, one roll in six costs seven buoys."""

    def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
        assert isinstance(action, Take)
        if seat == 1:
            wrecked = action.buoys == 3 and chance.roll("reef", seat, 1, 1, 6) == (6,)
            state.left += 6 if wrecked else 1 - min(action.buoys, 2)
        state.turn = 3 - state.turn
        return []

    def evaluate(self, state: NimState, seat: int) -> float:
        return -float(state.left)

    def quick(self, state: NimState, decision: Decision, luck: Luck) -> Action | None:
        return Take(buoys=1)


def test_few_playouts_are_enough_to_weigh_a_small_chance_of_a_great_loss() -> None:
    few = Search(actions=50, scale=100, faith=0, sure=0)
    state = NimState(seats=2, left=9)
    assert "take 3" not in {str(chosen(Reef(), state, few, luck)) for luck in range(20)}


def test_it_does_the_same_with_the_same_luck_and_leaves_the_state_alone() -> None:
    state = NimState(seats=2, left=9)
    before = state.model_dump_json()
    assert len({str(chosen(NIM, state, Search(actions=300), luck=4)) for _ in range(3)}) == 1
    assert state.model_dump_json() == before


def test_it_plays_out_no_more_actions_than_its_budget_and_a_last_playout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    search = Search(actions=400, candidates=3)
    counted = [0]

    class Counting(Nim):
        tries = 10

        def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
            counted[0] += 1
            return super().apply(state, seat, action, chance)

    chosen(Counting(), NimState(seats=2), search)
    assert 300 < counted[0] < 600


def test_at_a_larger_table_it_makes_as_many_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the budget for two seats, playouts of four turns would be too few to change the steady choice."""
    ends = [0]

    class Timely(Nim):
        """Nim without tides, in which each seat takes one buoy in its turn."""

        def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
            state.left, state.turn = state.left - 1, seat % state.seats + 1
            return []

        def outlook(self, state: NimState, seat: int) -> float:
            ends[0] += 1
            return 0.0

        def quick(self, state: NimState, decision: Decision, luck: Luck) -> Action | None:
            return decision.actions[0]

    counted = []
    for seats in (2, 4):
        ends[0] = 0
        chosen(Timely(), NimState(seats=seats, left=12), Search(actions=60, candidates=3, laps=1))
        counted.append(ends[0])
    assert counted[0] == counted[1] > 20


def test_it_stays_with_the_steady_choice_when_it_is_too_late_to_search() -> None:
    state = NimState(seats=2, left=5)
    (decision,) = Trap().decisions(state)
    assert strong(DEEP, late=lambda: True)(Trap(), state, decision, Random(1)) == Take(buoys=3)


def test_it_stays_with_the_steady_choice_where_nothing_is_surely_better() -> None:
    state = NimState(seats=2, left=5)
    (decision,) = Trap().decisions(state)
    few = Search(actions=20, laps=2)
    assert strong(few)(Trap(), state, decision, Random(1)) == Take(buoys=3)


def test_in_secret_it_chooses_as_the_steady_player_does() -> None:
    match = cove()
    decision = next(one for one in match.decisions if one.secret)
    luck = (Random(3), Random(3))
    assert strong(DEEP)(COVE, match.state, decision, luck[0]) == steady(COVE, match.state, decision, luck[1])


def test_the_decision_of_another_seat_is_searched_from_that_seat() -> None:
    state = NimState(seats=2, left=5, turn=2)
    decision = Decision(2, "take", lambda: [Take(buoys=n) for n in (1, 2, 3)])
    assert strong(DEEP)(Trap(), state, decision, Random(2)) == Take(buoys=1)
