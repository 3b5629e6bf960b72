"""The close-up of the last turn, or of where the ship at turn may go, named at its edge.

At an edge of the sea it goes on with what lies across it: there a line stands where the chart ends.
"""

from collections.abc import Iterator

from PIL import Image, ImageDraw

from render import close_up, theme
from render.chart import BORDER, COORDINATE, Box, beside
from render.close_up import Name, Tag
from render.dangerous_sea.colours import palette
from render.dangerous_sea.layout import FIELD, FRAME, SEA, at, middle
from render.dangerous_sea.liveries import LIVERIES
from render.dangerous_sea.ships import GHOST_SHIP, ghost_mooring, moorings
from render.drawings import mark_height, mark_spot
from render.encode import Picture, part_in_colours
from render.lettering import cap_height
from render.pieces import Spot
from render.theme import rgb
from rules.dangerous_sea.board import FILE
from rules.dangerous_sea.view import SeaView

_AROUND = 1.2 * FIELD
_BEYOND = 1.5 * FIELD
"""So much of the sea is shown round a way at an edge: the squares across it are whole."""
_EDGE = 4
_OF_THEIR_OWN = ("choose_start", "main")
"""Decisions that have nothing to do with what was done last."""
_ROUNDS = (-1, 0, 1)
"""Once round the sea to the west or north, not at all, once to the east or south."""


def paint_close_up(drawing: Image.Image, view: SeaView) -> Picture | None:
    """What the drawing shows of the choices of who chooses, or of the last turn, enlarged.

    `None` before anything was done.
    """
    part = part_of(view)
    if part is None:
        return None
    names, shown = [*_targets(view, part), *edge_names(part)], tags(view, part)
    if not goes_on(part):
        return close_up.close_up(drawing, part, names, palette(), tags=shown)
    here = Box(0, 0, part.width, part.height)
    moved = [name._replace(at=_from(part, name.at)) for name in names]
    marked = [tag._replace(at=_from(part, tag.at)) for tag in shown]
    return close_up.close_up(_unrolled(drawing, part), here, moved, palette(), tags=marked)


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
    return [
        min(_everywhere(at), key=lambda spot: abs(spot[0] - way[-1][0]) + abs(spot[1] - way[-1][1]))
        for at in way
    ]


def _everywhere(at: Spot) -> list[Spot]:
    """A spot, and where it is again going once round the sea."""
    return [(x, y) for x in _round(at[0], SEA.width) for y in _round(at[1], SEA.height)]


def _round(at: float, length: int) -> list[float]:
    return [at + times * length for times in _ROUNDS]


def _copies(at: Spot, part: Box) -> list[Spot]:
    """Where a spot of the sea is seen on that part of the picture."""
    if not goes_on(part):
        return [at]
    rows = [y for y in _round(at[1], SEA.height) if part.top <= y <= part.bottom]
    return [(x, y) for x in _round(at[0], SEA.width) if part.left <= x <= part.right for y in rows]


def _is_in(box: Box, at: Spot) -> bool:
    return box.left <= at[0] <= box.right and box.top <= at[1] <= box.bottom


def _from(part: Box, at: Spot) -> Spot:
    return at[0] - part.left, at[1] - part.top


def _unrolled(drawing: Image.Image, part: Box) -> Image.Image:
    """That part of a sea without edges, in the palette's colours, with a line where the chart's edges are."""
    colours = palette()
    shown = Image.new("P", (part.width, part.height))
    shown.putpalette(colours.getpalette() or [])
    corners = [(round(x), round(y)) for x, y in _everywhere(_from(part, (SEA.left, SEA.top)))]
    for left, top in corners:
        # What of the sea as it lies there is seen on the part; of the sea, and on the part.
        west, north = max(0, -left), max(0, -top)
        east, south = min(SEA.width, part.width - left), min(SEA.height, part.height - top)
        if west < east and north < south:
            seen = SEA.left + west, SEA.top + north, SEA.left + east, SEA.top + south
            shown.paste(part_in_colours(drawing, seen, colours), (left + west, top + north))
    draw = ImageDraw.Draw(shown)
    lefts = {left for left, _ in corners if -_EDGE < left < part.width + _EDGE}
    tops = {top for _, top in corners if -_EDGE < top < part.height + _EDGE}
    for ink, width in ((theme.INK, _EDGE + 2), (theme.CARD, _EDGE - 2)):
        for left in lefts:
            draw.line((left, 0, left, part.height), ink, width)
        for top in tops:
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


def edge_names(part: Box) -> Iterator[Name]:
    """The letters of columns along the upper edge, the numbers of rows along the left one.

    None along an edge where the chart's own border shows them, large enough and beside the squares.
    """
    printed = beside(BORDER) + cap_height(COORDINATE) / 2
    if goes_on(part) or part.top > SEA.top - printed:
        for column, letter in enumerate(FILE.columns, 1):
            yield from (Name(letter, spot) for spot in _copies((at(column, 0)[0], part.top), part))
    if goes_on(part) or part.left > SEA.left - printed:
        for row in range(1, FILE.rows + 1):
            yield from (Name(str(row), spot) for spot in _copies((part.left, at(0, row)[1]), part))
