"""The whirlpool, which draws all ships backwards and inwards at the end of a round (section 3.5)."""

from collections.abc import Sequence

from rules.kraken_bay.board import DRIFT_PATHS, ENTRY, MOUTH, PIERS, RANK, RING, Space
from rules.kraken_bay.entering import enter
from rules.kraken_bay.events import Drifted, OffcourseEaten, ShipEaten
from rules.kraken_bay.play import Play
from rules.kraken_bay.state import BayState
from rules.kraken_bay.tables import Stray, Unit, as_character, as_stray
from rules.kraken_bay.waters import blocked_by_ship, blocked_for_tow, place_of


def drift(play: Play, newcomer: Stray | None) -> None:
    """Let all ships drift, the innermost ship first (R31). `newcomer` enters the bay and drifts last."""
    state = play.state
    for unit in _units(state):
        _drift(play, unit)
    if newcomer is not None:
        stray = state.strays[newcomer]
        stray.status, stray.at = "adrift", ENTRY
        _drift(play, newcomer)


def _units(state: BayState) -> list[Unit]:
    """Return the units in the order in which they drift. A tow drifts with the player's ship."""
    ships: list[Unit] = [*state.in_play]
    adrift = [name for name, stray in state.strays.items() if stray.status == "adrift"]
    # The sort is stable, so a player's ship drifts before an off-course ship on the same space.
    return sorted([*ships, *adrift], key=lambda unit: _innermost_first(place_of(state, unit)))


def _innermost_first(at: Space) -> tuple[int, int]:
    return -RING[at], RANK[at]


def _drift(play: Play, unit: Unit) -> None:
    state = play.state
    start = place_of(state, unit)
    path = DRIFT_PATHS[start]
    stop = stop_of(state, unit, path)
    passed: list[Space] = []
    blown = False
    for at in path[: stop + 1]:
        if at == MOUTH:
            break
        passed.append(at)
        blown = enter(play, unit, at, own_turn=False)
        if blown:
            # Smoke ends a ship's drift (R33).
            break
    eaten = not blown and stop >= 0 and path[stop] == MOUTH
    play.tell(
        Drifted(
            unit=unit, start=start, to=MOUTH if eaten else place_of(state, unit), path=tuple(passed),
            held=not blown and stop < len(path) - 1,
        )
    )  # fmt: skip
    if eaten:
        _eat(play, unit)


def stop_of(state: BayState, unit: Unit, path: Sequence[Space]) -> int:
    """Return the index of the last space on a drift's path with room for the unit, or -1 (R32)."""
    character, tow = as_character(unit), as_stray(unit)
    if character is not None:
        tow = state.ships[character].tow
    stop = -1
    for place, at in enumerate(path):
        blocked = character is not None and blocked_by_ship(state, character, at)
        if at == MOUTH or not (blocked or blocked_for_tow(state, tow, at)):
            stop = place
        if character is not None and at == PIERS[character]:
            # The ship saves its tow at home, so the rest of the path needs no room for a tow.
            tow = None
    return stop


def _eat(play: Play, unit: Unit) -> None:
    """Let the kraken eat a unit that reached its mouth, together with its tow (R30)."""
    state = play.state
    character, stray = as_character(unit), as_stray(unit)
    if character is not None:
        stray = state.ships[character].tow
    if stray is not None:
        lost = state.strays[stray]
        lost.status, lost.at = "eaten", None
        play.tell(OffcourseEaten(name=stray))
    if character is None:
        return
    ship = state.ships[character]
    ship.status, ship.left, ship.at, ship.tow, ship.chained = "eaten", state.round, None, None, False
    play.tell(ShipEaten(ship=character, seat=ship.seat, round=state.round))
