"""Where in its space each thing lies: side by side along the lane, nothing hidden behind another."""

from collections import defaultdict
from collections.abc import Mapping

from render.kraken_bay.layout import LANE, row
from render.pieces import Spot
from rules.kraken_bay.board import Space
from rules.kraken_bay.view import BayView

ROOM = LANE + 2
"""Pixels along a lane for each thing."""


def stands(view: BayView) -> Mapping[str, Spot]:
    """Everything on the board by its name: a ship by its own, the rest as `tentacle B7` or `chit B7`."""
    there: dict[Space, list[str]] = defaultdict(list)
    for at in view.chits:
        there[at].append(f"chit {at}")
    for bomb in view.bombs:
        there[bomb.at].append(f"{bomb.bomb} {bomb.at}")
    for at in view.tentacles:
        there[at].append(f"tentacle {at}")
    for ship in view.ships:
        if ship.at is not None and ship.tow is not None:
            there[ship.at].append(ship.tow)
    for stray in view.strays:
        if stray.status == "adrift" and stray.at is not None:
            there[stray.at].append(stray.id)
    for ship in view.ships:
        if ship.at is not None:
            there[ship.at].insert(_berth(len(there[ship.at])), ship.id)
    return {
        name: spot
        for space, things in there.items()
        for name, spot in zip(things, row(space, len(things), ROOM), strict=True)
    }


def _berth(others: int) -> int:
    """Where in the row a ship lies: the names of its space and of the next leave its letter free there."""
    return min(others, 2)
