"""The captains' ships and the Ghost Ship: four and the ghost on one square, none hidden."""

from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render import theme
from render.dangerous_sea.layout import FIELD, field, middle
from render.dangerous_sea.liveries import FRESH, LIVERIES
from render.drawings import OVERSIZE, mark_height, mark_spot, reduce, sprite
from render.pieces import Spot, boat, place, ring
from rules.dangerous_sea.board import FILE, Captain, Square
from rules.dangerous_sea.view import SeaView, ShipView

ALONE, TOGETHER = 46, 31
GHOST, _GHOST_BESIDE = 40, 26
GHOST_SHIP = "ghost_ship"
_ANCHOR = 20
_CLEAR = 0.62
"""How far round the middle of a number a cross leaves it clear, in heights of the number."""
_CORNERS: tuple[Spot, ...] = ((-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25))


class Mooring(NamedTuple):
    """Where a ship lies on the picture, and how high it is."""

    at: Spot
    height: int


def paint_ships(canvas: Image.Image, view: SeaView) -> None:
    """Every ship on the board, a ring round the active one; last the Ghost Ship."""
    lie = moorings(view)
    for ship in view.ships:
        if ship.captain in lie:
            _paint_ship(canvas, view, ship, *lie[ship.captain])
    if ghost := ghost_mooring(view):
        place(canvas, sprite(GHOST_SHIP, ghost.height, mark=FILE.ghost.letter), ghost.at)


def moorings(view: SeaView) -> dict[Captain, Mooring]:
    """Where each ship lies: alone in the middle of its square, else in a corner of it."""
    there: dict[Square, list[ShipView]] = defaultdict(list)
    for ship in view.ships:
        if ship.at is not None and not ship.resigned:
            there[ship.at].append(ship)
    found = {}
    for square, ships in there.items():
        x, y = middle(square)
        crowded = len(ships) > 1 or square == view.ghost
        for ship, (east, south) in zip(ships, _CORNERS, strict=False):
            spot = (x + east * FIELD, y + south * FIELD) if crowded else (x, y)
            found[ship.captain] = Mooring(spot, TOGETHER if crowded else ALONE)
    return found


def ghost_mooring(view: SeaView) -> Mooring | None:
    """Where the Ghost Ship lies; `None` while it is not there."""
    if view.ghost is None:
        return None
    beside = any(ship.at == view.ghost and not ship.resigned for ship in view.ships)
    return Mooring(middle(view.ghost), _GHOST_BESIDE if beside else GHOST)


def _paint_ship(canvas: Image.Image, view: SeaView, ship: ShipView, at: Spot, size: int) -> None:
    if ship.active and not view.stopped:
        place(canvas, ring(size + 14, FRESH, 5), at)
    place(canvas, boat(LIVERIES[ship.captain], size), at)
    if ship.stopped:
        place(canvas, sprite("anchor", _ANCHOR), (at[0] + size * 0.36, at[1] + size * 0.34))
    if ship.out:
        place(canvas, _cross(LIVERIES[ship.captain].ship, size), at)


@lru_cache(maxsize=16)
def _cross(ship: str, size: int) -> Image.Image:
    """A red cross for a captain who is out of action, open where the ship carries its number."""
    large = Image.new("RGBA", (size * OVERSIZE, size * OVERSIZE))
    draw, edge = ImageDraw.Draw(large), size * OVERSIZE
    for pen, hue in ((0.16, theme.CARD), (0.09, theme.ALARM)):
        for start, end in (((0.15, 0.15), (0.85, 0.85)), ((0.85, 0.15), (0.15, 0.85))):
            line = [(start[0] * edge, start[1] * edge), (end[0] * edge, end[1] * edge)]
            draw.line(line, hue, round(pen * edge))
    x, y = mark_spot(ship, edge, (edge / 2, edge / 2))
    half = mark_height(ship, edge) * _CLEAR
    draw.rectangle((x - half, y - half, x + half, y + half), (0, 0, 0, 0))
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
