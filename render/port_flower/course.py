"""The course: buoys, the active boat's next goal, and the squares where the boat could end."""

import math
from functools import lru_cache

from PIL import Image, ImageDraw

from render import theme
from render.drawings import sprite
from render.pieces import Spot, glow, place, ring
from render.port_flower.colours import GOAL, GOAL_STRENGTH
from render.port_flower.layout import Layout
from render.port_flower.liveries import LIVERIES
from render.theme import Colour
from rules.port_flower.board import four_of
from rules.port_flower.shown.view import PortFlowerView

_BESIDE_A_PIECE = 0.36
"""The distance of a number from the middle of an occupied square, across and down, in squares."""


def paint_goal(canvas: Image.Image, plan: Layout, view: PortFlowerView) -> None:
    """Light up the four squares at the active boat's next buoy, or frame the port after the last buoy."""
    if view.phase != "racing" or view.stopped or view.turn_seat is None:
        return
    hue = LIVERIES[view.turn_seat].hue
    if view.due is not None:
        goal, strength = plan.block(four_of(view.buoys[view.due - 1])), GOAL_STRENGTH
    else:
        goal, strength = plan.block(view.port).grown(5), 0
    light = _lit(goal.width, goal.height, hue, strength)
    canvas.paste(light, goal[:2], light)


@lru_cache(maxsize=16)
def _lit(width: int, height: int, hue: Colour, strength: int) -> Image.Image:
    """Return a frame in the colour `hue`, filled with light of the opacity `strength`, from 0 to 255."""
    light = Image.new("RGBA", (width + 1, height + 1))
    light.paste((*GOAL, strength), (0, 0, width, height))
    draw = ImageDraw.Draw(light)
    for inset, colour, line in ((0, theme.CARD, 8), (1, theme.INK, 6), (2, hue, 4)):
        draw.rounded_rectangle((inset, inset, width - inset, height - inset), 10, None, colour, line)
    return light


def paint_halos(canvas: Image.Image, plan: Layout, view: PortFlowerView) -> None:
    """Paint rays round new and newly reached buoys, and rings round new islands."""
    reached = {view.buoys[buoy - 1] for trace in view.traces for buoy in trace.reached}
    for point in [*reached, *(placed.at for placed in view.placed if placed.at in view.buoys)]:
        place(canvas, glow(round(buoy_size(plan) * 1.75), theme.GOLD), plan.middle(point))
    for placed in view.placed:
        if placed.at in view.islands:
            place(canvas, ring(round(plan.field * 1.2), LIVERIES[placed.seat].hue, 5), plan.middle(placed.at))


def choices(plan: Layout, view: PortFlowerView) -> dict[str, Spot]:
    """Return the spot of the menu's number for each square where the active boat could end."""
    taken = {*view.sharks, *(seat.position for seat in view.seats)}
    buoys = [plan.middle(point) for point in view.buoys]
    aside = plan.field * _BESIDE_A_PIECE
    spots = {}
    for name in view.can_end:
        x, y = plan.middle(name)
        corners = [(x + aside * east, y + aside * south) for south in (1, -1) for east in (-1, 1)]
        free = [spot for spot in corners if all(math.dist(spot, buoy) > plan.field / 2 for buoy in buoys)]
        spots[name] = (free or corners)[0] if name in taken else (x, y)
    return spots


def paint_buoys(canvas: Image.Image, plan: Layout, view: PortFlowerView) -> None:
    """Paint the buoys with their numbers."""
    size = buoy_size(plan)
    for number, point in enumerate(view.buoys, start=1):
        place(canvas, sprite("buoy", size, mark=str(number), mark_colour=theme.INK), plan.middle(point))


def buoy_size(plan: Layout) -> int:
    """Return the size of a buoy in pixels."""
    return max(56, round(plan.field * 0.64))
