"""The known squares that a ship can sail to in one action, and the routes there (section 7.1)."""

from collections import deque
from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from types import MappingProxyType

from rules.dangerous_sea.actions import Harvest, TakeStone
from rules.dangerous_sea.board import NEIGHBOURS, TILES, Square
from rules.dangerous_sea.state import SeaState, Turn

MOST_TO_TAKE = 6
"""The maximum number of squares in `nearest_to_take`."""


def routes(state: SeaState, turn: Turn) -> Mapping[Square, str]:
    """Return the shortest route, such as `NNW`, to each known square in reach, the nearest square first.

    A route never crosses a hazard or a ship that may attack, but may end on such a square.
    """
    start = state.ship(turn.seat).at
    if start is None or turn.stopped:
        return {}
    known = frozenset(state.tiles)
    others = (state.ship(seat) for seat in state.staying if seat not in {turn.seat, *turn.fought})
    foes = {ship.at for ship in others if not ship.out}
    hazards = {at for at, kind in state.tiles.items() if TILES[kind].hazard}
    return _shortest(start, state.points_left(turn), known, known - hazards - foes)


def taken_at(state: SeaState, turn: Turn, at: Square) -> tuple[Harvest | TakeStone, ...]:
    """Return the actions that take everything on square `at`, or no actions if a ship or a hazard is there.

    Stones come first, because a harvest may change the ship's points and so interrupt the route.
    """
    if TILES[state.tiles[at]].hazard or state.at(at):
        return ()
    ship, stones = state.ship(turn.seat), (TakeStone(),) if at in state.stones else ()
    if ship.stones + state.stones.get(at, 0) >= state.options.stones_to_win or not state.has_marker(at):
        return stones
    room = ship.berths if state.resource(at) == "inhabited" else ship.room
    return (*stones, Harvest()) if room else stones


def nearest_to_take(state: SeaState, turn: Turn) -> Mapping[Square, tuple[Harvest | TakeStone, ...]]:
    """Return the nearest squares with something to take, and the actions that take everything there."""
    found = ((at, taken_at(state, turn, at)) for at in routes(state, turn))
    return dict(islice(((at, takes) for at, takes in found if takes), MOST_TO_TAKE))


def goes_and_takes(state: SeaState, turn: Turn, at: Square) -> bool:
    """Return whether the button that sails to the neighbouring square `at` also takes everything there.

    No button sails just for a sailor, because a sailor must be fed every turn.
    """
    takes = taken_at(state, turn, at) if at in routes(state, turn) else ()
    return bool(takes) and (TakeStone() in takes or state.resource(at) != "inhabited")


@lru_cache(maxsize=16)
def _shortest(
    start: Square, points: int, known: frozenset[Square], safe: frozenset[Square]
) -> Mapping[Square, str]:
    """Return the shortest routes. The routes are cached, because every square of a menu needs them."""
    found: dict[Square, str] = {start: ""}
    front = deque([start])
    while front:
        at = front.popleft()
        if len(found[at]) == points or not (at in safe or at == start):
            continue
        for direction, to in NEIGHBOURS[at].items():
            if to in known and to not in found:
                found[to] = found[at] + direction
                front.append(to)
    return MappingProxyType({to: route for to, route in found.items() if route})
