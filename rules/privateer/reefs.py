"""Reefs: a ship rolls for every reef that it enters (section 6.7)."""

from rules.privateer.board import Hex
from rules.privateer.dice import HOLED
from rules.privateer.events import ReefRoll
from rules.privateer.fleets import Ship
from rules.privateer.play import REEF, Play


def holing_reef(play: Play, vessel: Ship, path: tuple[Hex, ...]) -> Hex | None:
    """Roll for each reef on a path until a reef holes the ship (R20). Return this reef, or `None`."""
    owner = play.state.owner(vessel)
    for name in path:
        if play.state.terrain.get(name) == "reef":
            (roll,) = play.cannon_dice(REEF, owner, 1)
            safe = roll != HOLED
            play.tell(ReefRoll(ship=vessel, seat=owner or None, hex=name, roll=roll, safe=safe))
            if not safe:
                return name
    return None
