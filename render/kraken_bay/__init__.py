"""The picture of Kraken Bay."""

from render.canvas import Canvas
from render.close_up import paint_numbers
from render.encode import LastStrips, Picture, png
from render.kraken_bay import afloat, margins, ships, traces
from render.kraken_bay.close_up import numbers, paint_close_up, part_of
from render.kraken_bay.colours import chart_sheet, palette
from render.kraken_bay.layout import lies, stands
from render.kraken_bay.sheet import paint_lanes
from render.kraken_bay.traces import glides as glides
from rules.engine.seat import Names
from rules.kraken_bay.shown.view import BayView


def paint(view: BayView, names: Names, last: LastStrips) -> Picture:
    """Return the picture of a position, or an enlarged part of it for a player who chooses a space."""
    drawing = draw_position(view, names)
    return paint_close_up(drawing, view) or png(drawing, palette(), last)


def draw_position(view: BayView, names: Names) -> Canvas:
    """Return the picture as a canvas, which is not encoded yet."""
    canvas = Canvas(chart_sheet(), lies(len(view.ships)).size)
    lie, part = stands(view), part_of(view)
    ships.paint_piers(canvas, view)
    if not view.numbers:
        traces.paint_traces(canvas, view, lie.spots)
    ships.paint_rays(canvas, view, lie)
    paint_lanes(canvas, part, lie.spots.values())
    afloat.paint_kraken(canvas, view)
    afloat.paint_afloat(canvas, view, lie.spots)
    ships.paint_ships(canvas, view, lie)
    if part is None:
        # A close-up does not show the margins.
        margins.paint_key(canvas)
        paint_numbers(canvas, numbers(view))
        margins.paint_margins(canvas, view, names)
    return canvas
