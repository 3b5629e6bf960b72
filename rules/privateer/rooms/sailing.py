"""Sailing: a move hex by hex (section 6.7)."""

from rules.privateer.board import Direction
from rules.privateer.dice import Die
from rules.privateer.events import Cause, ShipSailed
from rules.privateer.fleets import COLOUR_OF, Ship
from rules.privateer.play import Play
from rules.privateer.reefs import holing_reef
from rules.privateer.rooms.boarding import board_enemy, board_merchant
from rules.privateer.waters import StopKind, waters

_LOST: dict[StopKind, Cause] = {"fled": "fled", "storm": "storm", "volcano": "volcano", "desert": "desert"}


def sail(play: Play, vessel: Ship, die: Die, direction: Direction, steps: int) -> None:
    """Move a ship with a die that is already spent. A boarding may open a prize."""
    state = play.state
    seat, start = state.owner(vessel), state.ships[vessel]
    if steps < die.face:
        # Shorten Sail is used up only if the move is shorter than its die (section 7.4).
        state.fleets[COLOUR_OF[vessel]].gambit = "used"
    stop = waters(state, seat).stop(start, direction, steps)
    # A reef beyond the edge of the sea does not count, because the storm takes the ship first.
    entered = stop.path[:-1] if stop.kind == "storm" else stop.path
    reef = holing_reef(play, vessel, entered)
    cause = "reef" if reef else _LOST.get(stop.kind)
    reached = reef or (stop.path[-1] if stop.path else start)
    play.tell(
        ShipSailed(
            ship=vessel, seat=seat, start=start, to=None if cause == "fled" else reached,
            dir=direction, die=die.face, steps=steps,
        )
    )  # fmt: skip
    if cause is not None:
        play.lose(vessel, None if cause == "fled" else reached, cause)
        return
    state.ships[vessel] = reached
    if stop.kind == "merchant":
        board_merchant(play, vessel, reached)
    elif stop.other is not None:
        board_enemy(play, vessel, stop.other, reached)
