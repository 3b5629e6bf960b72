"""The close-up of the last turn, or of where the boat at turn could end, with the names at its edge."""

from collections.abc import Iterator

from PIL import Image

from render import close_up, theme
from render.chart import Box
from render.close_up import Name, Number, Tag
from render.drawings import mark_height, mark_spot
from render.encode import Picture
from render.pieces import Livery, Spot
from render.port_flower.colours import palette
from render.port_flower.course import buoy_size, choices
from render.port_flower.fleet import Piece, moorings, pieces, towed
from render.port_flower.layout import Layout, layout
from render.port_flower.liveries import LIVERIES, livery_of
from rules.port_flower.board import Chart, Place, board
from rules.port_flower.sailing import PORT
from rules.port_flower.view import PortFlowerView

_AROUND = 0.9
"""Squares round the way."""
_SHARK = Livery("", theme.mix(theme.SEA_DEEP, theme.INK, 0.75), theme.WHITE, "shark", "circle")


def paint_close_up(drawing: Image.Image, view: PortFlowerView) -> Picture | None:
    """What the drawing shows of the choices of who chooses, or of the last turn, enlarged.

    `None` before anything moved.
    """
    plan, part = layout(view.board, len(view.seats)), part_of(view)
    if part is None:
        return None
    names = _edge_names(plan, board(view.board).chart, part)
    return close_up.close_up(drawing, part, names, palette(), _numbers(plan, view), tags(view, part))


def part_of(view: PortFlowerView) -> Box | None:
    """The part of the picture that is shown from nearer."""
    plan = layout(view.board, len(view.seats))
    margin = _AROUND * plan.field
    if view.can_end:
        return close_up.region(list(_reach(plan, view)), margin, plan.sea, close_up.all_of(plan.sea))
    return close_up.region(list(_way(plan, view)), margin, plan.sea)


def _way(plan: Layout, view: PortFlowerView) -> Iterator[Spot]:
    """Every square that was sailed, and those where boats that were hit now lie."""
    for trace in view.wake:
        for name in (*trace.path, *(hit.placed for hit in trace.hits)):
            if name == PORT:
                yield plan.block(view.port).centre
            elif name is not None:
                yield plan.middle(name)


def _reach(plan: Layout, view: PortFlowerView) -> Iterator[Spot]:
    """The squares where the boat at turn could end, the furthest first, and last the boat."""
    boat = next(seat.position for seat in view.seats if seat.seat == view.turn_seat)
    here = Place.read(view.port[0] if boat == PORT else boat)
    ends = sorted(view.can_end, key=lambda name: -here.gap(Place.read(name)))
    yield from map(plan.middle, ends)
    yield plan.block(view.port).centre if boat == PORT else plan.middle(boat)


def _edge_names(plan: Layout, chart: Chart, part: Box) -> Iterator[Name]:
    """The letters of columns along the upper edge, the numbers of rows along the left one."""
    for column in range(chart.columns):
        yield Name(chr(ord("A") + column), (plan.at(column + 0.5, 0)[0], part.top))
    for row in range(chart.rows):
        yield Name(str(row + 1), (part.left, plan.at(0, row + 0.5)[1]))


def tags(view: PortFlowerView, part: Box) -> Iterator[Tag]:
    """What buoys, sharks and boats carry, where it would be too small."""
    plan = layout(view.board, len(view.seats))
    size = buoy_size(plan)
    if close_up.is_small(mark_height("buoy", size), part):
        for number, point in enumerate(view.buoys, 1):
            yield Tag(str(number), plan.middle(point), theme.CARD, theme.INK)
    for kind, number, at, height in (*pieces(plan, view), *towed(plan, view), *_moored(plan, view)):
        livery = _SHARK if kind == "shark" else livery_of(view.seats[number - 1])
        if close_up.is_small(mark_height(livery.ship, height), part):
            told = str(number) if kind == "shark" else livery.letter
            yield Tag(told, mark_spot(livery.ship, height, at), livery.hue, livery.ink)


def _moored(plan: Layout, view: PortFlowerView) -> Iterator[Piece]:
    for seat, (at, height) in moorings(plan, view).items():
        yield Piece("boat", seat, at, height)


def _numbers(plan: Layout, view: PortFlowerView) -> Iterator[Number]:
    """The numbers that menus give the squares where the boat could end."""
    livery = LIVERIES[view.turn_seat or 1]
    for number, (x, y) in enumerate(choices(plan, view).values(), 1):
        # A little lower, to leave the letters along the upper edge free.
        yield Number(str(number), (x, y + 0.1 * plan.field), livery.hue, livery.ink)
