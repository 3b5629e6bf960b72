"""The picture of King of Acrana's annual ship race: the chart, then everything that can change in a turn."""

from render.acrana import layout, margins, ships, vessels, wakes
from render.acrana.close_up import paint_close_up
from render.acrana.colours import palette
from render.acrana.glides import glides as glides
from render.acrana.hand import paint_hand
from render.acrana.sheet import chart_sheet
from render.canvas import Canvas
from render.chart import on_paper
from render.encode import LastStrips, Picture, png
from rules.acrana.view import AcranaView
from rules.engine.seat import Names


def paint(view: AcranaView, names: Names, last: LastStrips) -> Picture:
    """The picture of a position, 1200 pixels wide."""
    drawing = draw_position(view, names)
    picture = png(drawing, palette(), last)
    return picture._replace(close_up=paint_close_up(drawing, view), hand=paint_hand(view))


def draw_position(view: AcranaView, names: Names) -> Canvas:
    """The same before it is encoded. What is painted later lies on top."""
    canvas = on_paper(chart_sheet(), layout.size(len(view.seats)))
    places = ships.moorings(view)
    margins.paint_quays(canvas, view)
    wakes.paint_trails(canvas, view)
    wakes.paint_ghosts(canvas, view)
    wakes.paint_rings(canvas, view, places)
    vessels.paint_vessels(canvas, view)
    ships.paint_roads(canvas, view)
    ships.paint_ships(canvas, view, places)
    margins.paint_margins(canvas, view, names)
    return canvas
