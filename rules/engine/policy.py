"""Policies: automatic players, for simulations, tests, and the bot's own seats."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from statistics import fmean
from typing import TypeAlias

from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream
from rules.engine.decision import Decision
from rules.engine.errors import IllegalAction
from rules.engine.form import Form, OneOf, Range, YesNo
from rules.engine.game import AnyGame, State

PROMISING = 3
"""The number of tried actions, at each step, that are followed through the rest of the player's turn."""

THROWS = 6
"""The number of times that an action's dice are thrown before a steady player trusts its value."""

ROUNDING = 1e-9
"""Values that differ by less count as equal. Such values may have been added up in another order."""

Policy: TypeAlias = Callable[[AnyGame, State, Decision, Random], Action]
"""Chooses an action that is legal in the state, without changing the state."""

Valuation: TypeAlias = Callable[[State, int], float]
"""Returns how good a position is for a seat. Higher is better."""


def at_random(game: AnyGame, state: State, decision: Decision, luck: Random) -> Action:
    """Choose a legal action at random. All are equally likely, and a form counts as one action."""
    number = luck.randrange(len(decision.actions) + len(decision.forms))
    if number < len(decision.actions):
        return decision.actions[number]
    form = decision.forms[number - len(decision.actions)]
    filled = fill(form, luck)
    try:
        after(game, state.model_dump_json(), decision.seat, filled, Chance(QuickStream(luck)))
    except IllegalAction:
        return form.action
    return filled


def steady(game: AnyGame, state: State, decision: Decision, luck: Random) -> Action:
    """Choose the action that leads to the best end of the player's own turn, judged by `Game.evaluate`.

    The value of an action with dice is the average of several throws. Luck decides among actions of about
    equal value (`Game.alike`). Secret actions may be worse than the best, but rarely by much (`Game.bluff`).
    """
    return by(game.evaluate)(game, state, decision, luck)


def imagined(game: AnyGame, state: State, seat: int, luck: Random) -> State:
    """Return a copy of the state in which everything that the seat cannot see is drawn again.

    Policies see only such copies, so hidden things do not influence their choices.
    """
    copy: State = game.load_state(state.model_dump_json())
    game.redraw(copy, seat, luck)
    return copy


def by(judge: Valuation) -> Policy:
    """Return a steady player that judges positions with `judge`."""

    def think(game: AnyGame, state: State, decision: Decision, luck: Random) -> Action:
        tries = Tries(game, judge, decision.seat, luck)
        copy = imagined(game, state, decision.seat, luck)
        return tries.picked(tries.weighed(copy, decision, luck.getrandbits(60)))

    return think


_End: TypeAlias = tuple[float, tuple[Action, ...]]
"""The value of the end of a turn, and the actions that lead there."""


@dataclass
class Hope:
    """An action with the values of all its tries. The action is `sure` if it rolls no dice.

    `lot` is a random number that orders equal actions. `line` lists the player's next actions in the same
    turn, if the action is sure. `first` is the state after the first try, as long as it may be needed.
    """

    lot: float
    action: Action
    line: tuple[Action, ...] = ()
    worths: list[float] = field(default_factory=list)
    sure: bool = True
    first: State | None = field(default=None, repr=False)

    @property
    def worth(self) -> float:
        """The average value of all tries."""
        return fmean(self.worths)

    @property
    def order(self) -> tuple[float, float]:
        """A sort key: the best hope comes first, and equal hopes are in random order."""
        return -self.worth, self.lot


