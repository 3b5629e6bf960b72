"""Reefs: every one that is entered is rolled for (section 6.7)."""

from rules.privateer.board import Hex
from rules.privateer.events import ReefRoll
from rules.privateer.fleets import Ship
from rules.privateer.play import REEF, Play
from rules.privateer.trace import Sounding

HOLED = 1
"""The cannonball face that holes a ship on a reef."""


def sound_reefs(play: Play, vessel: Ship, path: tuple[Hex, ...]) -> list[Sounding]:
    """Roll for every reef on a path, in order, until one holes the ship (R20)."""
    owner = play.state.owner(vessel)
    soundings = []
    for name in path:
        if play.state.terrain.get(name) == "reef":
            (roll,) = play.cannon_dice(REEF, owner, 1)
            safe = roll != HOLED
            play.tell(ReefRoll(ship=vessel, seat=owner or None, hex=name, roll=roll, safe=safe))
            soundings.append(Sounding(hex=name, roll=roll))
            if not safe:
                break
    return soundings
