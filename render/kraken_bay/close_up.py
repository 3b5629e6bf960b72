"""The close-up of the last turn: where its ship sailed and shot, with the names of the spaces there."""

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


def paint_close_up(drawing: Image.Image, view: BayView) -> Picture | None:
    """What the drawing shows of the last turn, enlarged; `None` before anything was done."""
    part = close_up.region(list(_way(view)), _AROUND, SEA)
    if part is None:
        return None
    return close_up.close_up(drawing, part, (Name(name, name_spot(name)) for name in CELLS), palette())


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
