"""The picture of Articles of War: Privateer."""

from render.canvas import Canvas
from render.encode import LastStrips, Picture, png
from render.privateer import isles, margins, ships, traces, weather
from render.privateer.close_up import paint_choices, paint_close_up, part_of
from render.privateer.colours import chart_sheet, map_sheet, palette
from render.privateer.layout import lies
from render.privateer.seats import owned
from render.privateer.sheet import paint_names
from render.privateer.table import paint_table
from render.privateer.traces import glides as glides
from rules.engine.seat import Names
from rules.privateer.shown.view import PrivateerView


def paint(view: PrivateerView, names: Names, last: LastStrips) -> Picture:
    """Return the picture of a position, or an enlarged part of it for a player who chooses a hex."""
    part = part_of(view)
    if part is not None:
        return paint_close_up(_draw_map(Canvas(map_sheet()), view), part, view)
    return png(draw_position(view, names), palette(), last)


def draw_position(view: PrivateerView, names: Names) -> Canvas:
    """Return the picture as a canvas, which is not encoded yet."""
    canvas = _draw_map(Canvas(chart_sheet(), lies(len(owned(view))).size), view)
    weather.paint_notices(canvas, view)
    paint_table(canvas, view)
    margins.paint_margins(canvas, view, names)
    return canvas


def _draw_map(canvas: Canvas, view: PrivateerView) -> Canvas:
    """Paint everything on the map, but no traces while the onlooker chooses a hex, and return the canvas."""
    isles.paint_terrain(canvas, view)
    weather.paint_storm(canvas, view)
    ships.paint_circles(canvas, view)
    ships.paint_rims(canvas, view)
    if view.reach:
        isles.paint_letters(canvas, view)
        paint_choices(canvas, view)
    else:
        crossed = traces.paint_trails(canvas, view)
        isles.paint_letters(canvas, view)
        paint_names(canvas, view, crossed)
    ships.paint_ships(canvas, view)
    return canvas
