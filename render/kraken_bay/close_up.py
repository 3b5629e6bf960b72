"""The close-up of the spaces and targets from which a player chooses."""

import math
from collections.abc import Iterator

from PIL import Image

from render import close_up
from render.chart import Box
from render.close_up import Lettering, Tag
from render.encode import Picture
from render.kraken_bay.colours import palette
from render.kraken_bay.layout import LANE, SEA, SHIFT, middle, stands
from render.kraken_bay.liveries import LIVERIES
from render.lettering import BOLD_8, cap_height
from rules.kraken_bay.shown.view import BayView

_AROUND = 1.2 * LANE
_APART = math.hypot(LANE, 2 * SHIFT)
"""The distance in pixels between numbers in neighbouring lanes."""


def paint_close_up(drawing: Image.Image, view: BayView) -> Picture | None:
    """Return the enlarged part of the drawing with the menu's numbers, or `None` if no part is enlarged."""
    part = part_of(view)
    if part is None:
        return None
    lettering = Lettering(numbers=numbers(view), tags=tags(view, part))
    return close_up.close_up(drawing, part, palette(), lettering)


def part_of(view: BayView) -> Box | None:
    """Return the part to enlarge, or `None` if nobody chooses a space or if numbers would overlap."""
    ship = next((ship.at for ship in view.ships if ship.active), None)
    if ship is None or not view.numbers:
        return None
    lie = stands(view)
    numbered = [lie.spots[f"number {space}"] for space in view.numbers]
    places = [*numbered, *(middle(target.at) for target in view.targets)]
    return close_up.around(middle(ship), places, _AROUND, SEA, _APART)


def numbers(view: BayView) -> Iterator[Tag]:
    """Yield a tag with the menu's number for each space, if a player chooses."""
    if view.turn_ship is not None:
        livery, lie = LIVERIES[view.turn_ship], stands(view)
        for space, number in view.numbers.items():
            yield Tag(str(number), lie.spots[f"number {space}"], livery.hue, livery.ink)


def tags(view: BayView, part: Box) -> Iterator[Tag]:
    """Yield tags with the letters of ships, if the letters on their sails would be too small."""
    if close_up.is_small(cap_height(BOLD_8), part):
        lie = stands(view)
        for ship in view.ships:
            if ship.id in lie.spots:
                livery = LIVERIES[ship.id]
                yield Tag(livery.letter, lie.spots[ship.id], livery.hue, livery.ink)
