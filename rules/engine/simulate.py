"""Simulated games without people, and what is counted in them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream
from rules.engine.errors import HarbourmasterError
from rules.engine.event import Event
from rules.engine.game import AnyGame, Options, State
from rules.engine.outcome import Outcome
from rules.engine.policy import Policy

ENDLESS = 100_000
"""The number of decisions after which a game counts as endless."""


ANYBODY = -1
"""Stands for a seat if a choice of any seat counts."""


class Shipwreck(HarbourmasterError):
    """A simulated game that failed. The message contains the reason and the game's actions."""


@dataclass
class Playout:
    """One game played to its end.

    - `decisions` counts decisions, and `choices` counts decisions with more than one answer.
    - `turns` counts the turns that began, and `chosen_turns` those in which the turn's seat had a choice.
      Decisions before the first turn or between turns belong to no turn. If a game's events open no turns, a
      turn begins with each new key of `Game.turn` or, without keys, when another seat decides.
    - `rounds` is the number of rounds (see `Game.rounds`).
    - `happened` counts events by kind, and `counted` adds up `Game.counts`.
    - `record` contains every action in its notation, after the number of its seat.
    """

    rounds: int = 0
    turns: int = 0
    choices: int = 0
    chosen_turns: int = 0
    happened: Counter[str] = field(default_factory=Counter)
    counted: dict[str, float] = field(default_factory=dict)
    record: list[str] = field(default_factory=list)
    outcome: Outcome | None = None

    @property
    def decisions(self) -> int:
        """The number of decisions."""
        return len(self.record)


def play_out(
    game: AnyGame, options: Options, seats: int, policies: Sequence[Policy], luck: Random
) -> Playout:
    """Play one game. Seat n follows policy n. Policies repeat in order if there are too few.

    Raises Shipwreck if an invariant breaks, a policy's choice is refused or the game does not end.
    """
    playout = Playout()
    try:
        _play(game, options, seats, policies, luck, playout)
    except Exception as error:
        why = error.message if isinstance(error, HarbourmasterError) else f"{type(error).__name__}: {error}"
        record = "\n".join(playout.record)
        raise Shipwreck(f"{why}\nafter these {playout.decisions} actions:\n{record}") from error
    return playout


def _play(
    game: AnyGame, options: Options, seats: int, policies: Sequence[Policy], luck: Random, playout: Playout
) -> None:
    dice = QuickStream(luck)
    state, events = game.start(options, seats, Chance(dice))
    playout.happened.update(event.kind for event in events)
    game.check(state)
    lap = ""
    turns = _Turns(game, playout, events)
    before: Action | None = None
    while decisions := game.decisions(state):
        decision = decisions[0] if len(decisions) == 1 else luck.choice(decisions)
        started = game.round(state)
        playout.rounds += started not in {"", lap}
        lap = started
        has_choice = len(decision.actions) + len(decision.forms) > 1
        playout.choices += has_choice
        turns.decides(state, decision.seat, has_choice=has_choice)
        if playout.decisions == ENDLESS:
            raise Shipwreck("This game does not come to an end.")
        action = policies[(decision.seat - 1) % len(policies)](game, state, decision, luck)
        playout.record.append(f"{decision.seat} {action}")
        canonical = game.canonical(state, decision.seat, action)
        happened = game.apply(state, decision.seat, canonical, Chance(dice))
        game.check(state)
        playout.happened.update(event.kind for event in happened)
        turns.hear(happened)
        for name, number in game.counts(state, before, action, happened).items():
            playout.counted[name] = playout.counted.get(name, 0) + number
        before = action
    playout.outcome = game.outcome(state)
    if playout.outcome is None:
        raise Shipwreck("Nobody is asked for anything, but this game is not over.")


class _Turns:
    """Counts the turns of a playout."""

    def __init__(self, game: AnyGame, playout: Playout, events: Sequence[Event]) -> None:
        self._game = game
        self._playout = playout
        self._key = ""
        self._seat = 0
        """The seat whose turn began last, or `ANYBODY`; 0 once it has had a choice."""
        self.hear(events)

    def hear(self, events: Sequence[Event]) -> None:
        for event in events:
            if event.opens_turn:
                self._begin(int(getattr(event, "seat", 0)))

    def decides(self, state: State, seat: int, *, has_choice: bool) -> None:
        key = self._game.turn(state) or str(seat)
        if not self._game.turn_openers and key != self._key:
            self._key = key
            self._begin(ANYBODY)
        if has_choice and self._seat in {seat, ANYBODY}:
            self._playout.chosen_turns += 1
            self._seat = 0

    def _begin(self, seat: int) -> None:
        self._playout.turns += 1
        self._seat = seat
