"""Boats that were sent back are put at their last buoy, and the turn ends (section 6, phases 5 and 6)."""

from collections.abc import Iterator
from typing import Literal

from rules.engine.label import Label
from rules.port_flower.actions import PlaceBoat
from rules.port_flower.play import Play
from rules.port_flower.rooms import Question
from rules.port_flower.sailing import choosable, refuge
from rules.port_flower.state import RaceState
from rules.port_flower.turn import end_turn


class PlacingBoats(Question[PlaceBoat]):
    """Boats are placed one by one. Owners with a choice of squares are asked (section 6)."""

    time = "short"

    task: Literal["place_boats"] = "place_boats"

    def whose(self, state: RaceState) -> int:
        return state.tow[0]

    def kind(self, state: RaceState) -> str:
        return "place_boat"

    def go_on(self, play: Play) -> bool:
        """Place a boat whose owner has no choice, or end the turn after the last boat."""
        state = play.state
        if not state.tow:
            end_turn(play)
            return True
        seat = state.tow[0]
        now = state.situation()
        if len(choosable(now, seat)) > 1:
            return False
        state.tow.pop(0)
        play.put(seat, refuge(now, seat))
        return True

    def asks(self, state: RaceState) -> str:
        return f"chooses a square beside buoy {state.seat(self.whose(state)).reached}"

    def actions(self, state: RaceState) -> Iterator[PlaceBoat]:
        for square in choosable(state.situation(), self.whose(state)):
            yield PlaceBoat(square=square)

    def labels(self, state: RaceState, action: PlaceBoat) -> tuple[Label, ...]:
        return Label("Place boat"), Label(action.square)

    def absent(self, state: RaceState) -> PlaceBoat:
        return next(self.actions(state))

    def answer(self, play: Play, action: PlaceBoat) -> None:
        play.state.tow.pop(0)
        play.put(play.seat, action.square)
