"""The layout of the pieces on a space, which are in a row along the lane."""

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from render.kraken_bay.layout import breadth, has_letter_at, row
from render.lettering import BOLD_8
from render.pieces import Spot, disc_size
from rules.kraken_bay.board import Space
from rules.kraken_bay.shown.view import BayView

SHIP, PLATE, STRAY = 70, 38, 52
"""The widths in pixels of a ship, of the plate that replaces a ship, and of an off-course ship."""
CHIT, BOMB, TENTACLE = 34, 36, 42


class Stands(NamedTuple):
    """The spots of all pieces, by names such as `captain`, `tentacle B7` and `number B7`."""

    spots: Mapping[str, Spot]
    crowded: frozenset[Space]
    """The spaces in which plates replace ships, because there is too little room."""


def stands(view: BayView) -> Stands:
    """Return the spots of all pieces on the board and of the menu's numbers."""
    there = _without_ships(view)
    crowded = set()
    for ship in view.ships:
        if ship.at is not None:
            others = there[ship.at]
            # While somebody chooses, plates replace ships, which would hide numbers.
            if view.numbers or (others and sum(others.values()) + SHIP > breadth(ship.at)):
                crowded.add(ship.at)
            others[ship.id] = PLATE if ship.at in crowded else SHIP
    spots: dict[str, Spot] = {}
    for space, things in there.items():
        # The ship of a player comes last, where it would hide the lane's letter. Then the row is reversed.
        names = [*things] if not has_letter_at(space, 1) else [*reversed(things)]
        spots |= zip(names, row(space, [things[name] for name in names]), strict=True)
    return Stands(spots, frozenset(crowded))


def _without_ships(view: BayView) -> dict[Space, dict[str, float]]:
    """Return the widths of all pieces except players' ships, by space and by name."""
    there: dict[Space, dict[str, float]] = defaultdict(dict)
    for at in view.chits:
        there[at][f"chit {at}"] = CHIT
    for bomb in view.bombs:
        there[bomb.at][f"{bomb.bomb} {bomb.at}"] = BOMB
    for at in view.tentacles:
        there[at][f"tentacle {at}"] = TENTACLE
    strays = {stray.id: stray.at for stray in view.strays if stray.status == "adrift"}
    strays |= {ship.tow: ship.at for ship in view.ships if ship.tow is not None}
    for stray, space in strays.items():
        if space is not None:
            there[space][stray] = STRAY
    for at, number in view.numbers.items():
        there[at][f"number {at}"] = disc_size(str(number), BOLD_8)[0]
    return there
