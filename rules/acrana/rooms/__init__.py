"""The base classes of a race's rooms."""

from typing import ClassVar, Generic, TypeVar

from rules.acrana.race import Race
from rules.acrana.state import Duty, RaceState
from rules.engine import rooms
from rules.engine.action import Action

A = TypeVar("A", bound=Action)


class Errand(Duty, rooms.Errand[RaceState, Race]):
    """A duty that is done without a question."""


class Question(Duty, rooms.Question[RaceState, Race, A], Generic[A]):
    """A question to the active seat, always private."""

    secret: ClassVar[bool] = True

    def whose(self, state: RaceState) -> int:
        return state.active
