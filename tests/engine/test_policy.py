"""The simple players of the bot: random and steady."""

from collections import Counter
from random import Random

import pytest

from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream
from rules.engine.decision import Decision
from rules.engine.errors import IllegalAction
from rules.engine.event import Event
from rules.engine.form import Form, Range
from rules.engine.game import AnyGame
from rules.engine.policy import Policy, at_random, steady
from rules.engine.strengths import policies
from tests.engine.cove import COVE, Bribe, CoveState, Refuse, Stop
from tests.engine.table import NIM, Alone, cove
from tests.toy_game import NimState, Take


def stopped() -> tuple[CoveState, Decision]:
    """Return a smuggler with four gold before the watch."""
    state = cove().state
    assert isinstance(state, CoveState)
    state.agenda.append(Stop(seat=1))
    (decision,) = cove().game.decisions(state)
    return state, decision


@pytest.mark.parametrize("policy", policies(COVE).values(), ids=policies(COVE))
def test_a_policy_leaves_the_state_alone(policy: Policy) -> None:
    state, decision = stopped()
    before = state.model_dump_json()
    policy(cove().game, state, decision, Random(1))
    assert state.model_dump_json() == before


@pytest.mark.parametrize("policy", policies(COVE).values(), ids=policies(COVE))
def test_a_policy_does_the_same_with_the_same_luck(policy: Policy) -> None:
    state, decision = stopped()
    chosen = [policy(cove().game, state, decision, Random(7)) for _ in range(3)]
    assert chosen == [chosen[0]] * 3


def test_a_random_player_does_everything_that_is_offered() -> None:
    state, decision = stopped()
    luck = Random(1)
    done = {at_random(cove().game, state, decision, luck) for _ in range(100)}
    assert done == {Refuse(), *(Bribe(coins=coins) for coins in (1, 2, 3, 4))}


def test_a_random_player_who_is_refused_an_amount_takes_the_example() -> None:
    state, decision = stopped()
    rich = Decision(1, "stop", list, (Form(Bribe(coins=1), {"coins": Range(90, 99)}),))
    assert at_random(cove().game, state, rich, Random(1)) == Bribe(coins=1)
    assert decision.forms


def test_a_greedy_player_takes_what_wins() -> None:
    state = NimState(seats=2, left=3)
    (decision,) = NIM.decisions(state)
    assert steady(NIM, state, decision, Random(1)) == Take(buoys=3)


def test_a_greedy_player_looks_to_the_end_of_its_own_turn() -> None:
    game = Ladder()
    state = NimState(seats=2)
    (decision,) = game.decisions(state)
    assert steady(game, state, decision, Random(1)) == Take(buoys=1)


@pytest.mark.parametrize("luck", range(4))
def test_what_an_action_without_dice_comes_to_is_found_once(luck: int) -> None:
    game = CountedWager()
    state = NimState(seats=1, left=12)
    (decision,) = game.decisions(state)
    steady(game, state, decision, Random(luck))
    assert game.taken[Take(buoys=2)] == 1


def test_a_game_may_say_how_much_a_greedy_player_tries() -> None:
    game = Hasty()
    state = NimState(seats=2)
    (decision,) = game.decisions(state)
    assert steady(game, state, decision, Random(1)) == Take(buoys=3)


def test_a_greedy_player_without_time_does_what_is_legal() -> None:
    game = Stumbling()
    state = NimState(seats=1, left=12)
    (decision,) = game.decisions(state)
    assert {steady(game, state, decision, Random(luck)) for luck in range(20)} == {Take(buoys=2)}


def test_a_greedy_player_does_not_trust_a_lucky_throw() -> None:
    game = Wager()
    state = NimState(seats=1, left=12)
    (decision,) = game.decisions(state)
    chosen = [steady(game, state, decision, Random(luck)) for luck in range(40)]
    assert chosen.count(Take(buoys=2)) > 30


def chosen(game: AnyGame, state: NimState, times: int = 60) -> Counter[int]:
    """Return how often a steady player takes each number of buoys."""
    (decision,) = game.decisions(state)
    taken = (steady(game, state, decision, Random(luck)) for luck in range(times))
    return Counter(action.buoys for action in taken if isinstance(action, Take))


def test_among_equals_luck_decides_each_as_likely_as_the_other() -> None:
    found = chosen(NIM, NimState(seats=2), 300)
    assert {*found} == {1, 2, 3}
    assert min(found.values()) > 70


def test_what_is_about_equally_good_is_chosen_and_what_is_worse_is_not() -> None:
    """The three choices have the values 5, 4.9 and 4."""
    assert {*chosen(Scales(), NimState(seats=2))} == {1}
    assert {*chosen(Rough(), NimState(seats=2))} == {1, 2}


