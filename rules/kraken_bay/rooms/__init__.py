"""The base classes of Kraken Bay's rooms."""

from typing import Generic, TypeVar

from rules.engine import rooms
from rules.engine.action import Action
from rules.kraken_bay.board import Character
from rules.kraken_bay.play import Play
from rules.kraken_bay.refusals import refusal
from rules.kraken_bay.state import BayState, Duty, Turn
from rules.kraken_bay.tables import CARDS

A = TypeVar("A", bound=Action)


class Errand(Duty, rooms.Errand[BayState, Play]):
    """A room that asks nobody."""


class Question(Duty, rooms.Question[BayState, Play, A], Generic[A]):
    """A question to one player."""


class Choice(Duty, rooms.Choice[BayState, Play]):
    """A question with several kinds of answer."""


class TurnOffer(rooms.Offer[Turn, BayState, Play, A], Generic[A]):
    """A kind of action in a ship's turn."""


def must_be(character: Character, turn: Turn) -> None:
    """Raise IllegalAction unless the active ship is `character`."""
    if turn.ship != character:
        raise refusal("not_your_power", whose=f"the {CARDS[character].title}")


def must_be_able_to_act(state: BayState, turn: Turn) -> None:
    """Raise IllegalAction if no action is left in the turn."""
    if not state.actions_left(turn):
        raise refusal("no_action_left")
