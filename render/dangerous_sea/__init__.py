"""The picture of The Dangerous Sea."""

from render.canvas import Canvas
from render.dangerous_sea import margins, ships, traces
from render.dangerous_sea.close_up import paint_close_up
from render.dangerous_sea.colours import chart_sheet, palette
from render.dangerous_sea.isles import paint_tiles
from render.dangerous_sea.layout import lies
from render.dangerous_sea.traces import glides as glides
from render.encode import LastStrips, Picture, png
from rules.dangerous_sea.shown.view import SeaView
from rules.engine.seat import Names


def paint(view: SeaView, names: Names, last: LastStrips) -> Picture:
    """Return the picture of a position, or an enlarged part of it for a player who chooses a square."""
    drawing = draw_position(view, names)
    return paint_close_up(drawing, view) or png(drawing, palette(), last)


def draw_position(view: SeaView, names: Names) -> Canvas:
    """Return the picture as a canvas, which is not encoded yet."""
    canvas = Canvas(chart_sheet(), lies(len(view.ships)).size)
    paint_tiles(canvas, view)
    if not view.targets:
        traces.paint_ways(canvas, view)
    ships.paint_ships(canvas, view)
    if not view.targets:
        traces.paint_marks(canvas, view)
    ships.paint_choices(canvas, view)
    margins.paint_margins(canvas, view, names)
    return canvas
