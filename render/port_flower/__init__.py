"""The picture of Sailing Port Flower."""

from render.canvas import Canvas
from render.close_up import paint_numbers
from render.encode import LastStrips, Picture, png
from render.port_flower import course, fleet, margins, traces
from render.port_flower.close_up import numbers, paint_close_up, part_of
from render.port_flower.colours import chart_sheet, palette
from render.port_flower.layout import layout
from render.port_flower.traces import glides as glides
from rules.engine.seat import Names
from rules.port_flower.shown.view import PortFlowerView


def paint(view: PortFlowerView, names: Names, last: LastStrips) -> Picture:
    """Return the picture of a position, or an enlarged part of it for a player who chooses a square."""
    drawing = draw_position(view, names)
    return paint_close_up(drawing, view) or png(drawing, palette(), last)


def draw_position(view: PortFlowerView, names: Names) -> Canvas:
    """Return the picture as a canvas, which is not encoded yet."""
    plan = layout(view.board, len(view.seats))
    canvas = Canvas(chart_sheet(view.board, tuple(view.islands), len(view.seats)))
    course.paint_goal(canvas, plan, view)
    if not view.can_end:
        traces.paint_traces(canvas, plan, view)
    fleet.paint_pieces(canvas, plan, view)
    course.paint_buoys(canvas, plan, view)
    fleet.paint_moored(canvas, plan, view)
    fleet.paint_towed(canvas, plan, view)
    if part_of(view) is None:
        paint_numbers(canvas, numbers(plan, view))
    margins.paint_margins(canvas, plan, view, names)
    return canvas
