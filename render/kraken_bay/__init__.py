"""The picture of Kraken Bay: the round bay, then everything that can change in a turn."""

from render.canvas import Canvas
from render.encode import LastStrips, Picture, png
from render.kraken_bay import afloat, margins, ships, wakes
from render.kraken_bay.close_up import paint_close_up
from render.kraken_bay.colours import palette
from render.kraken_bay.glides import glides as glides
from render.kraken_bay.places import stands
from render.kraken_bay.sheet import chart_sheet
from rules.engine.seat import Names
from rules.kraken_bay.view import BayView


def paint(view: BayView, names: Names, last: LastStrips) -> Picture:
    """The picture of a position, 1200 pixels wide."""
    drawing = draw_position(view, names)
    return png(drawing, palette(), last)._replace(close_up=paint_close_up(drawing, view))


def draw_position(view: BayView, names: Names) -> Canvas:
    """The same before it is encoded. What is painted later lies on top."""
    canvas = Canvas(chart_sheet())
    places = stands(view)
    ships.paint_piers(canvas, view)
    wakes.paint_ways(canvas, view)
    ships.paint_reach(canvas, view)
    afloat.paint_afloat(canvas, view, places)
    ships.paint_ships(canvas, view, places)
    afloat.paint_kraken(canvas, view)
    wakes.paint_marks(canvas, view)
    ships.paint_choices(canvas, view)
    margins.paint_margins(canvas, view, names)
    return canvas
