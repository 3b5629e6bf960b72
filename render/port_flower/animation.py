"""The moving pieces in a replay of Sailing Port Flower."""

from collections.abc import Sequence

from render.animation import Glide, Leg
from render.drawings import sprite
from render.pieces import boat, bow
from render.port_flower.fleet import tall
from render.port_flower.layout import layout
from render.port_flower.liveries import livery_of
from render.port_flower.traces import number_of, thrown
from rules.engine.seat import Names
from rules.port_flower.shown.view import PortFlowerView


def glides(view: PortFlowerView, names: Names) -> Sequence[Leg]:  # noqa: ARG001 - as every game has it
    """Return the moves of boats and sharks in order, each followed by the boats that it sent back."""
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
