"""The close-up of the last turn, or of what the ship at turn can reach, with the names of the spaces."""

from collections.abc import Iterator

from PIL import Image

from render import close_up
from render.close_up import Name
from render.encode import Picture
from render.kraken_bay.colours import palette
from render.kraken_bay.layout import LANE, SEA, middle, name_spot
from render.pieces import Spot
from rules.kraken_bay.board import CELLS
from rules.kraken_bay.view import BayView
from rules.kraken_bay.wake import BombTrace, DriftTrace, FuseTrace, SailTrace, ShotTrace, TowTrace

_AROUND = 1.8 * LANE
MOST = (412, 309)
"""The most of the bay that is shown: there the letters of ships are 11 pixels high on a phone."""
_NAMES = tuple(Name(name, name_spot(name)) for name in CELLS)


def paint_close_up(drawing: Image.Image, view: BayView) -> Picture | None:
    """What the drawing shows of the choices of who chooses, or of the last turn, enlarged.

    `None` before anything was done.
    """
    part = close_up.region([*_reach(view)] or [*_way(view)], _AROUND, SEA, MOST)
    if part is None:
        return None
    return close_up.close_up(drawing, part, _NAMES, palette())


def _reach(view: BayView) -> Iterator[Spot]:
    """What can be hit, where the ship at turn can sail, the furthest first, and last the ship."""
    spaces = [*(target.at for target in view.targets), *reversed(view.courses), *view.steps.values()]
    yield from map(middle, spaces)
    if spaces:
        yield from (middle(ship.at) for ship in view.ships if ship.active and ship.at is not None)


def _way(view: BayView) -> Iterator[Spot]:
    """Every space that was sailed, fired at or drifted through, in order."""
    for trace in view.wake:
        match trace:
            case SailTrace() | DriftTrace():
                yield from map(middle, trace.path)
            case ShotTrace() | BombTrace():
                yield from map(middle, (trace.start, trace.at))
            case TowTrace() | FuseTrace():
                yield middle(trace.at)
