"""The close-up of the last play, or of where cards take the ships of who chooses, with squares' numbers."""

from collections.abc import Iterator
from functools import cache

from PIL import Image

from render import close_up, theme
from render.acrana.colours import palette
from render.acrana.layout import FIELD, FRAME, middle, number_spot, spot
from render.acrana.liveries import LIVERIES
from render.acrana.ships import moorings, number_style
from render.acrana.vessels import VESSEL, VESSEL_HEIGHT, vessel_spot
from render.chart import Box
from render.close_up import Name, Number, Tag
from render.drawings import mark_height
from render.encode import Picture
from render.lettering import cap_height
from render.pieces import Spot
from rules.acrana.board import BOARD, FINISH, PORT, Square
from rules.acrana.view import AcranaView

_AROUND = 1.2 * FIELD


def paint_close_up(drawing: Image.Image, view: AcranaView) -> Picture | None:
    """What the drawing shows of the choices of who chooses, or of the last play, enlarged.

    `None` before any ship moved.
    """
    part = part_of(view)
    if part is None:
        return None
    return close_up.close_up(drawing, part, _numbers(view, part), palette(), _cards(view), tags(view, part))


def part_of(view: AcranaView) -> Box | None:
    """The part of the picture that is shown from nearer."""
    return close_up.region(list(_reach(view) if view.reach else _way(view)), _AROUND, FRAME)


def tags(view: AcranaView, part: Box) -> Iterator[Tag]:
    """The letters and numbers of ships and pirate vessels, where they would be too small."""
    for name, (at, height) in moorings(view).items():
        livery = LIVERIES[view.ship(name).seat]
        if close_up.is_small(min(mark_height(livery.ship, height), cap_height(number_style(height))), part):
            yield Tag(name, at, livery.hue, livery.ink)
    if close_up.is_small(mark_height(VESSEL, VESSEL_HEIGHT), part):
        for vessel in view.vessels:
            x, y = vessel_spot(vessel.number)
            yield Tag(str(vessel.number), (x, y + VESSEL_HEIGHT * 0.33), theme.INK, theme.WHITE)


def _reach(view: AcranaView) -> Iterator[Spot]:
    """Where cards take ships, the furthest on the track first; last the ships of who chooses."""
    yield from map(middle, sorted(view.reach, reverse=True))
    ships = [ship.square for ship in view.ships if ship.seat == view.active and PORT < ship.square < FINISH]
    yield from map(middle, sorted(ships, reverse=True))


def _cards(view: AcranaView) -> Iterator[Number]:
    """The cards that lead to squares, in their lower right corners."""
    livery = LIVERIES[view.active]
    for square, told in view.reach.items():
        x, y = middle(square)
        yield Number(told, (x + FIELD * 0.3, y + FIELD * 0.3), livery.hue, livery.ink)


def _way(view: AcranaView) -> Iterator[Spot]:
    """Every square that was sailed, of a leap both ends."""
    for trace in view.traces:
        seat = view.ship(trace.ship).seat
        if trace.how == "sailed":
            step = 1 if trace.end > trace.start else -1
            between = range(trace.start + step, trace.end, step)
        else:
            between = range(0)
        for square in (trace.start, *between, trace.end):
            yield spot(square, seat, len(view.seats))


def _numbers(view: AcranaView, part: Box) -> Iterator[Name]:
    """Over the small numbers, and on the corner of a square where a ship hides its own."""
    taken = {ship.square for ship in view.ships}
    for square, number, corner in _marked():
        at = corner if square in taken else number
        if part.left <= at[0] <= part.right and part.top <= at[1] <= part.bottom:
            yield Name(str(square), at)


@cache
def _marked() -> tuple[tuple[Square, Spot, Spot], ...]:
    """Every square that can be sailed to, the middle of its number, and its corner."""
    squares = [square.n for square in BOARD.squares if PORT < square.n < FINISH]
    middles = [middle(square) for square in squares]
    corners = [(x - FIELD / 2, y - FIELD / 2) for x, y in middles]
    return tuple(zip(squares, map(number_spot, squares), corners, strict=True))
