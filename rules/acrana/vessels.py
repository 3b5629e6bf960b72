"""The pirates' own fleet: vessels come and go (sections 6.10 and 8.2)."""

from typing import Literal

from rules.acrana.board import BOARD
from rules.acrana.events import PiratesChanged
from rules.acrana.race import Race

Cause = Literal["sunk", "prize", "coast_guard", "navy", "reshuffle"]

MOST = BOARD.pirate_zone.max_vessels


def remove(race: Race, vessels: list[int], cause: Cause) -> None:
    """These vessels disappear; the ships they engaged are undetected from here on."""
    pirates = race.state.pirates
    before = len(pirates)
    for vessel in vessels:
        for name in pirates.pop(vessel):
            race.ship(name).undetected = True
    if len(pirates) < before:
        race.tell(PiratesChanged(start=before, end=len(pirates), cause=cause))


def add(race: Race, cause: Cause) -> None:
    """A free vessel appears with the lowest unused number, unless there are as many as can be."""
    pirates = race.state.pirates
    before = len(pirates)
    if before == MOST:
        return
    number = next(number for number in range(1, MOST + 1) if number not in pirates)
    pirates[number] = []
    race.tell(PiratesChanged(start=before, end=before + 1, cause=cause))


def lose_one(race: Race) -> None:
    """The coast guard sinks the highest-numbered free vessel, else the highest-numbered; not the last."""
    state = race.state
    if len(state.pirates) > 1:
        remove(race, [(state.free_vessels or sorted(state.pirates))[-1]], "coast_guard")
