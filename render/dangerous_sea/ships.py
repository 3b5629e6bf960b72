"""The captains' ships and the Ghost Ship: four and the ghost on one square, none hidden."""

from collections import defaultdict
from functools import lru_cache

from PIL import Image, ImageDraw

from render import theme
from render.dangerous_sea.layout import FIELD, field, middle
from render.dangerous_sea.liveries import FRESH, LIVERIES
from render.drawings import OVERSIZE, reduce, sprite
from render.pieces import Spot, boat, place, ring
from rules.dangerous_sea.board import Square
from rules.dangerous_sea.view import SeaView, ShipView

ALONE, TOGETHER = 46, 31
_GHOST = 40
_ANCHOR = 20
_CORNERS: tuple[Spot, ...] = ((-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25))


def paint_ships(canvas: Image.Image, view: SeaView) -> None:
    """Every ship on the board, a ring round the active one; last the Ghost Ship."""
    there: dict[Square, list[ShipView]] = defaultdict(list)
    for ship in view.ships:
        if ship.at is not None and not ship.resigned:
            there[ship.at].append(ship)
    for square, ships in there.items():
        x, y = middle(square)
        crowded = len(ships) > 1 or square == view.ghost
        for ship, (east, south) in zip(ships, _CORNERS, strict=False):
            spot = (x + east * FIELD, y + south * FIELD) if crowded else (x, y)
            _paint_ship(canvas, view, ship, spot, TOGETHER if crowded else ALONE)
    if view.ghost is not None:
        small = view.ghost in there
        place(canvas, sprite("ghost_ship", 26 if small else _GHOST, mark="G"), middle(view.ghost))


def _paint_ship(canvas: Image.Image, view: SeaView, ship: ShipView, at: Spot, size: int) -> None:
    if ship.active and not view.stopped:
        place(canvas, ring(size + 14, FRESH, 5), at)
    place(canvas, boat(LIVERIES[ship.captain], size), at)
    if ship.stopped:
        place(canvas, sprite("anchor", _ANCHOR), (at[0] + size * 0.36, at[1] + size * 0.34))
    if ship.out:
        place(canvas, _cross(size), at)


@lru_cache(maxsize=4)
def _cross(size: int) -> Image.Image:
    """A red cross for a captain who is out of action."""
    large = Image.new("RGBA", (size * OVERSIZE, size * OVERSIZE))
    draw, edge = ImageDraw.Draw(large), size * OVERSIZE
    for pen, hue in ((0.16, theme.CARD), (0.09, theme.ALARM)):
        for start, end in (((0.15, 0.15), (0.85, 0.85)), ((0.85, 0.15), (0.15, 0.85))):
            line = [(start[0] * edge, start[1] * edge), (end[0] * edge, end[1] * edge)]
            draw.line(line, hue, round(pen * edge))
    return reduce(large)


def paint_choices(canvas: Image.Image, view: SeaView) -> None:
    """A frame round every square that can be chosen: a thin one where several steps lead there."""
    draw = ImageDraw.Draw(canvas)
    hue = next((LIVERIES[ship.captain].hue for ship in view.ships if ship.active), theme.ALARM)
    for square in view.courses:
        box = field(square)
        draw.rounded_rectangle((box.left + 3, box.top + 3, box.right - 4, box.bottom - 4), 8, None, hue, 2)
    for square in view.targets:
        box = field(square)
        for inset, colour, line in ((2, theme.CARD, 7), (3, hue, 5)):
            edges = box.left + inset, box.top + inset, box.right - 1 - inset, box.bottom - 1 - inset
            draw.rounded_rectangle(edges, 8, None, colour, line)
