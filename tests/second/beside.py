"""Our rules next to a second program for the same game, which was written from the specification alone.

Both programs get the same actions. Our rules roll, and the second program gets the same rolls.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from pydantic import JsonValue

from rules.engine.action import Action
from rules.engine.chance import Chance, QuickStream, Roll
from rules.engine.errors import IllegalAction
from rules.engine.event import Event, dump_event
from rules.engine.game import AnyGame, State
from rules.engine.options import OptionValue, choose


class Difference(AssertionError):
    """The two programs do not agree."""


class Happened(NamedTuple):
    """The result of an action: events as data, and its rolls."""

    events: list[dict[str, JsonValue]]
    rolls: Sequence[Roll]


class Choices(NamedTuple):
    """A seat's possible answers: whole actions, actions with blanks, and all answers in the rules' order."""

    whole: list[str]
    blanks: list[str]
    listed: list[str]


@dataclass
class Ours:
    """One of our games, played through the engine's contract."""

    game: AnyGame
    state: State
    luck: Random

    @classmethod
    def begun(
        cls, game: AnyGame, options: Mapping[str, OptionValue], seats: int, luck: Random
    ) -> "tuple[Ours, Happened]":
        """Return a new game, and the events before its first decision."""
        chance = Chance(QuickStream(luck))
        state, events = game.start(choose(game.options, options), seats, chance)
        return cls(game, state, luck), _happened(events, chance)

    def put(self, parts: Mapping[str, object]) -> None:
        """Replace these parts of the state, given by name."""
        self.state = self.game.state.model_validate({**self.state.model_dump(mode="json"), **parts})
        self.game.check(self.state)

    def awaited(self) -> list[int]:
        """Return the seats that must decide now."""
        return sorted(decision.seat for decision in self.game.decisions(self.state))

    def choices(self, seat: int) -> Choices:
        """Return the possible answers of an awaited seat."""
        decision = self.game.decision_of(self.state, seat)
        if decision is None:
            return Choices([], [], [])
        found = decision.actions, decision.forms, decision.choices
        return Choices(*([*map(str, each)] for each in found))

    def absent(self, seat: int) -> Action:
        """Return the automatic action for an awaited seat that does not answer."""
        return self.game.timeout(self.state, seat)

    def refusal(self, seat: int, text: str) -> str:
        """Return the code of the refusal; empty if the action is legal. The state does not change."""
        state = self.game.load_state(self.state.model_dump_json())
        try:
            action = self.game.resolve(state, seat, self.game.read(text))
            self.game.apply(state, seat, action, Chance(QuickStream(Random(0))))
        except IllegalAction as refusal:
            return refusal.code
        return ""

    def act(self, seat: int, text: str) -> Happened:
        """Carry out an action of the seat."""
        return self._apply(seat, self.game.read(text))

    def time_out(self, seat: int) -> Happened:
        """Let the time of an awaited seat run out."""
        return self._apply(seat, self.absent(seat))

    def replace(self, seat: int) -> Happened:
        """Replace the player of the seat."""
        return Happened([dump_event(event) for event in self.game.replace(self.state, seat)], ())

    def _apply(self, seat: int, action: Action) -> Happened:
        chance = Chance(QuickStream(self.luck))
        events = self.game.apply(self.state, seat, self.game.resolve(self.state, seat, action), chance)
        return _happened(events, chance)


def _happened(events: Sequence[Event], chance: Chance) -> Happened:
    return Happened([dump_event(event) for event in events], chance.rolls)


@dataclass
class Tale:
    """The actions so far, to report where the two programs differ."""

    opening: str
    lines: list[str] = field(default_factory=list)

    def agree(self, what: str, second: object, ours: object) -> None:
        """Raise Difference unless both values are equal."""
        if second != ours:
            done = "\n".join(self.lines[-12:])
            raise Difference(f"{self.opening}\n{done}\n{what}\n  second: {second}\n    ours: {ours}")
