"""The close-up of the last turn, or of where the ship at turn may go, named at its edge."""

from collections.abc import Iterator

from PIL import Image

from render import close_up
from render.chart import Box
from render.close_up import Name
from render.dangerous_sea.colours import palette
from render.dangerous_sea.layout import FIELD, SEA, at, middle
from render.encode import Picture
from render.pieces import Spot
from rules.dangerous_sea.board import FILE
from rules.dangerous_sea.view import SeaView

_AROUND = 1.2 * FIELD


def paint_close_up(drawing: Image.Image, view: SeaView) -> Picture | None:
    """What the drawing shows of the choices of who chooses, or of the last turn, enlarged.

    `None` before anything was done.
    """
    part = close_up.region(list(_reach(view) if view.targets else _way(view)), _AROUND, SEA)
    if part is None:
        return None
    return close_up.close_up(drawing, part, [*_targets(view), *_edge_names(part)], palette())


def _reach(view: SeaView) -> Iterator[Spot]:
    """Where the ship at turn may go, the farthest first; last where it is."""
    yield from map(middle, reversed(view.courses))
    yield from map(middle, view.targets)
    yield from (middle(ship.at) for ship in view.ships if ship.active and ship.at is not None)


def _targets(view: SeaView) -> Iterator[Name]:
    """The names of the squares where the ship may go, at their lower edges."""
    for square in [*view.targets, *view.courses]:
        x, y = middle(square)
        yield Name(square, (x, y + FIELD * 0.32))


def _way(view: SeaView) -> Iterator[Spot]:
    """Every square that a ship came to, that was revealed or fought on; the ship that acted last."""
    wake = view.wake
    squares = [*wake.ghost, *(drift.to for drift in wake.drifts), *wake.path, *wake.revealed, *wake.battles]
    yield from map(middle, squares)


def _edge_names(part: Box) -> Iterator[Name]:
    """The letters of columns along the upper edge, the numbers of rows along the left one."""
    for column, letter in enumerate(FILE.columns, 1):
        yield Name(letter, (at(column, 0)[0], part.top))
    for row in range(1, FILE.rows + 1):
        yield Name(str(row), (part.left, at(0, row)[1]))
