"""The traces of the latest turns: paths, battles and storms, and the moving pieces of replays."""

from collections.abc import Mapping, Sequence

from PIL import Image

from render import theme
from render.animation import Glide, Leg
from render.dangerous_sea.layout import HIGH, SEA, WIDE, middle, runs
from render.dangerous_sea.liveries import LIVERIES
from render.dangerous_sea.ships import ALONE
from render.drawings import sprite
from render.pieces import Spot, arrow, boat, faded, place, shorten
from render.trails import dotted, faint
from rules.dangerous_sea.board import Direction
from rules.dangerous_sea.shown.view import SeaView
from rules.engine.seat import Names

_DOT, _THIN = 11, 7
_SPACING = 15
_BLADES = 40
_IN_A_ROW = 2
"""The number of ships in one row on a shared square."""
_WIND = 118
_SIXTEENTHS: Mapping[Direction, int] = {"E": 0, "S": 4, "W": 8, "N": 12}
_GHOST = theme.rgb("#111111")


def paint_ways(canvas: Image.Image, view: SeaView) -> None:
    """Paint the traces below the ships: paths, a pale ship where the newest path began, and the wind."""
    hues = {ship.seat: LIVERIES[ship.captain] for ship in view.ships}
    traces = view.traces
    for course in traces.earlier:
        for line in runs(course.path):
            faint(canvas, line, hues[course.seat].hue)
    if traces.wind is not None:
        place(canvas, faded(arrow(_WIND + 60, theme.ALARM, theme.INK, _SIXTEENTHS[traces.wind])), SEA.centre)
    if len(traces.path) > 1 and traces.seat is not None:
        livery = hues[traces.seat]
        place(canvas, faded(boat(livery, ALONE)), middle(traces.path[0]))
        _paint_runs(canvas, list(traces.path), livery.hue, _DOT)
    for drift in traces.drifts:
        _paint_runs(canvas, [drift.start, drift.to], hues[drift.seat].hue, _THIN)
    if len(traces.ghost) > 1:
        _paint_runs(canvas, list(traces.ghost), _GHOST, _DOT)


def _paint_runs(canvas: Image.Image, path: list[str], hue: theme.Colour, size: int) -> None:
    lines = runs(path)
    for number, line in enumerate(lines):
        last = number == len(lines) - 1
        dotted(canvas, shorten(line, HIGH * 0.5) if last else line, hue, size, _SPACING)


def paint_marks(canvas: Image.Image, view: SeaView) -> None:
    """Paint crossed blades on the squares of fights, above the ships but not above their letters."""
    for square in dict.fromkeys(view.traces.battles):
        place(canvas, sprite("cutlasses", _BLADES), _clear_of_letters(view, square))


def _clear_of_letters(view: SeaView, square: str) -> Spot:
    """Return a spot in a corner of the square or, if ships share it, between or below their plates."""
    ships = sum(ship.at == square for ship in view.ships) + (view.ghost == square)
    x, y = middle(square)
    if ships > _IN_A_ROW:
        return x, y + HIGH * 0.8
    return (x, y + HIGH * 0.28) if ships == _IN_A_ROW else (x - WIDE * 0.42, y - HIGH * 0.3)


def glides(view: SeaView, _: Names) -> Sequence[Leg]:
    """Return the moves of the active ship, of all ships in a storm together, and of the Ghost Ship."""
    ships = {ship.seat: boat(LIVERIES[ship.captain], ALONE) for ship in view.ships}
    traces = view.traces
    legs: list[Leg] = []
    if traces.path and traces.seat is not None:
        legs += [[Glide(f"ship {traces.seat}", ships[traces.seat], run)] for run in runs(traces.path)]
    # A drift across an edge of the sea has two lines.
    drifts = [(drift.seat, runs([drift.start, drift.to])) for drift in traces.drifts]
    for number in (0, 1):
        legs.append(
            [Glide(f"ship {seat}", ships[seat], ways[number]) for seat, ways in drifts if len(ways) > number]
        )
    if traces.ghost:
        legs += [[Glide("ghost", sprite("ghost_ship", ALONE, mark="G"), run)] for run in runs(traces.ghost)]
    return legs
