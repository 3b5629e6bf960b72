"""The close-up of the squares that a hand's cards can reach, with the menu's numbers on them."""

from collections.abc import Iterator

from PIL import Image

from render import close_up
from render.acrana.colours import palette
from render.acrana.layout import FIELD, FRAME, middle
from render.acrana.liveries import LIVERIES
from render.acrana.ships import called, engaged, moorings, name_spot
from render.chart import Box
from render.close_up import Lettering, Name, Tag
from render.encode import Picture
from render.lettering import BOLD_8, cap_height
from rules.acrana.board import FINISH, KINDS, PORT
from rules.acrana.shown.view import AcranaView

_AROUND = 0.8 * FIELD
_ASIDE = 0.27 * FIELD
"""The distance of a number from the middle of an occupied square."""
_NAME_AT = -0.2 * FIELD, -0.38 * FIELD
"""The offset of a square's name from its middle."""


def paint_close_up(drawing: Image.Image, view: AcranaView) -> Picture | None:
    """Return the enlarged part of the drawing with the menu's numbers, or `None` if no part is enlarged."""
    part = part_of(view)
    if part is None:
        return None
    lettering = Lettering(_names(view, part), numbers(view), tags(view, part))
    return close_up.close_up(drawing, part, palette(), lettering)


def part_of(view: AcranaView) -> Box | None:
    """Return the part to enlarge, or `None` if nobody chooses a square or if numbers would overlap."""
    if not view.reach:
        return None
    own = [ship.square for ship in view.ships if ship.seat == view.active and PORT < ship.square < FINISH]
    spots = [*map(middle, [*view.reach, *own])]
    return close_up.around(middle(max(own)) if own else spots[0], spots, _AROUND, FRAME, FIELD)


def tags(view: AcranaView, part: Box) -> Iterator[Tag]:
    """Yield tags for the ships whose texts would be too small."""
    for name, moored in moorings(view).items():
        ship = view.ship(name)
        spot, capitals = name_spot(view, ship, moored)
        if close_up.is_small(capitals, part):
            yield Tag(called(view, ship), spot, LIVERIES[ship.seat].hue, LIVERIES[ship.seat].ink)
    if close_up.is_small(cap_height(BOLD_8), part):
        for told, seat, spot in engaged(view):
            yield Tag(told, spot, LIVERIES[seat].hue, LIVERIES[seat].ink)


def numbers(view: AcranaView) -> Iterator[Tag]:
    """Yield a tag with the menu's number for each square, next to the square's letter or ship."""
    livery, taken = LIVERIES[view.active], {ship.square for ship in view.ships}
    for square, number in view.places.items():
        aside = _ASIDE if square in taken or KINDS[square] != "open" else 0
        x, y = middle(square)
        yield Tag(str(number), (x + aside, y + aside), livery.hue, livery.ink)


def _names(view: AcranaView, part: Box) -> Iterator[Name]:
    """Yield the names of the reachable squares that do not overlap."""
    shown: list[Name] = []
    for square in view.reach:
        x, y = middle(square)
        name = Name(str(square), (x + _NAME_AT[0], y + _NAME_AT[1]))
        if not any(close_up.overlap(name, other, part) for other in shown):
            shown.append(name)
    yield from shown
