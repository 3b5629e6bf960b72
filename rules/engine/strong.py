"""The strong player, which simulates the next turns many times before it chooses.

The candidates are the actions that a steady player values most. All candidates meet the same hidden things
and the same dice. In each round of the search the worse half of the candidates drops out (sequential
halving), but never the steady player's own choice. Only a clearly better candidate replaces that choice.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import sqrt, tanh
from random import Random
from statistics import stdev

from pydantic import Field

from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream
from rules.engine.data import Data
from rules.engine.decision import Decision
from rules.engine.errors import IllegalAction
from rules.engine.game import AnyGame, State
from rules.engine.policy import Hope, Policy, Tries, after, imagined, worth_a_look

LONGEST = 200
"""The maximum number of actions in a playout."""

FEWEST = 6
"""The minimum number of playouts after which another choice may replace the steady player's choice."""


class Search(Data):
    """The settings of a strong player's search.

    - `offered` is true if people may choose strong. It may be true only if strong has beaten steady
      (docs/strengths.md).
    - `actions` is the budget for a decision: the number of actions in all its playouts. Only actions of the
      player and of one rival count, so that larger tables do not reduce the number of playouts.
    - `candidates` is the number of choices that the player compares.
    - `laps` counts the player's further turns. A playout ends at the start of the last of these turns.
    - `looks` is the number of actions that a player in a playout tries before it chooses, if the game has no
      `quick` player.
    - `scale` is the difference in `outlook` that roughly decides a game.
    - `faith` is the number of playouts that count as much as the steady player's opinion of a choice.
    - `sure` is the number of standard errors by which a choice must be better than the steady player's
      choice.
    """

    offered: bool = False
    actions: int = Field(3000, ge=1)
    candidates: int = Field(8, ge=2)
    laps: int = Field(1, ge=1)
    looks: int = Field(3, ge=1)
    scale: float = Field(1.0, gt=0)
    faith: float = Field(4.0, ge=0)
    sure: float = Field(1.0, ge=0)


def never() -> bool:
    """Return False."""
    return False


def strong(search: Search, late: Callable[[], bool] = never) -> Policy:
    """Return a strong player. If `late` returns true, the player chooses from what it has found so far."""

    def choose(game: AnyGame, state: State, decision: Decision, luck: Random) -> Action:
        copy = imagined(game, state, decision.seat, luck)
        tries = Tries(game, game.evaluate, decision.seat, luck)
        hopes = tries.weighed(copy, decision, luck.getrandbits(60))
        own = tries.picked(hopes)
        # Secret choices stay random, because others could predict a choice that is always the best.
        if len(hopes) == 1 or own.secret:
            return own
        (first,) = (hope for hope in hopes if hope.action is own)
        others = [hope for hope in hopes if hope is not first]
        found = [_Candidate(hope, (hope.worth - first.worth) / search.scale) for hope in (first, *others)]
        playouts = _Playouts(game, decision.seat, copy, search, luck.getrandbits(60), late)
        return playouts.best(found[: search.candidates])

    return choose


@dataclass
class _Candidate:
    """A choice. `worths` are the results of the choice's playouts, from -1 to 1.

    `better` is the difference in steady value to the steady player's choice, in units of `Search.scale`.
    """

    hope: Hope
    better: float
    worths: list[float] = field(default_factory=list)


