"""The base classes of Kraken Bay's rooms."""

from typing import Generic, TypeVar

from rules.engine import rooms
from rules.engine.action import Action
from rules.kraken_bay.play import Play
from rules.kraken_bay.refusals import refusal
from rules.kraken_bay.state import BayState, Duty, Turn

A = TypeVar("A", bound=Action)


class Errand(Duty, rooms.Errand[BayState, Play]):
    """A room that asks nobody."""


class Question(Duty, rooms.Question[BayState, Play, A], Generic[A]):
    """A question to one player."""


class Choice(Duty, rooms.Choice[BayState, Play]):
    """A question with several kinds of answer."""


class TurnOffer(rooms.Offer[Turn, BayState, Play, A], Generic[A]):
    """A kind of action in a ship's turn."""


class Anytime(rooms.Anytime[BayState, Play, A], Generic[A]):
    """An action that is possible at any time."""


def must_be_able_to_act(state: BayState, turn: Turn) -> None:
    """Raise IllegalAction if no action is left in the turn."""
    if not state.can_act(turn):
        raise refusal("no_action_left")
