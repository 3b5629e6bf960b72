"""Rounds: the fleets' turns, then weather and the round cap (sections 6.2, 6.3 and 6.10)."""

from rules.privateer.board import Colour
from rules.privateer.events import RoundStarted, TurnSkipped
from rules.privateer.finish import end_battle
from rules.privateer.gambits import lift_fog
from rules.privateer.play import Play
from rules.privateer.rooms import Errand
from rules.privateer.rooms.offering_grudge import OfferingGrudge, entrances, may_bear_a_grudge
from rules.privateer.rooms.taking_turn import take_turn
from rules.privateer.state import Round
from rules.privateer.weather import blow, close_in


class PlayingRound(Round, Errand):
    """Begin the next fleet's turn. Wind, storm and round cap follow the last turn (section 6.2, R42)."""

    def carry_out(self, play: Play) -> None:
        if self.fleets:
            _begin_turn(play, self.fleets.pop(0))
            return
        for part in (blow, close_in, _cap, start_round):
            part(play)
            if not play.is_open(self):
                return


def start_round(play: Play) -> None:
    """Begin the next round."""
    state = play.state
    state.round += 1
    # The bot cannot stop people from giving advice. With silent dice, each battle begins with a reminder
    # (R47).
    quiet = state.round == 1 and state.options.silent_dice
    play.tell(RoundStarted(round=state.round, quiet=quiet))
    play.go_to(PlayingRound(fleets=list(state.order)))


def _begin_turn(play: Play, fleet: Colour) -> None:
    state = play.state
    seat = state.fleets[fleet].seat
    if state.seat(seat).resigned:
        return
    lift_fog(play, fleet)
    if state.ships_of(fleet):
        take_turn(play, fleet)
    elif not may_bear_a_grudge(state, fleet):
        play.tell(TurnSkipped(fleet=fleet, seat=seat, reason="no_ships"))
    elif not entrances(state, fleet):
        play.tell(TurnSkipped(fleet=fleet, seat=seat, reason="no_room"))
    else:
        play.open(OfferingGrudge(fleet=fleet))


def _cap(play: Play) -> None:
    """End the battle without a winner after the last round that the options allow (R52)."""
    if play.state.round == play.state.options.round_cap:
        end_battle(play, "round_cap")
