"""The picture of King of Acrana's annual ship race."""

from render.acrana import margins, numbers, ships, traces
from render.acrana.close_up import numbers as choices
from render.acrana.close_up import paint_close_up, part_of
from render.acrana.colours import chart_sheet, palette
from render.acrana.hand import paint_hand
from render.acrana.layout import field, lies
from render.acrana.traces import glides as glides
from render.canvas import Canvas
from render.close_up import paint_numbers
from render.encode import LastStrips, Picture, png
from rules.acrana.shown.view import AcranaView
from rules.engine.seat import Names


def paint(view: AcranaView, names: Names, last: LastStrips) -> Picture:
    """Return the picture of a position, or an enlarged part of it for a player who chooses a square."""
    drawing = draw_position(view, names)
    picture = paint_close_up(drawing, view) or png(drawing, palette(), last)
    return picture._replace(hand=paint_hand(view))


def draw_position(view: AcranaView, names: Names) -> Canvas:
    """Return the picture as a canvas, which is not encoded yet."""
    canvas = Canvas(chart_sheet(), lies(len(view.seats)).size)
    places = ships.moorings(view)
    taken = [*map(ships.box_of, places.values())]
    if not view.reach:
        taken += traces.paint_trails(canvas, view)
        taken += traces.paint_ghosts(canvas, view)
    ships.paint_vessels(canvas, view)
    ships.paint_roads(canvas, view)
    ships.paint_ships(canvas, view, places)
    nearer = part_of(view) is not None
    if view.reach:
        taken += map(field, view.reach)
        if not nearer:
            paint_numbers(canvas, choices(view))
    else:
        traces.paint_leaps(canvas, view)
        traces.paint_homecomings(canvas, view, places)
        taken += numbers.paint_told(canvas, traces.told_squares(view), taken)
    numbers.paint_numbers(canvas, taken)
    if not nearer:
        # A close-up does not show the margins.
        margins.paint_meanings(canvas, view)
        margins.paint_margins(canvas, view, names)
    return canvas
