"""What the last turn did: the way that was sailed over the edges too, battles, storms and the Ghost Ship."""

from collections.abc import Mapping

from PIL import Image

from render import theme
from render.dangerous_sea.layout import FIELD, SEA, middle, runs
from render.dangerous_sea.liveries import LIVERIES
from render.drawings import sprite
from render.pieces import arrow, boat, faded, place, shorten
from render.trails import dotted
from rules.dangerous_sea.board import Direction
from rules.dangerous_sea.view import SeaView

_DOT, _THIN = 11, 7
_SPACING = 15
_BLADES = 34
_BELOW_ROW, _BELOW = 0.36, 0.62
"""How far below the middle of a square blades are, in squares: under one row of ships, or two."""
_ROW = 2
_WIND = 118
_SIXTEENTHS: Mapping[Direction, int] = {"E": 0, "S": 4, "W": 8, "N": 12}
_GHOST = theme.rgb("#111111")


def paint_ways(canvas: Image.Image, view: SeaView) -> None:
    """Below the ships: courses with an arrow head, a pale ship where they began, wind and ways of a storm."""
    hues = {ship.seat: LIVERIES[ship.captain] for ship in view.ships}
    wake = view.wake
    if wake.wind is not None:
        place(canvas, faded(arrow(_WIND + 60, theme.ALARM, theme.INK, _SIXTEENTHS[wake.wind])), SEA.centre)
    if len(wake.path) > 1 and wake.seat is not None:
        livery = hues[wake.seat]
        place(canvas, faded(boat(livery, 38)), middle(wake.path[0]))
        _paint_runs(canvas, list(wake.path), livery.hue, _DOT)
    for drift in wake.drifts:
        _paint_runs(canvas, [drift.start, drift.to], hues[drift.seat].hue, _THIN)
    if len(wake.ghost) > 1:
        _paint_runs(canvas, list(wake.ghost), _GHOST, _DOT)


def _paint_runs(canvas: Image.Image, path: list[str], hue: theme.Colour, size: int) -> None:
    lines = runs(path)
    for number, line in enumerate(lines):
        last = number == len(lines) - 1
        dotted(canvas, shorten(line, FIELD * 0.42) if last else line, hue, size, _SPACING)


def paint_marks(canvas: Image.Image, view: SeaView) -> None:
    """Above the ships: crossed blades where a battle was, below those that lie there."""
    haunted = (ship.at for ship in view.ships if ship.seat in view.wake.haunted and ship.at is not None)
    for square in dict.fromkeys([*view.wake.battles, *haunted]):
        ships = sum(ship.at == square for ship in view.ships)
        x, y = middle(square)
        place(
            canvas, sprite("cutlasses", _BLADES), (x, y + FIELD * (_BELOW_ROW if ships <= _ROW else _BELOW))
        )