class Tries:
    """The search of one steady player for one decision."""

    def __init__(self, game: AnyGame, judge: Valuation, seat: int, luck: Random) -> None:
        self.game = game
        self.judge = judge
        self.seat = seat
        self.luck = luck
        self.left = game.tries
        self.turn = ""

    def picked(self, hopes: Sequence[Hope]) -> Action:
        """Return one of the best actions of a decision. Luck decides among actions of about equal value."""
        worse = [hopes[0].worth - hope.worth for hope in hopes]
        if hopes[0].action.secret:
            weights = [2.0 ** (-by / max(self.game.bluff, ROUNDING)) for by in worse]
        else:
            weights = [float(by <= max(self.game.alike, ROUNDING)) for by in worse]
        (chosen,) = self.luck.choices(hopes, weights)
        return chosen.action

    def weighed(self, state: State, decision: Decision, fate: int) -> list[Hope]:
        """Return the actions of a decision with their values at the end of the turn, the best first."""
        self.turn = self.game.turn(state)
        return self._weighed(state, decision, fate)

    def _weighed(self, state: State, decision: Decision, fate: int) -> list[Hope]:
        """Return the actions of a decision with their values, the best first.

        The dice depend on `fate` and on the number of earlier tries of an action. All actions meet the same
        dice, so that no action looks better only because of luck.
        """
        stored = state.model_dump_json()
        hopes = self._hopes(state, stored, decision, fate)
        for hope in sorted(hopes, key=_order)[:PROMISING]:
            hope.worths.clear()
            self._try(stored, hope, self._followed, fate)
        best = min(hopes, key=_order)
        # A lucky throw makes any action look good, so the best action is tried again.
        while not best.sure and len(best.worths) < THROWS and self.left > 0:
            self._try(stored, best, self._followed, fate)
            best = min(hopes, key=_order)
        return sorted(hopes, key=_order)

    def _hopes(self, state: State, stored: str, decision: Decision, fate: int) -> list[Hope]:
        """Try every action of a decision once, or as many as the budget allows."""
        actions = worth_a_look(self.game, state, decision)
        tried = actions
        if len(actions) > self.left:
            tried = self.luck.sample(actions, max(1, self.left))
        # A form's example may be illegal. If all tried actions are illegal, the first legal action is used.
        hopes = _with_few_states(self._legal(stored, tried, fate))
        return hopes or [*islice(self._legal(stored, actions, fate), 1)]

    def _legal(self, stored: str, actions: Sequence[Action], fate: int) -> Iterator[Hope]:
        """Try each action once, and yield the legal actions."""
        for action in actions:
            hope = Hope(self.luck.random(), action)
            with suppress(IllegalAction):
                self._try(stored, hope, self._seen, fate)
                yield hope

    def _try(self, stored: str, hope: Hope, judge: Callable[[State, int], _End], fate: int) -> None:
        """Try an action once more. Raises IllegalAction."""
        self.left -= 1
        throw = hash((fate, len(hope.worths)))
        state, hope.first = hope.first, None
        if state is None or hope.worths:
            chance = Chance(QuickStream(Random(throw)))  # noqa: S311 - imagined dice only
            state = after(self.game, stored, self.seat, hope.action, chance)
            hope.sure = not chance.rolls
            hope.first = None if hope.worths else state
        # An action without rolls does not change `fate`, so the next action with rolls meets the same dice.
        worth, line = judge(state, fate if hope.sure else throw)
        hope.worths.append(worth)
        hope.line = line if hope.sure else ()

    def _seen(self, state: State, fate: int) -> _End:  # noqa: ARG002
        return self.judge(state, self.seat), ()

    def _followed(self, state: State, fate: int) -> _End:
        """Return the value after the turn's best further decisions. Each decision costs `Game.effort`."""
        decisions = self.game.decisions(state)
        goes_on = (
            len(decisions) == 1 and decisions[0].seat == self.seat and self.game.turn(state) == self.turn
        )
        if self.left <= 0 or not goes_on:
            return self._seen(state, fate)
        best = self._weighed(state, decisions[0], fate)[0]
        return best.worth - self.game.effort, (best.action, *best.line)


def _with_few_states(hopes: Iterable[Hope]) -> list[Hope]:
    """Return `hopes`, of which only the most promising keep their states, to save memory."""
    found, promising = list[Hope](), list[Hope]()
    for hope in hopes:
        found.append(hope)
        promising = sorted([*promising, hope], key=_order)
        for other in promising[PROMISING:]:
            other.first = None
        del promising[PROMISING:]
    return found


def _order(hope: Hope) -> tuple[float, float]:
    return hope.order


def fill(form: Form, luck: Random) -> Action:
    """Fill in a form with random allowed values. Free texts stay as in the form's example."""
    values: dict[str, object] = form.action.model_dump(by_alias=True)
    for name, blank in form.blanks.items():
        match blank:
            case Range():
                values[name] = luck.randrange(blank.low, blank.high + 1, blank.step)
            case YesNo():
                values[name] = luck.random() < 1 / 2
            case OneOf():
                values[name] = luck.choice(blank.words)
    return form.kind.model_validate(values)


def worth_a_look(game: AnyGame, state: State, decision: Decision) -> list[Action]:
    """Return the actions that the game considers, or all actions if it considers none.

    The actions include the first action of each shortcut, and a few possibly illegal actions for each form.
    """
    shown = (form for form in decision.forms if form.offered)
    amounts = (action for form in shown for action in _amounts(form))
    firsts = (game.spelled(state, decision.seat, shortcut)[0] for shortcut in decision.shortcuts)
    actions = [*dict.fromkeys([*decision.actions, *firsts, *amounts])]
    return [one for one in actions if game.considers(state, decision.seat, one)] or actions


def _amounts(form: Form) -> Iterator[Action]:
    """Yield a form's example and variants with another value in one blank, such as the largest number."""
    yield form.action
    values: dict[str, object] = form.action.model_dump(by_alias=True)
    for name, blank in form.blanks.items():
        others: Sequence[object] = ()
        match blank:
            case Range():
                others = blank.low, blank.high - (blank.high - blank.low) % blank.step
            case YesNo():
                others = True, False
            case OneOf():
                others = blank.words
        for other in others:
            yield form.kind.model_validate({**values, name: other})


def after(game: AnyGame, stored: str, seat: int, action: Action, chance: Chance) -> State:
    """Return a copy of a stored state after an action. Raises IllegalAction."""
    state: State = game.load_state(stored)
    game.apply(state, seat, game.canonical(state, seat, action), chance)
    return state
