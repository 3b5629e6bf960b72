"""The base classes of a race's rooms."""

from typing import ClassVar, Generic, TypeVar

from rules.acrana.race import Race
from rules.acrana.state import Duty, RaceState
from rules.engine import rooms
from rules.engine.action import Action

A = TypeVar("A", bound=Action)


class Errand(Duty, rooms.Errand[RaceState, Race]):
    """A base class of rooms that ask no question."""


class Question(Duty, rooms.Question[RaceState, Race, A], Generic[A]):
    """A base class of secret questions to the active seat."""

    secret: ClassVar[bool] = True

    def whose(self, state: RaceState) -> int:
        return state.active
