"""Movements: dots between squares, frames at the ends of the newest turn's movements, and moving pieces."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageDraw

from render import theme
from render.acrana.layout import FIELD, LABEL, SEA, middle, stop
from render.acrana.liveries import LIVERIES
from render.acrana.sheet import label_spot
from render.acrana.ships import ship_of
from render.animation import Glide, Leg
from render.chart import Box
from render.drawings import OVERSIZE, reduce
from render.pieces import Mooring, Spot, arrow, bow, faded, heading, place, spot_of
from render.theme import Colour
from rules.acrana.board import BOARD, FINISH, KINDS, PORT, ROADS, Square
from rules.acrana.shown.traces import Trace
from rules.acrana.shown.view import AcranaView
from rules.engine.seat import Names

_DOT: Mapping[str, int] = {"sailed": 15, "drifted": 11}
_FAINT = 9
_LYING, _STANDING = (0, 15, -15), (21, -21, 6)
"""The offsets of dots on paths between the same squares, chosen so that dots hide no letters."""
_ARROW = 24
_SMALL, _LARGE = FIELD + 6, 76
"""The size of a square's frame, without and with a ship."""
_RIM_MARK = 2 * LABEL[0] + 6, LABEL[1] + 6
_EDGES = {square.n for square in BOARD.squares if square.edge}


def paint_trails(canvas: Image.Image, view: AcranaView) -> list[Box]:
    """Paint a dot for each step of a ship's path. Return the covered areas.

    Dots are between squares, because the middle of a square may have a letter.
    """
    lanes: dict[frozenset[Square], int] = defaultdict(int)
    covered: list[Box] = []
    for trace in view.earlier:
        for spot in _crossings(trace, defaultdict(int)):
            place(canvas, _pale(view.ship(trace.ship).seat), spot)
            covered.append(Box.around(spot, (_FAINT, _FAINT)))
    for trace in view.ways:
        hue = LIVERIES[view.ship(trace.ship).seat].hue
        spots = [*_crossings(trace, lanes)]
        size = _DOT.get(trace.how, 0)
        # The ship hides the last dot, so the second last dot is an arrow.
        pointed = max(0, len(spots) - 2)
        for number, spot in enumerate(spots):
            if number == pointed:
                place(canvas, arrow(_ARROW, hue, theme.CARD, _ahead(trace, number)), spot)
            else:
                place(canvas, spot_of(size, hue), spot)
        covered += [Box.around(spot, (_ARROW, _ARROW)) for spot in spots]
    return covered


def _crossings(trace: Trace, lanes: dict[frozenset[Square], int]) -> Iterator[Spot]:
    """Yield a spot for each step of a path; `lanes` counts the paths on each step, which are side by side."""
    if trace.how not in _DOT or trace.start == trace.end:
        return
    course = [square for square in _squares(trace) if square != PORT]
    for one, other in pairwise(course):
        lane = lanes[frozenset((one, other))]
        lanes[frozenset((one, other))] += 1
        (x, y), (to_x, to_y) = middle(one), middle(other)
        if x == to_x:
            yield x + _LYING[lane % len(_LYING)], (y + to_y) / 2
        else:
            yield (x + to_x) / 2, y + _STANDING[lane % len(_STANDING)]


def _ahead(trace: Trace, number: int) -> int:
    """Return the direction of a path after `number` squares, numbered as in `arrow`."""
    step = _squares(trace).step
    start = max(trace.start, ROADS) + step * number
    return heading(middle(start), middle(start + step))


def _squares(trace: Trace) -> range:
    step = 1 if trace.end > trace.start else -1
    return range(trace.start, trace.end + step, step)


def paint_leaps(canvas: Image.Image, view: AcranaView) -> None:
    """Frame the digits on the rim where ships left the chart and came back."""
    for trace in view.ways:
        hue = LIVERIES[view.ship(trace.ship).seat].hue
        for square in {trace.start, trace.end} & _EDGES if trace.how == "over_edge" else ():
            place(canvas, _frame(hue, *_RIM_MARK), label_spot(square))


