"""The picture of Sailing Port Flower: the chart from the shelf, then everything that can change in a turn."""

from render.canvas import Canvas
from render.encode import LastStrips, Picture, png
from render.port_flower import course, fleet, margins, wakes
from render.port_flower.close_up import paint_close_up
from render.port_flower.colours import palette
from render.port_flower.glides import glides as glides
from render.port_flower.layout import layout
from render.port_flower.names import lettered
from render.port_flower.shelf import bay
from rules.engine.seat import Names
from rules.port_flower.view import PortFlowerView


def paint(view: PortFlowerView, names: Names, last: LastStrips) -> Picture:
    """The picture of a position, about 1200 pixels wide."""
    drawing = draw_position(view, names)
    picture = png(drawing, palette(), last)
    return picture._replace(close_up=paint_close_up(drawing, lettered(view, names)))


def draw_position(view: PortFlowerView, names: Names) -> Canvas:
    """The same before it is encoded. What is painted later lies on top."""
    view, plan = lettered(view, names), layout(view.board, len(view.seats))
    canvas = Canvas(bay(view.board, tuple(view.islands), len(view.seats)))
    course.paint_goal(canvas, plan, view)
    wakes.paint_trails(canvas, plan, view.wake)
    course.paint_halos(canvas, plan, view)
    wakes.paint_ghosts(canvas, plan, view)
    wakes.paint_hits(canvas, plan, view)
    wakes.paint_rings(canvas, plan, view)
    fleet.paint_pieces(canvas, plan, view)
    course.paint_buoys(canvas, plan, view)
    fleet.paint_moored(canvas, plan, view)
    fleet.paint_towed(canvas, plan, view)
    course.paint_choices(canvas, plan, view)
    margins.paint_margins(canvas, plan, view, names)
    return canvas
