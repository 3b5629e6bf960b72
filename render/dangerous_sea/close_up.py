"""The close-up of the last turn, or of where the ship at turn may go, named at its edge.

At an edge of the sea it goes on with what lies across it: there a line stands where the chart ends.
"""

import math
from collections.abc import Iterator
from typing import TypeVar

from PIL import Image, ImageDraw

from render import close_up, theme
from render.chart import BORDER, COORDINATE, Box, beside
from render.close_up import Name, Tag
from render.dangerous_sea.colours import palette
from render.dangerous_sea.layout import FIELD, FRAME, SEA, at, middle
from render.dangerous_sea.liveries import LIVERIES
from render.dangerous_sea.ships import GHOST_SHIP, ghost_mooring, moorings
from render.drawings import mark_height, mark_spot
from render.encode import Picture, blank, part_in_colours
from render.lettering import cap_height
from render.pieces import Spot
from render.theme import rgb
from rules.dangerous_sea.board import FILE
from rules.dangerous_sea.view import SeaView

_AROUND = 1.2 * FIELD
_BEYOND = 1.5 * FIELD
"""So much of the sea is shown round a way at an edge: the squares across it are whole."""
_EDGE = 4
_PRINTED = beside(BORDER) + cap_height(COORDINATE) / 2
"""So far from the sea the border's own names reach."""
_OF_THEIR_OWN = ("choose_start", "main")
"""Decisions that have nothing to do with what was done last."""
_Pixels = TypeVar("_Pixels", int, float)


def paint_close_up(drawing: Image.Image, view: SeaView) -> Picture | None:
    """What the drawing shows of the choices of who chooses, or of the last turn, enlarged.

    `None` before anything was done.
    """
    part = part_of(view)
    if part is None:
        return None
    names = [*_targets(view, part), *edge_names(part)]
    if not goes_on(part):
        return close_up.close_up(drawing, part, names, palette(), tags=tags(view, part))
    large = close_up.enlarged(_unrolled(drawing, part))
    return close_up.lettered(large, part, names, palette(), tags=tags(view, part))


def part_of(view: SeaView) -> Box | None:
    """The part of the picture that is shown from nearer; beyond the frame the sea goes on (`goes_on`)."""
    way = _way_round(list(_reach(view) if view.targets else _way(view)))
    free = close_up.region(way, _BEYOND, FRAME.grown(SEA.width))
    inner = SEA.grown(-FIELD)
    if free is None or all(_is_in(inner, at) for at in way if _is_in(free, at)):
        return close_up.region(way, _AROUND, FRAME)
    return free


def goes_on(part: Box) -> bool:
    """Whether a part of the picture shows what lies across an edge of the sea, and not the chart's frame."""
    outside = part.left < FRAME.left or part.top < FRAME.top
    return outside or part.right > FRAME.right or part.bottom > FRAME.bottom


def _way_round(way: list[Spot]) -> list[Spot]:
    """The same spots, each as near to the last as the sea going round allows."""
    return [(_near(way[-1][0], x, SEA.width), _near(way[-1][1], y, SEA.height)) for x, y in way]


def _near(to: float, at: float, length: int) -> float:
    """The nearest to there of where something is, going round a sea of that length any number of times."""
    return at + math.ceil((to - at) / length - 0.5) * length


def _copies(at: Spot, part: Box) -> list[Spot]:
    """Where a spot of the sea is seen on that part of the picture."""
    if not goes_on(part):
        return [at]
    rows = _seen(at[1], SEA.height, part.top, part.bottom)
    return [(x, y) for x in _seen(at[0], SEA.width, part.left, part.right) for y in rows]


def _seen(at: _Pixels, length: int, low: int, high: int) -> list[_Pixels]:
    """Where something is between two edges that is there again going round a sea of that length."""
    return [spot for spot in (at - length, at, at + length) if low <= spot <= high]


def _is_in(box: Box, at: Spot) -> bool:
    return box.left <= at[0] <= box.right and box.top <= at[1] <= box.bottom


