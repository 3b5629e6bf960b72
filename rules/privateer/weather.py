"""Wind and storm at the end of a round (section 6.10)."""

from typing import NamedTuple

from rules.privateer.board import LINES, OPPOSITE, RING, Hex
from rules.privateer.events import Cause, StormMoved, WindBlew
from rules.privateer.finish import check_battle
from rules.privateer.fleets import MERCHANT, Ship
from rules.privateer.play import WIND, Play
from rules.privateer.state import PrivateerState

FORETOLD = 2
"""A late storm is announced this number of rounds in advance."""


def _all_ships(state: PrivateerState) -> list[tuple[Ship, Hex]]:
    """Return all ships and their hexes, the merchant last."""
    ships = [(vessel, state.ships[vessel]) for vessel in state.afloat()]
    return [*ships, (MERCHANT, state.merchant)] if state.merchant else ships


class _Drift(NamedTuple):
    """A ship's drift: its start, its end (`None` off the map), and the cause of its loss, if any."""

    ship: Ship
    start: Hex
    to: Hex | None
    cause: Cause | None = None


def blow(play: Play) -> None:
    """Let all ships drift by the distance of a sail die, at the same time and without boarding (R39)."""
    state = play.state
    if state.wind_from is None:
        return
    (roll,) = play.sail_dice(WIND, 0, 1)
    before = len(play.events)
    drifts = [_drift(play, vessel, start, roll) for vessel, start in _all_ships(state)]
    moved = tuple((one.ship, one.start, one.to) for one in drifts if one.cause is None and one.to is not None)
    lost = tuple((one.ship, one.start) for one in drifts if one.cause is not None)
    # Drifts include rolls for reefs. The event of the wind must precede these rolls (section 9).
    drift = OPPOSITE[state.wind_from]
    blew = WindBlew(wind_from=state.wind_from, drift=drift, roll=roll, moved=moved, lost=lost)
    play.events.insert(before, blew)
    for vessel, _, to in moved:
        if vessel == MERCHANT:
            state.merchant = to
        else:
            state.ships[vessel] = to
    for one in drifts:
        if one.cause is not None:
            play.lose(one.ship, one.to, one.cause)
    check_battle(play)


def _drift(play: Play, vessel: Ship, start: Hex, steps: int) -> _Drift:
    """Return a ship's drift. Ships do not stop each other."""
    state = play.state
    line = LINES[start][OPPOSITE[state.wind_from or "N"]]
    at = start
    for entered in range(steps):
        if entered == len(line):
            return _Drift(vessel, start, None, "blown_off")
        at = line[entered]
        tile = state.terrain.get(at)
        if RING[at] > state.edge:
            return _Drift(vessel, start, at, "storm")
        if tile == "reef":
            if play.holing_reef(vessel, (at,)):
                return _Drift(vessel, start, at, "reef")
        elif tile is not None:
            return _Drift(vessel, start, at, tile)
    return _Drift(vessel, start, at)


def close_in(play: Play) -> None:
    """Let a storm swallow one more ring. A storm that has not appeared yet appears if it is due."""
    state = play.state
    if state.storm_on:
        state.edge -= 1
        play.tell(StormMoved(ring=state.edge, begins=False))
        for vessel, at in _all_ships(state):
            if RING[at] > state.edge:
                play.lose(vessel, at, "storm")
        check_battle(play)
    elif _storm_is_due(state):
        state.storm_on = True
        play.tell(StormMoved(ring=state.edge, begins=True))


def _storm_is_due(state: PrivateerState) -> bool:
    storm = state.options.storm
    late = storm in {"late", "both"} and state.round + 1 >= state.options.storm_round
    return late or (storm in {"merchant", "both"} and state.merchant is None)


def rounds_to_storm(state: PrivateerState) -> int | None:
    """Return the number of rounds until an announced storm appears, or `None` if none is announced."""
    if state.storm_on or state.options.storm not in {"late", "both"} or not state.round:
        return None
    left = state.options.storm_round - state.round
    return left if 0 < left <= FORETOLD else None
