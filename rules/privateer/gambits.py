"""The commodores' gambits: when they can be played, and how they end (section 7.4)."""

from rules.privateer.board import Colour
from rules.privateer.events import FogLifted, GambitLapsed
from rules.privateer.fleets import gambit_of
from rules.privateer.play import Play
from rules.privateer.state import PrivateerState, Turn
from rules.privateer.tables import DICE, GAMBITS, Window


def window(turn: Turn) -> Window:
    """Return the current window for playing a gambit: before or after the roll."""
    return "spend" if turn.rolled else "roll"


def is_ready(state: PrivateerState, turn: Turn) -> bool:
    """Return whether the fleet can play its gambit now."""
    return (
        state.options.gambits
        and state.fleets[turn.fleet].gambit == "ready"
        and window(turn) in GAMBITS[gambit_of(turn.fleet)].windows
    )


def powder(state: PrivateerState, fleet: Colour) -> int:
    """Return the number of cannonballs that Extra Powder adds to the fleet's coming roll."""
    return DICE.powder if state.is_armed(fleet, "extra_powder") else 0


def dice_to_roll(state: PrivateerState, turn: Turn) -> int:
    """Return the number of dice in the coming roll. The choice of dice does not change this number."""
    return turn.dice + powder(state, turn.fleet)


def spend_powder(state: PrivateerState, fleet: Colour) -> int:
    """Use up Extra Powder if it is armed. Return the number of cannonballs that Extra Powder adds."""
    more = powder(state, fleet)
    if more:
        state.fleets[fleet].gambit = "used"
    return more


def lift_fog(play: Play, fleet: Colour) -> None:
    """End a fleet's Fog Bank at the beginning of its next turn (section 6.3)."""
    state = play.state.fleets[fleet]
    if state.gambit == "active":
        state.gambit = "used"
        play.tell(FogLifted(fleet=fleet, seat=state.seat))


def lapse(play: Play, fleet: Colour) -> None:
    """Discard a gambit that is still armed at the end of the turn."""
    state = play.state.fleets[fleet]
    if state.gambit == "armed":
        state.gambit = "used"
        play.tell(GambitLapsed(fleet=fleet, seat=state.seat))
