"""The commodores' gambits: when they may be played, and how they end (section 7.4)."""

from rules.privateer.board import Colour
from rules.privateer.dice import dice_thrown
from rules.privateer.events import FogLifted, GambitLapsed
from rules.privateer.fleets import gambit_of
from rules.privateer.play import Play
from rules.privateer.state import PrivateerState, Turn
from rules.privateer.tables import DICE, GAMBITS, Window


def window(turn: Turn) -> Window:
    """The window that is open: before or after the roll."""
    return "spend" if turn.rolled else "roll"


def is_ready(state: PrivateerState, turn: Turn) -> bool:
    """Whether the fleet may play its gambit at this decision."""
    return (
        state.options.gambits
        and state.fleets[turn.fleet].gambit == "ready"
        and window(turn) in GAMBITS[gambit_of(turn.fleet)].windows
    )


def powder(state: PrivateerState, fleet: Colour) -> int:
    """Return how many cannonballs Extra Powder adds to the fleet's coming roll."""
    armed = gambit_of(fleet) == "extra_powder" and state.fleets[fleet].gambit == "armed"
    return DICE.powder if armed else 0


def dice_to_roll(state: PrivateerState, turn: Turn) -> int:
    """Return how many dice the coming roll throws, whatever the choice."""
    return dice_thrown(len(turn.slots), desperate=turn.desperate) + powder(state, turn.fleet)


def spend_powder(state: PrivateerState, fleet: Colour) -> int:
    """Return the same number, and use Extra Powder up."""
    more = powder(state, fleet)
    if more:
        state.fleets[fleet].gambit = "used"
    return more


def lift_fog(play: Play, fleet: Colour) -> None:
    """The fleet's next turn begins, so its fog is over (6.3)."""
    state = play.state.fleets[fleet]
    if state.gambit == "active":
        state.gambit = "used"
        play.tell(FogLifted(fleet=fleet, seat=state.seat))


def lapse(play: Play, fleet: Colour) -> None:
    """The turn is over: a gambit that is still armed is lost."""
    state = play.state.fleets[fleet]
    if state.gambit == "armed":
        state.gambit = "used"
        play.tell(GambitLapsed(fleet=fleet, seat=state.seat))
