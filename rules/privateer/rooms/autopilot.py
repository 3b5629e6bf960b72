"""The autopilot, which plays the rest of an absent player's turn (section 12.1)."""

from copy import deepcopy

from rules.privateer.actions import Autopilot, Fire, Orders, Sail
from rules.privateer.board import DIRECTIONS, RIM, RING
from rules.privateer.dice import CANNON, SAIL, read_die
from rules.privateer.fleets import ship
from rules.privateer.play import Play
from rules.privateer.rooms import TurnOffer
from rules.privateer.rooms.spending import Spend, legal_spends
from rules.privateer.shown.forecast import shot_of, stop_of
from rules.privateer.state import PrivateerState, Turn
from rules.privateer.waters import Stop


class Autopiloting(TurnOffer[Autopilot]):
    """The answer of an absent player after the roll (section 12.1), which no menu lists."""

    def due(self, room: Turn, state: PrivateerState) -> bool:
        return room.rolled

    def check(self, room: Turn, state: PrivateerState, action: Autopilot) -> None:
        """Accept the answer."""

    def answer(self, room: Turn, play: Play, action: Autopilot) -> None:
        room.autopilot = True


def next_spend(state: PrivateerState, turn: Turn) -> Spend:
    """Return a shot that sinks nothing. If there is none, return the safest full move, else any spend."""
    spends = list(legal_spends(state, turn))
    shots = [spend for spend in spends if isinstance(spend, Fire)]
    moves = [
        spend
        for spend in spends
        if isinstance(spend, Sail) and spend.steps in {None, read_die(spend.die, SAIL).face}
    ]
    harmless = (one for one in shots if not shot_of(state, ship(turn.fleet, one.ship), one).sunk)
    if found := next(harmless, None):
        return found
    if moves:
        return min(moves, key=lambda move: _danger(state, turn, move))
    return (shots or spends)[0]


def in_one_line(state: PrivateerState, turn: Turn) -> Orders:
    """Return the autopilot's next spends as one line, up to the first move with an uncertain end."""
    sea = state.model_copy(update={"ships": dict(state.ships)})
    left = deepcopy(turn)
    words: list[str] = []
    while next(legal_spends(sea, left), None) is not None:
        spend = next_spend(sea, left)
        vessel, face = ship(turn.fleet, spend.ship), read_die(spend.die, SAIL).face
        words.append(f"{spend.ship}{'>' if isinstance(spend, Sail) else '*'}{spend.dir}{face}")
        if isinstance(spend, Fire):
            left.cannon.remove(face)
            left.slots[vessel] += CANNON
            continue
        stop = stop_of(sea, vessel, spend)
        if stop.kind != "sea" or stop.reefs:
            break
        left.sail.remove(face)
        left.slots[vessel] += SAIL
        left.first_sail_dir.setdefault(vessel, spend.dir)
        sea.ships[vessel] = stop.path[-1]
    return Orders(line=" ".join(words))


def _danger(state: PrivateerState, turn: Turn, move: Sail) -> tuple[int, ...]:
    """Return a sort key, which is smaller for safer moves."""
    stop = stop_of(state, ship(turn.fleet, move.ship), move)
    # A stop off the map counts as one ring farther out than the rim.
    ring = RIM + 1 if stop.kind == "fled" else RING[stop.path[-1]]
    face = read_die(move.die, SAIL).face
    return _class(stop), stop.reefs, ring, move.ship, face, DIRECTIONS.index(move.dir)


def _class(stop: Stop) -> int:
    """Return the danger of a stop, from 0 to 4."""
    if stop.fatal:
        return 4
    if stop.kind == "enemy":
        return 3
    if stop.reefs:
        return 2
    return 1 if stop.kind == "merchant" else 0
