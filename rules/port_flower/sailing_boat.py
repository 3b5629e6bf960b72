"""Carrying out a boat's movement (section 6, phase 4)."""

from rules.port_flower.events import BoatMetShark, BoatMoved, BuoyReached, Finished, Landed
from rules.port_flower.finish import end_race
from rules.port_flower.plans import PIECES, Movement, Plans
from rules.port_flower.play import Play
from rules.port_flower.sailing import Voyage, sail_boat


def sail(play: Play, movement: Movement, plans: Plans) -> None:
    """Sail the turn's boat along a legal movement."""
    state, seat = play.state, play.state.turn_seat
    boat = state.seat(seat)
    voyage = sail_boat(plans.now, movement.leaves_by or boat.position, plans.course(movement))
    play.tell(BoatMoved(seat=seat, route=movement.route.text, path=voyage.path))
    for buoy, at in voyage.buoys:
        boat.reached = buoy
        play.tell(BuoyReached(seat=seat, buoy=buoy, at=at))
    boat.position = voyage.position
    if voyage.ending == "landed":
        boat.skip = True
        play.tell(Landed(seat=seat, at=voyage.position))
    elif voyage.ending == "finished":
        play.tell(Finished(seat=seat))
        end_race(play, "finished", seat)
    elif voyage.ending == "met_shark":
        _meet_shark(play, voyage)


def _meet_shark(play: Play, voyage: Voyage) -> None:
    """Send back a boat that has sailed into a shark (`boat_meets_shark = towed`)."""
    seat = play.state.turn_seat
    at = play.state.sharks[voyage.met - 1]
    play.tell(BoatMetShark(seat=seat, shark=PIECES[voyage.met], at=at))
    play.send_back(seat)
