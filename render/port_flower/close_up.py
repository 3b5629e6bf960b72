"""The close-up of the squares where the active boat could end, with the menu's numbers."""

from collections.abc import Iterator

from PIL import Image

from render import close_up, theme
from render.chart import Box
from render.close_up import Axes, Lettering, Tag
from render.drawings import mark_height, mark_spot
from render.encode import Picture
from render.pieces import Livery
from render.port_flower.colours import palette
from render.port_flower.course import buoy_size, choices
from render.port_flower.fleet import moorings, pieces, towed
from render.port_flower.layout import Layout, layout
from render.port_flower.liveries import LIVERIES, livery_of
from rules.port_flower.board import PORT, Chart, board
from rules.port_flower.shown.view import PortFlowerView

_AROUND = 0.7
"""The margin round the middles of numbered squares, in squares."""
_SHARK = Livery("", theme.mix(theme.SEA_DEEP, theme.INK, 0.75), theme.WHITE, "shark", "circle")


def paint_close_up(drawing: Image.Image, view: PortFlowerView) -> Picture | None:
    """Return the enlarged part of the drawing with the menu's numbers, or `None` if no part is enlarged."""
    part = part_of(view)
    if part is None:
        return None
    plan = layout(view.board, len(view.seats))
    axes = _axes(plan, board(view.board).chart)
    lettering = Lettering(numbers=numbers(plan, view), tags=tags(view, part), axes=axes)
    return close_up.close_up(drawing, part, palette(), lettering)


def part_of(view: PortFlowerView) -> Box | None:
    """Return the part to enlarge, or `None` if nobody chooses a square or if numbers would overlap."""
    if not view.can_end:
        return None
    plan = layout(view.board, len(view.seats))
    boat = next(seat.position for seat in view.seats if seat.seat == view.turn_seat)
    lies = plan.block(view.port).centre if boat == PORT else plan.middle(boat)
    ends = [*choices(plan, view).values()]
    return close_up.around(lies, ends, _AROUND * plan.field, plan.sea, plan.field)


def _axes(plan: Layout, chart: Chart) -> Axes:
    columns = [(chr(ord("A") + number), plan.at(number + 0.5, 0)[0]) for number in range(chart.columns)]
    return Axes(columns, [(str(number + 1), plan.at(0, number + 0.5)[1]) for number in range(chart.rows)])


def tags(view: PortFlowerView, part: Box) -> Iterator[Tag]:
    """Yield tags with the letters and numbers of buoys, sharks and boats that would be too small."""
    plan = layout(view.board, len(view.seats))
    size = buoy_size(plan)
    if close_up.is_small(mark_height("buoy", size), part):
        for number, point in enumerate(view.buoys, 1):
            yield Tag(str(number), plan.middle(point), theme.CARD, theme.INK)
    for kind, number, at, height in (*pieces(plan, view), *towed(plan, view), *moorings(plan, view)):
        livery = _SHARK if kind == "shark" else livery_of(view.seats[number - 1])
        if close_up.is_small(mark_height(livery.ship, height), part):
            told = str(number) if kind == "shark" else livery.letter
            yield Tag(told, mark_spot(livery.ship, height, at), livery.hue, livery.ink)


def numbers(plan: Layout, view: PortFlowerView) -> Iterator[Tag]:
    """Yield a tag with the menu's number for each square where the boat could end."""
    livery = LIVERIES[view.turn_seat or 1]
    for number, spot in enumerate(choices(plan, view).values(), 1):
        yield Tag(str(number), spot, livery.hue, livery.ink)
