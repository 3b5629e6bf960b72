"""Pirate vessels appear and disappear (sections 6.10 and 8.2)."""

from rules.acrana.board import BOARD
from rules.acrana.events import PirateCause, PiratesChanged
from rules.acrana.race import Race
from rules.acrana.state import Vessel

MOST = BOARD.pirate_zone.max_vessels


def remove(race: Race, numbers: set[int], cause: PirateCause) -> None:
    """Remove the vessels `numbers`, and make the ships that these vessels engage undetected."""
    state = race.state
    before = len(state.pirates)
    for vessel in state.pirates:
        if vessel.number in numbers:
            for name in vessel.engages:
                race.ship(name).undetected = True
    state.pirates = [vessel for vessel in state.pirates if vessel.number not in numbers]
    if len(state.pirates) < before:
        race.tell(PiratesChanged(start=before, end=len(state.pirates), cause=cause))


def add(race: Race, cause: PirateCause) -> None:
    """Add a free vessel with the lowest unused number, unless there are `MOST` vessels."""
    state = race.state
    before = len(state.pirates)
    if before == MOST:
        return
    taken = {vessel.number for vessel in state.pirates}
    number = next(number for number in range(1, MOST + 1) if number not in taken)
    state.pirates.insert(number - 1, Vessel(number=number))
    race.tell(PiratesChanged(start=before, end=before + 1, cause=cause))


def lose_one(race: Race) -> None:
    """Remove the free vessel with the highest number, or else a busy vessel, but never the last vessel."""
    state = race.state
    if len(state.pirates) > 1:
        remove(race, {max(state.free_vessels or [vessel.number for vessel in state.pirates])}, "coast_guard")
