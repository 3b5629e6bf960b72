"""The close-up of the squares where the active ship may go. The close-up may cross the edges of the sea."""

import math
from collections.abc import Iterator
from typing import TypeVar

from PIL import Image, ImageDraw

from render import close_up, theme
from render.chart import Box
from render.close_up import Axes, Lettering, Tag
from render.dangerous_sea.colours import palette
from render.dangerous_sea.layout import HIGH, SEA, WIDE, at, middle
from render.dangerous_sea.liveries import LIVERIES
from render.dangerous_sea.ships import ALONE, GHOST_SHIP, ghost_mooring, moorings
from render.drawings import mark_height, mark_spot
from render.encode import Picture, blank, known_in_colours
from render.lettering import BOLD_8, cap_height
from render.pieces import Mooring, Spot
from render.theme import rgb
from rules.dangerous_sea.board import FILE
from rules.dangerous_sea.shown.view import SeaView

_AROUND = 0.6 * WIDE
"""The margin around the middles of squares, in pixels, with which no square is cut."""
_EDGE = 4
_Pixels = TypeVar("_Pixels", int, float)


def paint_close_up(drawing: Image.Image, view: SeaView) -> Picture | None:
    """Return the enlarged part of the drawing, or `None` if no part is enlarged."""
    part = part_of(view)
    if part is None:
        return None
    lettering = Lettering(tags=tags(view, part), axes=axes(part))
    if part.within(SEA) == part:
        return close_up.close_up(drawing, part, palette(), lettering)
    return close_up.lettered(close_up.enlarged(_unrolled(drawing, part)), part, palette(), lettering)


def part_of(view: SeaView) -> Box | None:
    """Return the part to enlarge, or `None` if nobody chooses a square or if the part exceeds the sea."""
    ship = next((middle(one.at) for one in view.ships if one.active and one.at is not None), None)
    if ship is None or not view.targets:
        return None
    places = [_nearest(ship, middle(square)) for square in [*view.targets, *view.courses]]
    part = close_up.around(ship, places, _AROUND, SEA.grown(SEA.width), WIDE)
    return None if part is None or part.width > SEA.width or part.height > SEA.height else part


def axes(part: Box) -> Axes:
    """Return the names of the columns and rows in `part`, including those across an edge of the sea."""
    columns = _squares((part.left - SEA.left) / WIDE, (part.right - SEA.left) / WIDE)
    rows = _squares((part.top - SEA.top) / HIGH, (part.bottom - SEA.top) / HIGH)
    return Axes(
        [(FILE.columns[(column - 1) % len(FILE.columns)], at(column, 0)[0]) for column in columns],
        [(str((row - 1) % FILE.rows + 1), at(0, row)[1]) for row in rows],
    )


def _squares(low: float, high: float) -> range:
    """Return the columns or rows, even outside the sea, with middles from `low` to `high` (in squares)."""
    return range(math.ceil(low + 0.5), math.floor(high + 0.5) + 1)


def _nearest(to: Spot, spot: Spot) -> Spot:
    """Return the copy of `spot` that is nearest to the spot `to` in the sea, which wraps round."""
    x, y = (
        one + math.ceil((other - one) / length - 0.5) * length
        for one, other, length in zip(spot, to, (SEA.width, SEA.height), strict=True)
    )
    return x, y


def _copies(spot: Spot, part: Box) -> list[Spot]:
    """Return the copies of `spot` in `part` of the sea, which wraps round."""
    rows = _seen(spot[1], SEA.height, part.top, part.bottom)
    return [(x, y) for x in _seen(spot[0], SEA.width, part.left, part.right) for y in rows]


def _seen(spot: _Pixels, length: int, low: int, high: int) -> list[_Pixels]:
    """Return the copies of a coordinate that are from `low` to `high`. Copies are `length` pixels apart."""
    return [one for one in (spot - length, spot, spot + length) if low <= one <= high]


def _unrolled(drawing: Image.Image, part: Box) -> Image.Image:
    """Return a part that crosses an edge of the sea, in the palette's colours, with lines at the edges."""
    colours = palette()
    shown = blank((part.width, part.height), colours)
    lefts = _seen(SEA.left - part.left, SEA.width, 1 - SEA.width, part.width - 1)
    tops = _seen(SEA.top - part.top, SEA.height, 1 - SEA.height, part.height - 1)
    # Copy only the visible columns of pixels, or all columns if two copies of the sea are visible.
    west, east = max(0, -lefts[-1]), min(SEA.width, part.width - lefts[0])
    for top in tops:
        north, south = max(0, -top), min(SEA.height, part.height - top)
        seen = SEA.left + west, SEA.top + north, SEA.left + east, SEA.top + south
        rows = known_in_colours(drawing, seen, colours)
        for left in lefts:
            shown.paste(rows, (left + west, top + north))
    draw = ImageDraw.Draw(shown)
    for ink, width in ((theme.INK, _EDGE + 2), (theme.CARD, _EDGE - 2)):
        for left in _seen(SEA.left - part.left, SEA.width, -_EDGE, part.width + _EDGE):
            draw.line((left, 0, left, part.height), ink, width)
        for top in _seen(SEA.top - part.top, SEA.height, -_EDGE, part.height + _EDGE):
            draw.line((0, top, part.width, top), ink, width)
    return shown


def tags(view: SeaView, part: Box) -> Iterator[Tag]:
    """Yield tags with the letters of ships, if the letters on their sails would be too small."""
    for captain, mooring in moorings(view).items():
        livery = LIVERIES[captain]
        yield from _tags(livery.letter, livery.ship, mooring, livery.hue, livery.ink, part)
    if ghost := ghost_mooring(view):
        style = FILE.ghost
        yield from _tags(style.letter, GHOST_SHIP, ghost, rgb(style.colour), rgb(style.text), part)


def _tags(
    letter: str, ship: str, mooring: Mooring, hue: theme.Colour, ink: theme.Colour, part: Box
) -> Iterator[Tag]:
    high = cap_height(BOLD_8) if mooring.crowded else mark_height(ship, ALONE)
    spot = mooring.at if mooring.crowded else mark_spot(ship, ALONE, mooring.at)
    if close_up.is_small(high, part):
        yield from (Tag(letter, seen, hue, ink) for seen in _copies(spot, part))
