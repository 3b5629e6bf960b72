"""The rooms of a game of Kraken Bay: what all of them share."""

from typing import Generic, TypeVar

from rules.engine import rooms
from rules.engine.action import Action
from rules.kraken_bay.play import Play
from rules.kraken_bay.refusals import refusal
from rules.kraken_bay.state import BayState, Duty, Turn

A = TypeVar("A", bound=Action)


class Errand(Duty, rooms.Errand[BayState, Play]):
    """What asks nobody."""


class Question(Duty, rooms.Question[BayState, Play, A], Generic[A]):
    """What one player must answer."""


class Choice(Duty, rooms.Choice[BayState, Play]):
    """A question with several kinds of answer."""


class TurnOffer(rooms.Offer[Turn, BayState, Play, A], Generic[A]):
    """What a ship may do in its turn."""


class Anytime(rooms.Anytime[BayState, Play, A], Generic[A]):
    """What a player may do at any time."""


def must_be_able_to_act(state: BayState, turn: Turn) -> None:
    """Raise IllegalAction when no action is left."""
    if not state.can_act(turn):
        raise refusal("no_action_left")