def _unrolled(drawing: Image.Image, part: Box) -> Image.Image:
    """That part of a sea without edges, in the palette's colours, with a line where the chart's edges are."""
    colours = palette()
    shown = blank((part.width, part.height), colours)
    lefts = _seen(SEA.left - part.left, SEA.width, 1 - SEA.width, part.width - 1)
    tops = _seen(SEA.top - part.top, SEA.height, 1 - SEA.height, part.height - 1)
    # What of the sea's columns is seen at all: all of them where it is seen twice.
    west, east = max(0, -lefts[-1]), min(SEA.width, part.width - lefts[0])
    for top in tops:
        north, south = max(0, -top), min(SEA.height, part.height - top)
        seen = SEA.left + west, SEA.top + north, SEA.left + east, SEA.top + south
        rows = part_in_colours(drawing, seen, colours)
        for left in lefts:
            shown.paste(rows, (left + west, top + north))
    draw = ImageDraw.Draw(shown)
    for ink, width in ((theme.INK, _EDGE + 2), (theme.CARD, _EDGE - 2)):
        for left in _seen(SEA.left - part.left, SEA.width, -_EDGE, part.width + _EDGE):
            draw.line((left, 0, left, part.height), ink, width)
        for top in _seen(SEA.top - part.top, SEA.height, -_EDGE, part.height + _EDGE):
            draw.line((0, top, part.width, top), ink, width)
    return shown


def tags(view: SeaView, part: Box) -> Iterator[Tag]:
    """The numbers of captains and the letter of the Ghost Ship, where those on sails would be too small."""
    for captain, (spot, height) in moorings(view).items():
        livery = LIVERIES[captain]
        if close_up.is_small(mark_height(livery.ship, height), part):
            for carried in _copies(mark_spot(livery.ship, height, spot), part):
                yield Tag(livery.letter, carried, livery.hue, livery.ink)
    ghost = ghost_mooring(view)
    if ghost and close_up.is_small(mark_height(GHOST_SHIP, ghost.height), part):
        style = FILE.ghost
        for carried in _copies(mark_spot(GHOST_SHIP, ghost.height, ghost.at), part):
            yield Tag(style.letter, carried, rgb(style.colour), rgb(style.text))


def _reach(view: SeaView) -> Iterator[Spot]:
    """Where the ship at turn may go, the farthest first; last where it is."""
    yield from map(middle, reversed(view.courses))
    yield from map(middle, view.targets)
    yield from (middle(ship.at) for ship in view.ships if ship.active and ship.at is not None)


def _targets(view: SeaView, part: Box) -> Iterator[Name]:
    """The names of the squares where the ship may go, at their lower edges."""
    for square in [*view.targets, *view.courses]:
        x, y = middle(square)
        yield from (Name(square, spot) for spot in _copies((x, y + FIELD * 0.32), part))


def _way(view: SeaView) -> Iterator[Spot]:
    """Every square that a ship came to, that was revealed or fought on; last who is asked about that."""
    wake = view.wake
    squares = [*wake.ghost, *(drift.to for drift in wake.drifts), *wake.path, *wake.revealed, *wake.battles]
    asked = (ship.at for ship in view.ships if ship.seat in view.awaited and view.asked not in _OF_THEIR_OWN)
    yield from map(middle, [*squares, *(at for at in asked if at is not None and squares)])


def edge_names(part: Box) -> list[Name]:
    """The letters of columns along the upper edge, the numbers of rows along the left one.

    None along an edge where the chart's own border shows them, large enough and beside the squares. Where the
    first of both would lie over each other the square in the corner has its whole name.
    """
    letters, numbers = _letters(part), _numbers(part)
    if letters and numbers and close_up.overlap(letters[0], numbers[0], part):
        corner = Name(f"{letters[0].text}{numbers[0].text}", (letters[0].at[0], part.top))
        return [corner, *letters[1:], *numbers[1:]]
    return [*letters, *numbers]


def _letters(part: Box) -> list[Name]:
    if not goes_on(part) and part.top <= SEA.top - _PRINTED:
        return []
    shown = part if goes_on(part) else part.within(SEA)
    return [
        Name(FILE.columns[(column - 1) % len(FILE.columns)], (at(column, 0)[0], part.top))
        for column in _squares(shown.left - SEA.left, shown.right - SEA.left)
    ]


def _numbers(part: Box) -> list[Name]:
    if not goes_on(part) and part.left <= SEA.left - _PRINTED:
        return []
    shown = part if goes_on(part) else part.within(SEA)
    return [
        Name(str((row - 1) % FILE.rows + 1), (part.left, at(0, row)[1]))
        for row in _squares(shown.top - SEA.top, shown.bottom - SEA.top)
    ]


def _squares(low: int, high: int) -> range:
    """Which squares of a row or column, from 1 and also beyond the edges, have their middles between."""
    return range(math.ceil(low / FIELD + 0.5), math.floor(high / FIELD + 0.5) + 1)