class _Playouts:
    """The search for one decision. Playout number n meets the same world and dice for all candidates."""

    def __init__(
        self, game: AnyGame, seat: int, state: State, search: Search, fate: int, late: Callable[[], bool]
    ) -> None:
        self._game = game
        self._seat = seat
        self._state = state
        self._search = search
        self._fate = fate
        self._late = late
        self._left = search.actions
        self._rival = 0
        """The rival whose actions count in this playout: the first rival that acts, or 0 until then."""
        self._base = game.outlook(state, seat)

    def best(self, candidates: list[_Candidate]) -> Action:
        """Choose one of the candidates. The first candidate is the steady player's choice."""
        own, others = candidates[0], candidates[1:]
        rounds = max(1, len(candidates).bit_length() - 1)
        for past in range(rounds):
            share = self._left // (rounds - past)
            self._play([own, *others], self._left - share)
            if past < rounds - 1:
                others.sort(key=lambda one: -self._lead(one, own))
                del others[max(1, (len(others) + 1) // 2) :]
        best = max(others, key=lambda one: self._lead(one, own))
        return (best if self._is_better(best, own) else own).hope.action

    def _play(self, candidates: list[_Candidate], until: int) -> None:
        """Play out all candidates equally often, as long as the budget has more than `until` actions left."""
        while self._left > until and not self._late():
            number = len(candidates[0].worths)
            luck = Random(hash((self._fate, number)))  # noqa: S311 - imagined worlds only
            world: State = self._game.load_state(self._state.model_dump_json())
            self._game.redraw(world, self._seat, luck)
            stored, dice = world.model_dump_json(), _Dice(luck.getrandbits(60), self._fate + number)
            worths = [self._played_out(stored, one.hope, dice) for one in candidates]
            for one, worth in zip(candidates, worths, strict=True):
                one.worths.append(worth)

    def _lead(self, one: _Candidate, own: _Candidate) -> float:
        """Return the lead of `one` over `own`, judged by their steady values and the playouts so far."""
        faith, by = self._search.faith, _differences(one, own)
        return (faith * tanh(one.better) + sum(by)) / max(1.0, faith + len(by))

    def _is_better(self, one: _Candidate, own: _Candidate) -> bool:
        by = _differences(one, own)
        return len(by) >= FEWEST and self._lead(one, own) > self._search.sure * stdev(by) / sqrt(len(by))

    def _played_out(self, stored: str, hope: Hope, dice: "_Dice") -> float:
        """Return the value, from -1 to 1, of a playout that begins with `hope`; -1 if `hope` is illegal."""
        game, seat, luck = self._game, self._seat, dice.luck()
        try:
            state = after(game, stored, seat, hope.action, dice.chance(0))
        except IllegalAction:
            return -1.0
        self._rival = 0
        self._spend(seat)
        line = [*reversed(hope.line)]
        laps, turn = 0, _turn(game, state, seat)
        for step in range(1, LONGEST):
            decisions = game.decisions(state)
            if not decisions:
                break
            decision = decisions[0]
            now = _turn(game, state, decision.seat)
            if now != turn:
                turn = now
                laps += decision.seat == seat
                if laps >= self._search.laps:
                    break
            state = self._further(state, decision, line, dice.chance(step), luck)
        return tanh((game.outlook(state, seat) - self._base) / self._search.scale)

    def _spend(self, seat: int) -> None:
        """Subtract an action of `seat` from the budget, if the action counts."""
        if seat != self._seat and not self._rival:
            self._rival = seat
        self._left -= seat in {self._seat, self._rival}

    def _further(
        self, state: State, decision: Decision, line: list[Action], chance: Chance, luck: Random
    ) -> State:
        """Return the state after the next action: from `line` if possible, otherwise quickly chosen."""
        game, seat = self._game, decision.seat
        self._spend(seat)
        if line:
            try:
                return after(game, state.model_dump_json(), seat, line.pop(), chance)
            except IllegalAction:
                line.clear()
        chosen = game.quick(state, decision, luck) or self._tried(state, decision, luck)
        game.apply(state, seat, game.canonical(state, seat, chosen), chance)
        return state

    def _tried(self, state: State, decision: Decision, luck: Random) -> Action:
        """Return the best of a few actions, each tried once.

        The chosen action gets new dice later, because the tried dice may have been lucky.
        """
        game, seat = self._game, decision.seat
        actions = worth_a_look(game, state, decision)
        if len(actions) == 1:
            return actions[0]
        stored = state.model_dump_json()
        found: list[tuple[float, int, Action]] = []
        for number, action in enumerate(luck.sample(actions, len(actions))):
            if len(found) == self._search.looks:
                break
            self._spend(seat)
            try:
                then = after(game, stored, seat, action, Chance(QuickStream(luck)))
            except IllegalAction:
                continue
            found.append((game.evaluate(then, seat), number, action))
        return max(found)[2]


@dataclass(frozen=True)
class _Dice:
    """The dice of one playout. The dice depend on the number of the action, not on earlier rolls.

    Over consecutive playouts the first die shows each face equally often, so small risks are judged well.
    """

    fate: int
    number: int

    def luck(self) -> Random:
        """Return the luck of the players in the playout."""
        return Random(self.fate)  # noqa: S311 - imagined players only

    def chance(self, step: int) -> Chance:
        """Return the dice for action `step` of the playout. Action 0 is the choice itself."""
        stream = QuickStream(Random(hash((self.fate, step))))  # noqa: S311 - imagined dice only
        return Chance(stream if step else _InTurn(stream, self.number))


class _InTurn:
    """Dice whose first value follows from the number of the playout, so that each value comes in turn."""

    def __init__(self, further: QuickStream, number: int) -> None:
        self._further = further
        self._first: int | None = number

    def numbers(self, roll: int, size: int) -> Iterator[int]:
        """Yield numbers from 0 to `size` - 1 without end."""
        first, self._first = self._first, None
        if first is not None:
            yield first % size
        yield from self._further.numbers(roll, size)


def _differences(one: _Candidate, own: _Candidate) -> list[float]:
    """Return the result of each playout of `one` minus the result of the same playout of `own`."""
    return [there - here for there, here in zip(one.worths, own.worths, strict=False)]


def _turn(game: AnyGame, state: State, seat: int) -> str:
    return game.turn(state) or str(seat)
