"""The rooms of a race: what all of them share."""

from typing import Generic, TypeVar

from rules.engine import rooms
from rules.engine.action import Action
from rules.port_flower.play import Play
from rules.port_flower.state import Duty, RaceState

A = TypeVar("A", bound=Action)


class Errand(Duty, rooms.Errand[RaceState, Play]):
    """What asks nobody."""


class Question(Duty, rooms.Question[RaceState, Play, A], Generic[A]):
    """What one seat must answer: the one whose turn it is, where nothing else is said."""

    def whose(self, state: RaceState) -> int:
        return state.turn_seat


class Anytime(rooms.Anytime[RaceState, Play, A], Generic[A]):
    """What a seat may do at any time until it gives up."""
