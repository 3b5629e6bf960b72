"""The close-up of the last play: the ways of the ships that moved, and the numbers of the squares there."""

from collections.abc import Iterator

from PIL import Image

from render import close_up
from render.acrana.colours import palette
from render.acrana.layout import FIELD, FRAME, middle, number_spot, spot
from render.close_up import Name
from render.encode import Picture
from render.pieces import Spot
from rules.acrana.board import BOARD, FINISH, PORT
from rules.acrana.view import AcranaView

_AROUND = 1.2 * FIELD


def paint_close_up(drawing: Image.Image, view: AcranaView) -> Picture | None:
    """What the drawing shows of the last play, enlarged; `None` before any ship moved."""
    part = close_up.region(list(_way(view)), _AROUND, FRAME)
    if part is None:
        return None
    return close_up.close_up(drawing, part, _numbers(view), palette())


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


def _numbers(view: AcranaView) -> Iterator[Name]:
    """Over the small numbers, and on the corner of a square where a ship hides its own."""
    taken = {ship.square for ship in view.ships}
    for square in BOARD.squares:
        if PORT < square.n < FINISH:
            x, y = middle(square.n)
            at = number_spot(square.n) if square.n not in taken else (x - FIELD / 2, y - FIELD / 2)
            yield Name(str(square.n), at)
