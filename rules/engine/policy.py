"""Policies: players made of a few lines, for simulations and tests. All their luck comes from a seed."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import TypeAlias

from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream
from rules.engine.decision import Decision, Form, Range
from rules.engine.errors import IllegalAction
from rules.engine.game import AnyGame, State

PLANS = 400
"""The most actions a greedy player tries before it decides."""

PROMISING = 3
"""How many of the actions tried are followed on through the rest of the player's turn, at each step."""

Policy: TypeAlias = Callable[[AnyGame, State, Decision, Random], Action]
"""Chooses an action that is legal in the state, which it leaves alone."""


def at_random(game: AnyGame, state: State, decision: Decision, luck: Random) -> Action:
    """Any legal action, each as likely as the other; a form counts as one."""
    number = luck.randrange(len(decision.actions) + len(decision.forms))
    if number < len(decision.actions):
        return decision.actions[number]
    form = decision.forms[number - len(decision.actions)]
    filled = fill(form, luck)
    try:
        _after(game, state.model_dump_json(), decision.seat, filled, luck)
    except IllegalAction:
        return form.action
    return filled


def greedy(game: AnyGame, state: State, decision: Decision, luck: Random) -> Action:
    """The action with the best end of the player's own turn, as `Game.evaluate` sees it.

    Follows the most promising actions through the decisions that the same seat takes next; dice on the way
    fall as they may. Among equals the first found counts.
    """
    _, action = _Tries(game, decision.seat, luck).best(state, decision)
    return action


class _Tries:
    """The search of one greedy player for one decision."""

    def __init__(self, game: AnyGame, seat: int, luck: Random) -> None:
        self.game = game
        self.seat = seat
        self.luck = luck
        self.left = PLANS

    def best(self, state: State, decision: Decision) -> tuple[float, Action]:
        """The best action of a decision and what it is worth."""
        stored = state.model_dump_json()
        actions = [*decision.actions, *(form for entry in decision.forms for form in _amounts(entry))]
        if len(actions) > self.left:
            actions = self.luck.sample(actions, max(1, self.left))
        ends: list[tuple[float, int, State]] = []
        for number, action in enumerate(actions):
            after = self._try(stored, action)
            if after is not None:
                ends.append((self.game.evaluate(after, self.seat), number, after))
        ends.sort(key=_worth)
        followed = [
            (self._followed(after, value), number, after) for value, number, after in ends[:PROMISING]
        ]
        value, number, _ = min([*followed, *ends[PROMISING:]], key=_worth)
        return value, actions[number]

    def _try(self, stored: str, action: Action) -> State | None:
        self.left -= 1
        try:
            return _after(self.game, stored, self.seat, action, self.luck)
        except IllegalAction:
            return None

    def _followed(self, state: State, value: float) -> float:
        """What a position is worth when the same seat goes on; the value itself when another is to decide."""
        decisions = self.game.decisions(state)
        if self.left <= 0 or len(decisions) != 1 or decisions[0].seat != self.seat:
            return value
        return self.best(state, decisions[0])[0]


def _worth(end: tuple[float, int, State]) -> tuple[float, int]:
    """Sorts the best end first, and among equals the one found first."""
    value, number, _ = end
    return -value, number


def fill(form: Form, luck: Random) -> Action:
    """A form with numbers drawn from its ranges; texts stay as in its example."""
    values: dict[str, object] = form.action.model_dump(by_alias=True)
    for name, blank in form.blanks.items():
        if isinstance(blank, Range):
            values[name] = luck.randrange(blank.low, blank.high + 1, blank.step)
    return type(form.action).model_validate(values)


def _amounts(form: Form) -> Iterator[Action]:
    """A form's example, and the example with the least and the most in each of its numbers."""
    yield form.action
    for name, blank in form.blanks.items():
        if isinstance(blank, Range):
            values: dict[str, object] = form.action.model_dump(by_alias=True)
            for number in (blank.low, blank.high - (blank.high - blank.low) % blank.step):
                yield type(form.action).model_validate({**values, name: number})


def _after(game: AnyGame, stored: str, seat: int, action: Action, luck: Random) -> State:
    """A copy of a stored state after that action. Raises IllegalAction."""
    state: State = game.load_state(stored)
    game.apply(state, seat, game.canonical(state, seat, action), Chance(QuickStream(luck)))
    return state


POLICIES: Mapping[str, Policy] = {"random": at_random, "greedy": greedy}
"""The policies by the names people type."""
