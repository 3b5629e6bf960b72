"""A seat gives up (section 12)."""

from rules.engine import rooms
from rules.engine.action import Resign
from rules.port_flower.board import OUT
from rules.port_flower.events import SeatResigned
from rules.port_flower.finish import end_race, place_towed
from rules.port_flower.play import Play
from rules.port_flower.state import RaceState
from rules.port_flower.turn import end_turn


class Resigning(rooms.Resigning[RaceState, Play]):
    """The boat of the seat leaves the water, and play goes on without the seat (section 12)."""

    warning = "You leave this race for good. Resign?"

    def plays(self, state: RaceState, seat: int) -> bool:
        return state.seat(seat).active

    def answer(self, play: Play, action: Resign) -> None:
        state, seat = play.state, play.seat
        boat = state.seat(seat)
        boat.active, boat.skip, boat.position = False, False, OUT
        state.resigned.append(seat)
        if seat in state.tow:
            state.tow.remove(seat)
        play.tell(SeatResigned(seat=seat))
        play.left(seat)
        if state.phase == "racing" and seat == state.turn_seat:
            place_towed(play)
            end_turn(play)
            return
        state.spoil()
        if len(state.active) == 1:
            end_race(play, "last_boat", state.active[0])
