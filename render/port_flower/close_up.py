"""The close-up of the last turn, or of where the boat at turn could end, with the names at its edge."""

from collections.abc import Iterator

from PIL import Image

from render import close_up
from render.chart import Box
from render.close_up import Name, Number
from render.encode import Picture
from render.pieces import Spot
from render.port_flower.colours import palette
from render.port_flower.course import choices
from render.port_flower.fleet import moorings
from render.port_flower.layout import Layout, layout
from render.port_flower.liveries import LIVERIES
from rules.port_flower.board import Chart, Place, board
from rules.port_flower.sailing import OUT, PORT, TOW
from rules.port_flower.view import PortFlowerView

_AROUND = 0.9
"""Squares round the way."""
_MARKS = 0.16
"""How high the letters and digits of pieces and buoys are at least, in squares."""


def paint_close_up(drawing: Image.Image, view: PortFlowerView) -> Picture | None:
    """What the drawing shows of the choices of who chooses, or of the last turn, enlarged.

    `None` before anything moved.
    """
    plan = layout(view.board, len(view.seats))
    margin = _AROUND * plan.field
    if view.can_end:
        part = close_up.region(list(_reach(plan, view)), margin, plan.sea, close_up.all_of(plan.sea))
    else:
        part = close_up.region(list(_way(plan, view)), margin, plan.sea)
    if part is None:
        return None
    names = [*_edge_names(plan, board(view.board).chart, part)]
    if close_up.is_small(_MARKS * plan.field, part):
        names += _marks(plan, view)
    return close_up.close_up(drawing, part, names, palette(), _numbers(plan, view))


def _way(plan: Layout, view: PortFlowerView) -> Iterator[Spot]:
    """Every square that was sailed, and those where boats that were hit now lie."""
    for trace in view.wake:
        for name in (*trace.path, *(hit.placed for hit in trace.hits)):
            if name == PORT:
                yield plan.block(view.port).centre
            elif name is not None:
                yield plan.middle(name)


def _reach(plan: Layout, view: PortFlowerView) -> Iterator[Spot]:
    """The squares where the boat at turn could end, the furthest first, and last the boat."""
    boat = next(seat.position for seat in view.seats if seat.seat == view.turn_seat)
    here = Place.read(view.port[0] if boat == PORT else boat)
    ends = sorted(view.can_end, key=lambda name: -here.gap(Place.read(name)))
    yield from map(plan.middle, ends)
    yield plan.block(view.port).centre if boat == PORT else plan.middle(boat)


def _edge_names(plan: Layout, chart: Chart, part: Box) -> Iterator[Name]:
    """The letters of columns along the upper edge, the numbers of rows along the left one."""
    for column in range(chart.columns):
        yield Name(chr(ord("A") + column), (plan.at(column + 0.5, 0)[0], part.top))
    for row in range(chart.rows):
        yield Name(str(row + 1), (part.left, plan.at(0, row + 0.5)[1]))


def _marks(plan: Layout, view: PortFlowerView) -> Iterator[Name]:
    """What buoys, sharks and boats at sea carry, where it would be too small."""
    for number, point in enumerate(view.buoys, 1):
        yield Name(str(number), plan.middle(point))
    for number, square in enumerate(view.sharks, 1):
        yield Name(str(number), plan.middle(square))
    for seat in view.seats:
        if seat.position not in {PORT, TOW, OUT}:
            yield Name(seat.letter, plan.middle(seat.position))
    for number, (spot, _) in moorings(plan, view).items():
        yield Name(view.seats[number - 1].letter, spot)


def _numbers(plan: Layout, view: PortFlowerView) -> Iterator[Number]:
    """The numbers that menus give the squares where the boat could end."""
    livery = LIVERIES[view.turn_seat or 1]
    for number, (x, y) in enumerate(choices(plan, view).values(), 1):
        # A little lower, to leave the letters along the upper edge free.
        yield Number(str(number), (x, y + 0.1 * plan.field), livery.hue, livery.ink)
