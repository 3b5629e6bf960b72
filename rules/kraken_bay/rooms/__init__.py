"""The base class of the actions in a turn, and checks that several actions share."""

from typing import Generic, TypeVar

from rules.engine import rooms
from rules.engine.action import Action
from rules.kraken_bay.board import Character
from rules.kraken_bay.play import Play
from rules.kraken_bay.refusals import refusal
from rules.kraken_bay.state import BayState, Turn
from rules.kraken_bay.tables import CARDS

A = TypeVar("A", bound=Action)


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