def test_in_secret_what_is_worse_is_chosen_seldomer_and_not_never() -> None:
    secretly = chosen(Hidden(), NimState(seats=2), 400)
    assert secretly[1] > secretly[2] > secretly[3] > 0
    # The probability of a choice halves for each 0.5 by which its value is lower.
    assert 0.1 < secretly[3] / secretly[1] < 0.45


class Scales(Alone):
    """Nim for one player. The first choice has the highest value, and the second a tenth less."""

    def decisions(self, state: NimState) -> list[Decision]:
        return [Decision(1, "take", lambda: [Take(buoys=n) for n in (1, 2, 3)])] if state.left == 12 else []

    def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
        assert isinstance(action, Take)
        state.left = 12 - action.buoys
        return []

    def evaluate(self, state: NimState, seat: int) -> float:
        return {11: 5.0, 10: 4.9, 9: 4.0}.get(state.left, 0.0)


class Rough(Scales):
    """`Scales` with players who ignore small differences."""

    alike = 0.2


class Palm(Take):
    kind, summary, secret = "palm", "Take buoys that nobody sees you take.", True


class Hidden(Scales):
    """`Scales` with secret choices."""

    bluff = 0.5

    def decisions(self, state: NimState) -> list[Decision]:
        return [Decision(1, "take", lambda: [Palm(buoys=n) for n in (1, 2, 3)])] if state.left == 12 else []


class Ladder(Alone):
    """Nim for one player. A small step leads to a better end than the big step."""

    def decisions(self, state: NimState) -> list[Decision]:
        after = {12: (3, 1), 11: (2,), 9: (1,)}.get(state.left, ())
        return [Decision(1, "take", lambda: [Take(buoys=n) for n in after])] if after else []

    def legal_actions(self, state: NimState, seat: int) -> tuple[Action, ...]:
        return tuple(Take(buoys=n) for n in (1, 2, 3))

    def evaluate(self, state: NimState, seat: int) -> float:
        return {9: 5.0, 11: 4.0}.get(state.left, 1.0 if state.left < 9 else 9.0)


def test_a_steady_player_does_not_go_to_and_fro() -> None:
    """The player could take one buoy and wait for the tide to bring it back, again and again."""
    for luck in range(20):
        assert takes_until_the_end(Tidal(), luck) == [3]


def takes_until_the_end(game: "Tidal", luck: int) -> list[int]:
    state, taken = NimState(seats=1, left=12), list[int]()
    while decisions := game.decisions(state):
        action = steady(game, state, decisions[0], Random(luck))
        assert isinstance(action, Take)
        taken.append(action.buoys)
        game.apply(state, 1, action, Chance(QuickStream(Random(luck))))
    return taken


class Tidal(Alone):
    """Nim for one player, who may go from 12 buoys to 11 and back again and again, or take three and end."""

    def decisions(self, state: NimState) -> list[Decision]:
        may = {12: (1, 3), 11: (2,)}.get(state.left, ())
        return [Decision(1, "take", lambda: [Take(buoys=n) for n in may])] if may else []

    def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
        assert isinstance(action, Take)
        state.left = {1: 11, 2: 12, 3: 9}[action.buoys]
        return []

    def evaluate(self, state: NimState, seat: int) -> float:
        return 5.0 if state.left == 9 else 4.0


class Hasty(Ladder):
    """`Ladder` without the time to look ahead."""

    tries = 2


class Stumbling(Alone):
    """Nim for one player, with time for a single try. One of the two choices is refused."""

    tries = 1

    def decisions(self, state: NimState) -> list[Decision]:
        return [Decision(1, "take", lambda: [Take(buoys=1), Take(buoys=2)])] if state.left == 12 else []

    def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
        if action == Take(buoys=1):
            raise IllegalAction("refused", "Not that one.")
        state.left = 9
        return []


class Wager(Alone):
    """Nim for one player. The first choice has the value 8 in half of all cases, and otherwise 0."""

    def decisions(self, state: NimState) -> list[Decision]:
        return [Decision(1, "take", lambda: [Take(buoys=1), Take(buoys=2)])] if state.left == 12 else []

    def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
        state.left = 7 if action == Take(buoys=2) else 3 + 5 * chance.roll("tide", seat, low=0, high=1)[0]
        return []

    def evaluate(self, state: NimState, seat: int) -> float:
        return {3: 0.0, 7: 6.0}.get(state.left, 8.0)


class CountedWager(Wager):
    """`Wager` that counts how often each choice is carried out."""

    def __init__(self) -> None:
        super().__init__()
        self.taken = Counter[Action]()

    def apply(self, state: NimState, seat: int, action: Action, chance: Chance) -> list[Event]:
        self.taken[action] += 1
        return super().apply(state, seat, action, chance)
