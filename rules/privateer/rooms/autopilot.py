"""The autopilot, which plays the rest of an absent player's turn (section 12.1)."""

from copy import deepcopy

from rules.privateer.actions import Autopilot, Fire, Sail
from rules.privateer.board import DIRECTIONS, RIM, RING
from rules.privateer.dice import CANNON, SAIL, read_die
from rules.privateer.firing import shot
from rules.privateer.fleets import ship
from rules.privateer.play import Play
from rules.privateer.rooms import TurnOffer
from rules.privateer.rooms.spending import Spend, legal_spends
from rules.privateer.shown.forecast import stop_of
from rules.privateer.state import PrivateerState, Turn
from rules.privateer.waters import Stop, Waters, waters

SailingKey = tuple[int, int, int, int, int, int]


class Autopiloting(TurnOffer[Autopilot]):
    """The answer of an absent player after the roll (section 12.1), which no menu lists."""

    def due(self, room: Turn, state: PrivateerState) -> bool:
        return room.rolled

    def check(self, room: Turn, state: PrivateerState, action: Autopilot) -> None:
        """Accept the answer."""

    def answer(self, room: Turn, play: Play, action: Autopilot) -> None:
        room.autopilot = True


def next_spend(state: PrivateerState, turn: Turn) -> Spend:
    """Return the spend with the least effect: a shot that sinks nothing, else the safest full move."""
    sea = waters(state, state.fleets[turn.fleet].seat)
    spends = list(legal_spends(state, turn))
    shots = [spend for spend in spends if isinstance(spend, Fire)]
    moves = [spend for spend in spends if isinstance(spend, Sail) and _is_full(spend)]
    harmless = next((spend for spend in shots if not _sinks(state, turn, sea, spend)), None)
    if harmless is not None:
        return harmless
    if moves:
        return min(moves, key=lambda move: _danger(state, turn, sea, move))
    return (shots or spends)[0]


def in_one_line(state: PrivateerState, turn: Turn) -> str:
    """Return spends in the players' notation, as many as are certainly legal after each other."""
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
    return " ".join(words)


def _is_full(move: Sail) -> bool:
    return move.steps in {None, read_die(move.die, SAIL).face}


def _sinks(state: PrivateerState, turn: Turn, sea: Waters, spend: Fire) -> bool:
    start = state.ships[ship(turn.fleet, spend.ship)]
    return bool(shot(state, sea, start, spend.dir, read_die(spend.die, CANNON).face).sunk)


def _danger(state: PrivateerState, turn: Turn, sea: Waters, move: Sail) -> SailingKey:
    """Return a sort key, which is smaller for safer moves."""
    start = state.ships[ship(turn.fleet, move.ship)]
    face = read_die(move.die, SAIL).face
    stop = sea.stop(start, move.dir, face)
    return (
        _class(stop), stop.reefs, _ring(stop), move.ship, face, DIRECTIONS.index(move.dir)
    )  # fmt: skip


def _class(stop: Stop) -> int:
    """Return the danger of a stop, from 0 to 4."""
    if stop.fatal:
        return 4
    if stop.kind == "enemy":
        return 3
    if stop.reefs:
        return 2
    return 1 if stop.kind == "merchant" else 0


def _ring(stop: Stop) -> int:
    """Return the ring of a stop, which counts as one ring farther out off the map."""
    return RIM + 1 if stop.kind == "fled" else RING[stop.path[-1]]
