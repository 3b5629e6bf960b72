"""The moving pieces in a replay of The Dangerous Sea."""

from collections.abc import Sequence

from render.animation import Glide, Leg
from render.dangerous_sea.layout import runs
from render.dangerous_sea.liveries import LIVERIES
from render.dangerous_sea.ships import ALONE
from render.drawings import sprite
from render.pieces import boat
from rules.dangerous_sea.shown.view import SeaView
from rules.engine.seat import Names


def glides(view: SeaView, _: Names) -> Sequence[Leg]:
    """Return the moves of the active ship, of ships in a storm, and of the Ghost Ship.

    A move across an edge of the sea has two legs.
    """
    ships = {ship.seat: boat(LIVERIES[ship.captain], ALONE) for ship in view.ships}
    traces = view.traces
    legs: list[Leg] = []
    if traces.path and traces.seat is not None:
        legs += [[Glide(f"ship {traces.seat}", ships[traces.seat], run)] for run in runs(traces.path)]
    # All drifts happen at the same time. A drift across an edge of the sea has two lines.
    drifts = [(drift.seat, runs([drift.start, drift.to])) for drift in traces.drifts]
    for number in (0, 1):
        legs.append(
            [Glide(f"ship {seat}", ships[seat], ways[number]) for seat, ways in drifts if len(ways) > number]
        )
    if traces.ghost:
        legs += [[Glide("ghost", sprite("ghost_ship", ALONE, mark="G"), run)] for run in runs(traces.ghost)]
    return legs
