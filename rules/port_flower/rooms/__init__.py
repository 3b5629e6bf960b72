"""The base classes of the rooms of a race."""

from typing import Generic, TypeVar

from rules.engine import rooms
from rules.engine.action import Action
from rules.port_flower.play import Play
from rules.port_flower.state import Duty, RaceState

A = TypeVar("A", bound=Action)


class Errand(Duty, rooms.Errand[RaceState, Play]):
    """A room that asks nobody."""


class Question(Duty, rooms.Question[RaceState, Play, A], Generic[A]):
    """A question to one seat, by default the turn's seat."""

    def whose(self, state: RaceState) -> int:
        return state.turn_seat
