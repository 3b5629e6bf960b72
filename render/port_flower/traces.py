"""The traces of movements: trails, pale starts, rings, hits, and the moving pieces of replays."""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from PIL import Image

from render import theme
from render.animation import Glide, Leg
from render.drawings import sprite
from render.pieces import Spot, boat, bow, faded, place, ring, shorten, spot_of
from render.port_flower.course import paint_halos
from render.port_flower.fleet import LEAST, tall
from render.port_flower.layout import Layout, layout
from render.port_flower.liveries import LIVERIES, livery_of
from render.trails import dashed, dotted, faint
from rules.engine.seat import Names
from rules.port_flower.board import PORT
from rules.port_flower.shown.traces import Hit
from rules.port_flower.shown.view import PortFlowerView, Trace

SLATE = theme.rgb("#3A444F")


def paint_traces(canvas: Image.Image, plan: Layout, view: PortFlowerView) -> None:
    """Paint all traces of the latest turns."""
    paint_earlier(canvas, plan, view)
    paint_trails(canvas, plan, view.traces)
    paint_halos(canvas, plan, view)
    paint_ghosts(canvas, plan, view)
    paint_hits(canvas, plan, view)
    paint_rings(canvas, plan, view)


def paint_earlier(canvas: Image.Image, plan: Layout, view: PortFlowerView) -> None:
    """Paint the paths of earlier turns as faint lines."""
    for trace in view.earlier:
        if len(trace.path) > 1:
            hue = LIVERIES[trace.seat].hue if trace.piece == "boat" else SLATE
            faint(canvas, shorten([*map(plan.middle, trace.path)], plan.field * 0.3), hue)


def paint_trails(canvas: Image.Image, plan: Layout, traces: Sequence[Trace]) -> None:
    """Paint the path of every piece that moved, with an arrow head at its end."""
    aside = plan.field * 0.07 if _crosses_itself(traces) else 0.0
    for trace in traces:
        if len(trace.path) < 2:
            continue
        hue, size = (LIVERIES[trace.seat].hue, 16) if trace.piece == "boat" else (SLATE, 13)
        way = shorten(_lane(plan, trace.path, aside), plan.field * 0.5)
        dotted(canvas, way, hue, size, size + 5)


def _crosses_itself(traces: Sequence[Trace]) -> bool:
    """Return whether any step is sailed twice."""
    legs = Counter(frozenset(leg) for trace in traces for leg in pairwise(trace.path))
    return any(count > 1 for count in legs.values())


def _lane(plan: Layout, path: Sequence[str], aside: float) -> list[Spot]:
    """Return a line through the squares of a path, shifted `aside` pixels to starboard of every step."""
    spots = [plan.middle(name) for name in path]
    line: list[Spot] = []
    for (x, y), (next_x, next_y) in pairwise(spots):
        share = aside / math.hypot(next_x - x, next_y - y)
        off_x, off_y = (y - next_y) * share, (next_x - x) * share
        line += [(x + off_x, y + off_y), (next_x + off_x, next_y + off_y)]
    return line


def paint_ghosts(canvas: Image.Image, plan: Layout, view: PortFlowerView) -> None:
    """Paint pale pieces at the starts of movements, and a spot for a boat that left the port."""
    height = max(LEAST, round(tall(plan) * 0.85))
    for trace in view.traces:
        if len(trace.path) < 2:
            continue
        start = plan.middle(trace.path[0])
        if trace.path[0] in view.port:
            place(canvas, spot_of(20, LIVERIES[trace.seat].hue), start)
        elif trace.piece == "boat":
            place(canvas, faded(boat(livery_of(view.seats[trace.seat - 1]), height)), start)
        else:
            place(canvas, faded(sprite("shark", height, mark=number_of(trace))), start)


def paint_hits(canvas: Image.Image, plan: Layout, view: PortFlowerView) -> None:
    """Paint a burst where a boat was hit, and a dashed curve to its new place."""
    for hit in (hit for trace in view.traces for hit in trace.hits):
        if ends := thrown(plan, view, hit):
            dashed(canvas, *ends, plan.sea.centre, plan.field * 0.48)
        place(canvas, sprite("burst", round(plan.field * 1.2)), plan.middle(hit.at))


def thrown(plan: Layout, view: PortFlowerView, hit: Hit) -> tuple[Spot, Spot] | None:
    """Return the old and the new spot of a boat that was hit, or `None` if it waits or did not move."""
    # A shark that sails on leaves a square free, so a boat that was hit there may be put back there.
    if hit.placed is None or hit.placed == hit.at:
        return None
    end = plan.block(view.port).centre if hit.placed == PORT else plan.middle(hit.placed)
    return plan.middle(hit.at), end


def paint_rings(canvas: Image.Image, plan: Layout, view: PortFlowerView) -> None:
    """Paint rings round pieces that are still at the end of their movement, unless that is the port."""
    boats = {seat.seat: seat.position for seat in view.seats}
    for trace in view.traces:
        if trace.piece == "boat":
            hue, lies = LIVERIES[trace.seat].hue, boats[trace.seat]
        else:
            hue, lies = SLATE, view.sharks[int(number_of(trace)) - 1]
        if lies == trace.path[-1] != PORT:
            place(canvas, ring(plan.field, hue, 5), plan.middle(lies))


def number_of(shark: Trace) -> str:
    """Return the number of a shark that moved."""
    return shark.piece.removeprefix("shark")


def glides(view: PortFlowerView, _: Names) -> Sequence[Leg]:
    """Return the moves of boats and sharks in order, and after each move the boats that it sent back."""
    plan = layout(view.board, len(view.seats))
    height = tall(plan)
    boats = {seat.seat: boat(livery_of(seat), height) for seat in view.seats}
    legs: list[Leg] = []
    for trace in view.traces:
        if len(trace.path) > 1:
            sails = trace.piece == "boat"
            piece = boats[trace.seat] if sails else sprite("shark", height, mark=number_of(trace))
            name = f"boat {trace.seat}" if sails else trace.piece
            legs.append([Glide(name, piece, [*map(plan.middle, trace.path)])])
        legs.append(
            [
                Glide(f"boat {hit.seat}", boats[hit.seat], bow(*ends, plan.sea.centre))
                for hit in trace.hits
                if (ends := thrown(plan, view, hit))
            ]
        )
    return legs
