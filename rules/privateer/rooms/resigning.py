"""A player gives up (section 12.2)."""

from rules.engine import rooms
from rules.engine.action import Resign
from rules.privateer.events import SeatResigned
from rules.privateer.finish import end_game, settle
from rules.privateer.play import Play
from rules.privateer.state import PrivateerState


class Resigning(rooms.Resigning[PrivateerState, Play]):
    """The seat's ships leave the ocean, and the seat's turns are skipped (section 12.2)."""

    warning = "Your ships leave the ocean, and you are out for good. Resign?"

    def plays(self, state: PrivateerState, seat: int) -> bool:
        return not state.seat(seat).resigned

    def answer(self, play: Play, action: Resign) -> None:
        state, seat = play.state, play.seat
        play.leaving(seat)
        state.seat(seat).resigned = True
        play.tell(SeatResigned(seat=seat))
        for vessel in state.afloat():
            if state.owner(vessel) == seat:
                play.lose(vessel, state.ships[vessel], "withdrawn")
        if state.fighting:
            settle(play)
            play.left(seat)
        else:
            play.left(seat)
            _leave_setup(play, seat)


def _leave_setup(play: Play, seat: int) -> None:
    """Take the seat out of the turn order, and free the seat's start circles."""
    state = play.state
    state.order = state.not_of(seat, state.order)
    for fleet in state.fleets.values():
        if fleet.seat == seat:
            fleet.start = None
    if len(state.staying) == 1:
        end_game(play, "alone")
