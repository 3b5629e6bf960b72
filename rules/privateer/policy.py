"""The value of a position for a seat, as the steady player and the rival of a practice game estimate it."""

from collections.abc import Mapping
from functools import partial

from rules.engine.action import Action
from rules.engine.policy import Policy, by
from rules.privateer.actions import Fire
from rules.privateer.board import DIRECTIONS, RING, distance
from rules.privateer.dice import CANNON, read_die
from rules.privateer.firing import in_range, shot
from rules.privateer.fleets import ship
from rules.privateer.rooms.spending import may_spend
from rules.privateer.state import PrivateerState, Turn
from rules.privateer.waters import Waters, waters
from rules.privateer.weather import rounds_to_storm

VICTORY = 100.0
SHIP, RIVAL = 1.2, 0.25
"""The value of each of the seat's ships in doubloons, and the cost of each enemy ship."""

CHANCE = 0.5
"""The value of each ship that can hit with an unspent die."""

DANGER, STORMY = 0.18, 0.9
"""The costs of each enemy in range of a friendly ship, and of a ship on the storm's next ring."""

HUNT = 0.035
"""The cost of each step from a ship to the nearest enemy or merchant."""

MERCY = 10.0
"""The value of each ship to the rival of a practice game in the first battle. It exceeds any prize."""


def evaluate(state: PrivateerState, seat: int) -> float:
    """Return the value of a position for a seat in doubloons."""
    if state.result is not None:
        return VICTORY if seat in state.result.winners else -VICTORY
    sea = waters(state, seat)
    rivals = len(sea.foes) - (state.merchant is not None)
    value = state.seat(seat).gold + SHIP * len(sea.friends) - RIVAL * rivals
    value -= DANGER * _in_line(sea) + HUNT * _way_to_quarry(sea) + STORMY * _in_the_storm(state, sea)
    turn = state.turn
    if turn is not None and state.fleets[turn.fleet].seat == seat:
        value += CHANCE * _shots(state, turn, sea)
    return value


def sparingly(mercy: float, state: PrivateerState, seat: int) -> float:
    """Return the value for the rival of a practice game, who spares all ships in the first battle."""
    value = evaluate(state, seat)
    if state.battle > 1 or state.result is not None:
        return value
    sea = waters(state, seat)
    return value + mercy * (len(sea.foes) - (state.merchant is not None) + len(sea.friends))


def considers(state: PrivateerState, seat: int, action: Action) -> bool:
    """Return whether an action may be useful. Only shots at friendly ships are useless."""
    if state.turn is None or not isinstance(action, Fire):
        return True
    start = state.ships[ship(state.turn.fleet, action.ship)]
    reach = read_die(action.die, CANNON).face
    return shot(state, waters(state, seat), start, action.dir, reach).result != "own"


def _in_line(sea: Waters) -> int:
    """Return the number of pairs of a friendly ship and one of `sea.foes` in range. Islands are ignored."""
    return sum(len(in_range(own) & sea.foes.keys()) for own in sea.friends)


def _way_to_quarry(sea: Waters) -> int:
    return sum(min((distance(own, foe) for foe in sea.foes), default=0) for own in sea.friends)


def _in_the_storm(state: PrivateerState, sea: Waters) -> int:
    """Return the number of the seat's ships on the ring that a storm takes next; 0 if no storm is near."""
    if not state.storm_on and rounds_to_storm(state) is None:
        return 0
    return sum(RING[own] >= state.edge for own in sea.friends)


def _shots(state: PrivateerState, turn: Turn, sea: Waters) -> int:
    """Return the number of ships that could sink another ship now with an unspent die."""
    return sum(
        any(
            shot(state, sea, state.ships[vessel], direction, face).sunk
            for face in set(turn.cannon)
            for direction in DIRECTIONS
        )
        for vessel in turn.slots
        if may_spend(turn, vessel, CANNON)
    )


POLICIES: Mapping[str, Policy] = {"sparring": by(partial(sparingly, MERCY))}
"""The rival of the practice game."""
