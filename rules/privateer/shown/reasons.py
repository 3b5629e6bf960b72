"""The reasons that advice gives for an action, even with silent dice."""

from collections.abc import Collection, Iterator, Sequence

from rules.engine.action import Action
from rules.engine.wording import listed
from rules.privateer.actions import Fire, Sail, TakePrize, ThirdShip
from rules.privateer.board import Hex, distance
from rules.privateer.fleets import Ship, ship, ship_name
from rules.privateer.shown.forecast import shot_of, stop_of
from rules.privateer.state import PrivateerState
from rules.privateer.waters import waters


def in_favour(state: PrivateerState, seat: int, action: Action) -> Sequence[str]:
    """Return the reasons for a spend, a decision on a prize, or a third ship. Other actions have none."""
    turn = state.turn
    match action:
        case Sail() if turn is not None:
            return [*_of_move(state, seat, ship(turn.fleet, action.ship), action)]
        case Fire() if turn is not None:
            vessel = ship(turn.fleet, action.ship)
            sunk = [ship_name(victim) for victim, _ in shot_of(state, vessel, action).sunk]
            return [f"sinks {listed(sunk)}"] if sunk else []
        case TakePrize():
            return ["gives you another ship" if action.choice == "take" else "gives you gold at once"]
        case ThirdShip():
            return ["gives you a third ship" if action.hex else "saves your gold for gambits"]
        case _:
            return ()


def _of_move(state: PrivateerState, seat: int, vessel: Ship, action: Sail) -> Iterator[str]:
    stop = stop_of(state, vessel, action)
    if stop.fatal:
        return
    if stop.other is not None:
        yield f"boards {ship_name(stop.other)}"
    elif stop.path:
        foes = waters(state, seat).foes
        nearer = _nearest(state.ships[vessel], foes) - _nearest(stop.path[-1], foes)
        if nearer > 0:
            yield f"brings {ship_name(vessel)} {nearer} {'hex' if nearer == 1 else 'hexes'} nearer to a prize"
    if not stop.reefs:
        yield "crosses no reef"
    yield f"keeps {ship_name(vessel)} afloat"


def _nearest(start: Hex, foes: Collection[Hex]) -> int:
    return min((distance(start, foe) for foe in foes), default=0)
