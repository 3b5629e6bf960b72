"""The moving pieces in a replay of King of Acrana's annual ship race."""

from collections.abc import Sequence

from render.acrana.layout import SEA, spot
from render.acrana.ships import ship_of
from render.animation import Glide, Leg
from render.pieces import Spot, bow
from rules.acrana.shown.view import AcranaView, Trace
from rules.engine.seat import Names


def glides(view: AcranaView, _: Names) -> Sequence[Leg]:
    """Return the movements of ships in order. Consecutive drifts happen at the same time."""
    legs: list[list[Glide]] = []
    drifting = False
    for trace in view.ways:
        seat = view.ship(trace.ship).seat
        piece = ship_of(seat, lettered=True)
        glide = Glide(trace.ship, piece, _way(view, trace, seat))
        if drifting and trace.how == "drifted":
            legs[-1].append(glide)
        else:
            legs.append([glide])
        drifting = trace.how == "drifted"
    return legs


def _way(view: AcranaView, trace: Trace, seat: int) -> list[Spot]:
    """Return a ship's path through the middle of each square, or a curve if it did not sail or drift."""
    if trace.start == trace.end:
        return []
    if trace.how in {"sailed", "drifted"}:
        step = 1 if trace.end > trace.start else -1
        squares = range(trace.start, trace.end + step, step)
        return [spot(square, seat, len(view.seats)) for square in squares]
    start, end = (spot(square, seat, len(view.seats)) for square in (trace.start, trace.end))
    return bow(start, end, SEA.centre)
