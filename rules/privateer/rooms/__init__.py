"""The base classes of Privateer's rooms."""

from typing import Generic, TypeVar

from rules.engine import rooms
from rules.engine.action import Action
from rules.privateer.board import Colour
from rules.privateer.play import Play
from rules.privateer.state import Duty, PrivateerState, Turn

A = TypeVar("A", bound=Action)


class Errand(Duty, rooms.Errand[PrivateerState, Play]):
    """A room that asks nobody."""


class Question(Duty, rooms.Question[PrivateerState, Play, A], Generic[A]):
    """A question to one player about one of the fleets."""

    def fleet_in(self, state: PrivateerState) -> Colour:
        raise NotImplementedError

    def whose(self, state: PrivateerState) -> int:
        return state.fleets[self.fleet_in(state)].seat


class Choice(Duty, rooms.Choice[PrivateerState, Play]):
    """A question with several kinds of answer."""

    def whose(self, state: PrivateerState) -> int:
        fleet = self.fleet_in(state)
        return state.fleets[fleet].seat if fleet else 0


class TurnOffer(rooms.Offer[Turn, PrivateerState, Play, A], Generic[A]):
    """An action in a fleet's turn."""
