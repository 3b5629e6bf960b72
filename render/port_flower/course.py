"""The course: buoys and who has passed them, where the seat at turn must go, and where it could end."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from render import theme
from render.drawings import sprite
from render.pieces import Spot, glow, place, spot_of, token
from render.port_flower.colours import GOAL, GOAL_STRENGTH
from render.port_flower.layout import Layout
from render.port_flower.liveries import LIVERIES
from render.theme import Colour
from rules.port_flower.board import four_of
from rules.port_flower.view import PortFlowerView

_AROUND_A_BUOY: Sequence[Spot] = (
    (-0.39, -0.47),
    (0.0, -0.59),
    (0.39, -0.47),
    (-0.39, 0.47),
    (0.0, 0.59),
    (0.39, 0.47),
)
"""Where each seat's token lies beside a buoy it has passed, in shares of the buoy's size."""
_BESIDE_A_PIECE = 0.36
"""How far to the west and south of the middle a spot lies on a square that is taken, in squares."""


def paint_goal(canvas: Image.Image, plan: Layout, view: PortFlowerView) -> None:
    """Light up the squares where the seat at turn must go next: four round a buoy, or frame the port."""
    if view.phase != "racing" or view.stopped or view.turn_seat is None:
        return
    hue = LIVERIES[view.turn_seat].hue
    if view.due is not None:
        goal = plan.block(four_of(view.buoys[view.due - 1]))
        light = _lit(goal.width, goal.height, hue, GOAL_STRENGTH)
    else:
        goal = plan.block(view.port).grown(5)
        light = _lit(goal.width, goal.height, hue, 0)
    canvas.paste(light, goal[:2], light)


@lru_cache(maxsize=16)
def _lit(width: int, height: int, hue: Colour, strength: int) -> Image.Image:
    """A frame in a seat's colour, and light of that strength (0..255) on what it surrounds."""
    light = Image.new("RGBA", (width + 1, height + 1))
    light.paste((*GOAL, strength), (0, 0, width, height))
    draw = ImageDraw.Draw(light)
    for inset, colour, line in ((0, theme.CARD, 8), (1, theme.INK, 6), (2, hue, 4)):
        draw.rounded_rectangle((inset, inset, width - inset, height - inset), 10, None, colour, line)
    return light


def paint_halos(canvas: Image.Image, plan: Layout, view: PortFlowerView) -> None:
    """Rays round the buoys that were just reached."""
    for buoy in {buoy for trace in view.wake for buoy in trace.reached}:
        place(canvas, glow(round(buoy_size(plan) * 1.75), theme.GOLD), plan.middle(view.buoys[buoy - 1]))


def paint_choices(canvas: Image.Image, plan: Layout, view: PortFlowerView) -> None:
    """A spot on every square where the boat at turn could end."""
    if view.turn_seat is None:
        return
    dot = spot_of(round(plan.field * 0.22), LIVERIES[view.turn_seat].hue)
    for spot in choices(plan, view).values():
        place(canvas, dot, spot)


def choices(plan: Layout, view: PortFlowerView) -> dict[str, Spot]:
    """Where a spot lies for every square that the boat at turn could end on: beside whatever is there."""
    taken = {*view.sharks, *(seat.position for seat in view.seats)}
    spots = {}
    for name in view.can_end:
        x, y = plan.middle(name)
        aside = plan.field * _BESIDE_A_PIECE if name in taken else 0
        spots[name] = x - aside, y + aside
    return spots


def paint_buoys(canvas: Image.Image, plan: Layout, view: PortFlowerView) -> None:
    """The buoys with their numbers and the tokens of who has passed, over hulls that come too near."""
    size = buoy_size(plan)
    for number, point in enumerate(view.buoys, start=1):
        x, y = plan.middle(point)
        for seat in view.seats:
            if seat.reached >= number:
                across, down = _AROUND_A_BUOY[seat.seat - 1]
                place(canvas, token(LIVERIES[seat.seat], size // 3), (x + across * size, y + down * size))
        place(canvas, sprite("buoy", size, mark=str(number), mark_colour=theme.INK), (x, y))


def buoy_size(plan: Layout) -> int:
    """How large a buoy is drawn."""
    return max(44, round(plan.field * 0.54))
