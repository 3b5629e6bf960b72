"""The close-up of the last turn: where boat and sharks sailed, with letters and numbers at its edge."""

from collections.abc import Iterator

from PIL import Image

from render import close_up
from render.chart import Box
from render.close_up import Name
from render.encode import Picture
from render.pieces import Spot
from render.port_flower.colours import palette
from render.port_flower.layout import Layout, layout
from rules.port_flower.board import Chart, board
from rules.port_flower.sailing import PORT
from rules.port_flower.view import PortFlowerView

_AROUND = 0.9
"""Squares round the way."""


def paint_close_up(drawing: Image.Image, view: PortFlowerView) -> Picture | None:
    """What the drawing shows of the last turn, enlarged; `None` before anything moved."""
    plan = layout(view.board, len(view.seats))
    part = close_up.region(list(_way(plan, view)), _AROUND * plan.field, plan.sea)
    if part is None:
        return None
    return close_up.close_up(drawing, part, _edge_names(plan, board(view.board).chart, part), palette())


def _way(plan: Layout, view: PortFlowerView) -> Iterator[Spot]:
    """Every square that was sailed, and those where boats that were hit now lie."""
    for trace in view.wake:
        for name in (*trace.path, *(hit.placed for hit in trace.hits)):
            if name == PORT:
                yield plan.block(view.port).centre
            elif name is not None:
                yield plan.middle(name)


def _edge_names(plan: Layout, chart: Chart, part: Box) -> Iterator[Name]:
    """The letters of columns along the upper edge, the numbers of rows along the left one."""
    for column in range(chart.columns):
        yield Name(chr(ord("A") + column), (plan.at(column + 0.5, 0)[0], part.top))
    for row in range(chart.rows):
        yield Name(str(row + 1), (part.left, plan.at(0, row + 0.5)[1]))
