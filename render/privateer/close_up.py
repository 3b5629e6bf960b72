"""The close-up of the hexes from which a player chooses, with the hexes' names."""

from collections.abc import Iterator

from PIL import Image

from render import close_up, theme
from render.chart import Box
from render.close_up import Lettering, Name
from render.encode import Picture
from render.lettering import BOLD_8, write_centred
from render.pieces import place
from render.privateer.colours import palette
from render.privateer.layout import DOWN, SEA, middle
from render.privateer.liveries import LIVERIES
from render.privateer.ships import rim
from rules.privateer.shown.caption import leading_fleet
from rules.privateer.shown.view import PrivateerView

_DICE = 2
"""The maximum number of dice spent on a ship in a turn."""
_AROUND = 0.9 * DOWN
_PITCH = 60
"""The `pitch` of `close_up.around` with which ships' letters are at least 11 pixels high on a phone."""


def paint_choices(canvas: Image.Image, view: PrivateerView) -> None:
    """Paint a rim around each hex that can be chosen, and its name if there is no close-up."""
    mark = rim(LIVERIES[leading_fleet(view)].hue, theme.CARD, 0.72)
    for name in view.reach:
        place(canvas, mark, middle(name))
    if part_of(view) is None:
        for text, at in _names(view):
            write_centred(canvas, at, text, BOLD_8, theme.INK)


def paint_close_up(drawing: Image.Image, part: Box, view: PrivateerView) -> Picture:
    """Return an enlarged part of the drawing, with the names of the hexes to choose from."""
    return close_up.close_up(drawing, part, palette(), Lettering(_names(view)))


def part_of(view: PrivateerView) -> Box | None:
    """Return the part to enlarge, or `None` if nobody chooses a hex or ships' letters would be too small."""
    if not view.reach:
        return None
    takers = [middle(ship.hex) for ship in view.ships if ship.spent is not None and len(ship.spent) < _DICE]
    places = [*map(middle, view.reach), *takers]
    return close_up.around(takers[0] if takers else places[0], places, _AROUND, SEA, _PITCH)


def _names(view: PrivateerView) -> Iterator[Name]:
    """Yield the names of the hexes to choose from, except hexes with ships, which have letters."""
    ships = {view.merchant, *(ship.hex for ship in view.ships)}
    return (Name(name, middle(name)) for name in view.reach if name not in ships)
