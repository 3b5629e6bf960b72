"""The picture of Articles of War: Privateer: the chart, then everything that can change in a turn."""

from render.canvas import Canvas
from render.encode import LastStrips, Picture, png
from render.privateer import isles, margins, ships, wakes, weather
from render.privateer.close_up import paint_close_up
from render.privateer.colours import palette
from render.privateer.glides import glides as glides
from render.privateer.sheet import chart_sheet
from rules.engine.seat import Names
from rules.privateer.view import PrivateerView


def paint(view: PrivateerView, names: Names, last: LastStrips) -> Picture:
    """The picture of a position, 1200 pixels wide."""
    drawing = draw_position(view, names)
    return png(drawing, palette(), last)._replace(close_up=paint_close_up(drawing, view))


def draw_position(view: PrivateerView, names: Names) -> Canvas:
    """The same before it is encoded. What is painted later lies on top."""
    canvas = Canvas(chart_sheet())
    isles.paint_terrain(canvas, view)
    weather.paint_storm(canvas, view)
    ships.paint_circles(canvas, view)
    ships.paint_rings(canvas, view)
    wakes.paint_trails(canvas, view)
    ships.paint_ships(canvas, view)
    wakes.paint_marks(canvas, view)
    ships.paint_choices(canvas, view)
    weather.paint_notices(canvas, view)
    margins.paint_margins(canvas, view, names)
    return canvas