def paint_ghosts(canvas: Image.Image, view: AcranaView) -> list[Box]:
    """Frame the ends of movements, and paint pale ships at starts in open sea. Return the covered areas."""
    covered: list[Box] = []
    lying = {ship.square for ship in view.ships}
    for square, hue in told_squares(view).items():
        if ROADS < square < FINISH:
            size = (_LARGE, _LARGE) if square in lying else (_SMALL, _SMALL)
            place(canvas, _frame(hue, *size), middle(square))
            covered.append(Box.around(middle(square), size))
    for trace in _first(view):
        if ROADS < trace.start < FINISH and trace.start not in lying and KINDS[trace.start] == "open":
            place(canvas, faded(ship_of(view.ship(trace.ship).seat, lettered=False)), middle(trace.start))
    return covered


def told_squares(view: AcranaView) -> dict[Square, Colour]:
    """Return the colour of each square where a movement of the newest turn began or ended.

    The latest movement that ended there decides or, if none ended there, the latest that began there.
    """
    starts, ends = dict[Square, Colour](), dict[Square, Colour]()
    for trace in view.ways:
        hue = theme.ALARM if trace.how == "sent_home" else LIVERIES[view.ship(trace.ship).seat].hue
        starts[trace.start] = ends[trace.end] = hue
    return starts | ends


def paint_homecomings(canvas: Image.Image, view: AcranaView, places: Mapping[str, Mooring]) -> None:
    """Frame the ships that were sent to port or came home."""
    for trace in view.ways:
        if trace.end in {PORT, FINISH} and trace.ship in places and view.ship(trace.ship).square == trace.end:
            hue = theme.ALARM if trace.end == PORT else theme.GOLD
            place(canvas, _frame(hue, _SMALL, _SMALL), places[trace.ship].at)


def _first(view: AcranaView) -> Sequence[Trace]:
    first: dict[str, Trace] = {}
    for trace in view.ways:
        first.setdefault(trace.ship, trace)
    return [*first.values()]


@lru_cache(maxsize=8)
def _pale(seat: int) -> Image.Image:
    return spot_of(_FAINT, theme.mix(theme.SEA_DEEP, LIVERIES[seat].hue, 0.6))


@lru_cache(maxsize=32)
def _frame(hue: Colour, wide: int, high: int) -> Image.Image:
    """Return a coloured frame between two thin frames, visible on any background."""
    right, bottom = wide * OVERSIZE - 1, high * OVERSIZE - 1
    large = Image.new("RGBA", (right + 1, bottom + 1))
    draw = ImageDraw.Draw(large)
    for inset, tint, pen in ((0, theme.CARD, 8), (1, theme.INK, 6), (2, hue, 4)):
        edge = inset * OVERSIZE
        corners = edge, edge, right - edge, bottom - edge
        draw.rounded_rectangle(corners, 8 * OVERSIZE, None, tint, pen * OVERSIZE)
    return reduce(large)


def glides(view: AcranaView, _: Names) -> Sequence[Leg]:
    """Return the movements of ships in order. Consecutive drifts happen at the same time."""
    legs: list[list[Glide]] = []
    drifting = False
    for trace in view.ways:
        seat = view.ship(trace.ship).seat
        glide = Glide(trace.ship, ship_of(seat, lettered=True), _way(view, trace, seat))
        if drifting and trace.how == "drifted":
            legs[-1].append(glide)
        else:
            legs.append([glide])
        drifting = trace.how == "drifted"
    return legs


def _way(view: AcranaView, trace: Trace, seat: int) -> list[Spot]:
    """Return a ship's path through its squares if it sailed or drifted, otherwise a curve."""
    if trace.start == trace.end:
        return []
    if trace.how in {"sailed", "drifted"}:
        return [stop(square, seat, len(view.seats)) for square in _squares(trace)]
    start, end = (stop(square, seat, len(view.seats)) for square in (trace.start, trace.end))
    return bow(start, end, SEA.centre)
