"""The start of a turn (section 6, phases 1 and 2)."""

from rules.port_flower.events import TurnSkipped, TurnStarted
from rules.port_flower.play import Play
from rules.port_flower.rooms import Errand
from rules.port_flower.rooms.restocking import Restocking
from rules.port_flower.state import BeginTurn
from rules.port_flower.turn import end_turn, roll


class BeginningTurn(BeginTurn, Errand):
    """A seat ashore misses its turn. Any other seat rolls or, if it may take back a repellent, is asked."""

    def carry_out(self, play: Play) -> None:
        state = play.state
        play.go_to()
        state.turn_seat = self.seat
        state.dice, state.moved = {}, {}
        boat = state.seat(self.seat)
        play.tell(TurnStarted(seat=self.seat, round=state.round))
        if boat.skip:
            boat.skip = False
            play.tell(TurnSkipped(seat=self.seat, reason="ashore"))
            end_turn(play)
        elif state.options.repellent != "off" and not boat.repellents:
            play.open(Restocking())
        else:
            roll(play)
