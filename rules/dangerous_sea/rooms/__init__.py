"""The base classes of the rooms of The Dangerous Sea."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

from rules.dangerous_sea.play import Play
from rules.dangerous_sea.refusals import refusal
from rules.dangerous_sea.state import Duty, SeaState, Spoils, Turn
from rules.engine import rooms
from rules.engine.action import Action
from rules.engine.form import Form

A = TypeVar("A", bound=Action)


class Errand(Duty, rooms.Errand[SeaState, Play]):
    """A base class of rooms that ask nobody."""


class Question(Duty, rooms.Question[SeaState, Play, A], Generic[A]):
    """A base class of questions to one captain."""


class Unasked(Question[A], Generic[A]):
    """A base class of questions that a standing order may answer before the captain is `asked`."""

    time = "short"
    if TYPE_CHECKING:
        # A field declared here would change the order of fields in stored states.
        asked: bool

    @abstractmethod
    def in_advance(self, state: SeaState) -> A | None:
        """Return the answer of the captain's standing order, or `None` if the captain wants to be asked."""

    def go_on(self, play: Play) -> bool:
        if self.asked:
            return False
        given = self.in_advance(play.state)
        self.asked = given is None
        if given is not None:
            self.answer(play, given)
        return not self.asked


class Choice(Duty, rooms.Choice[SeaState, Play]):
    """A base class of questions with several kinds of answers."""

    def choices(self, state: SeaState) -> Iterator[Action | Form]:
        """Yield the actions and forms of each offer, in the order of the offers (section 7)."""
        for offer in self.offers:
            if offer.due(self, state):
                yield from offer.choices(self, state)


class TurnOffer(rooms.Offer[Turn, SeaState, Play, A], Generic[A]):
    """A base class of actions in a captain's turn."""


class SpoilsOffer(rooms.Offer[Spoils, SeaState, Play, A], Generic[A]):
    """A base class of the actions that the winner of a battle can choose."""


def must_play(state: SeaState, seat: int) -> None:
    """Raise IllegalAction if the seat has resigned (section 7.3)."""
    if seat in state.gone:
        raise refusal("not_your_decision.gone")
