"""The captains' ships and the Ghost Ship, which can share a square without hiding each other."""

from collections import defaultdict
from functools import lru_cache

from PIL import Image, ImageDraw

from render import theme
from render.dangerous_sea.layout import HIGH, WIDE, field, middle
from render.dangerous_sea.liveries import LIVERIES
from render.drawings import OVERSIZE, mark_height, mark_spot, reduce, sprite
from render.pieces import PLATE, Mooring, Spot, boat, place, plate
from render.theme import rgb
from rules.dangerous_sea.board import FILE, Captain, Square
from rules.dangerous_sea.shown.view import SeaView, ShipView

ALONE = 72
"""The height in pixels of a ship that is alone on its square."""
GHOST_SHIP = "ghost_ship"
_ANCHOR = 26
_CLEAR = 0.62
"""Half the width of the gap in a cross around a letter, in heights of the letter."""
_CORNERS: tuple[Spot, ...] = ((-0.33, -0.25), (0.33, -0.25), (-0.33, 0.25), (0.33, 0.25))
"""The offsets of ships from the middle of a shared square, as fractions of the square's size."""


def paint_ships(canvas: Image.Image, view: SeaView) -> None:
    """Paint all ships and the Ghost Ship, with a frame round the active ship."""
    lie = moorings(view)
    for ship in view.ships:
        if ship.captain in lie:
            _paint_ship(canvas, view, ship, lie[ship.captain])
    if ghost := ghost_mooring(view):
        style = FILE.ghost
        own = plate(style.letter, rgb(style.colour), rgb(style.text))
        place(canvas, own if ghost.crowded else sprite(GHOST_SHIP, ALONE, mark=style.letter), ghost.at)


def moorings(view: SeaView) -> dict[Captain, Mooring]:
    """Return each ship's place: the middle of its square if it is alone, else a corner."""
    there: dict[Square, list[ShipView]] = defaultdict(list)
    for ship in view.ships:
        if ship.at is not None and not ship.resigned:
            there[ship.at].append(ship)
    found = {}
    for square, ships in there.items():
        x, y = middle(square)
        crowded = len(ships) > 1 or square == view.ghost
        for ship, (east, south) in zip(ships, _CORNERS, strict=False):
            spot = (x + east * WIDE, y + south * HIGH) if crowded else (x, y)
            found[ship.captain] = Mooring(spot, crowded)
    return found


def ghost_mooring(view: SeaView) -> Mooring | None:
    """Return the Ghost Ship's place, or `None` if it is not on the board."""
    if view.ghost is None:
        return None
    beside = any(ship.at == view.ghost and not ship.resigned for ship in view.ships)
    return Mooring(middle(view.ghost), beside)


def _paint_ship(canvas: Image.Image, view: SeaView, ship: ShipView, mooring: Mooring) -> None:
    livery, at = LIVERIES[ship.captain], mooring.at
    wide, high = PLATE if mooring.crowded else (ALONE, ALONE)
    if ship.active and not view.stopped:
        place(canvas, _glow(wide + 12, high + 12), at)
    if mooring.crowded:
        place(canvas, plate(livery.letter, livery.hue, livery.ink), at)
    else:
        place(canvas, boat(livery, ALONE), at)
    if ship.stopped:
        place(canvas, sprite("anchor", _ANCHOR), (at[0] + wide * 0.4, at[1] + high * 0.34))
    if ship.out and not mooring.crowded:
        place(canvas, _cross(livery.ship, ALONE), at)


@lru_cache(maxsize=4)
def _glow(wide: int, high: int) -> Image.Image:
    """Return the bright frame of the active ship."""
    large = Image.new("RGBA", (wide * OVERSIZE, high * OVERSIZE))
    edges = 0, 0, large.width - 1, large.height - 1
    draw, pen = ImageDraw.Draw(large), 5 * OVERSIZE
    draw.rounded_rectangle(edges, 14 * OVERSIZE, None, theme.INK, pen)
    inner = OVERSIZE, OVERSIZE, large.width - 1 - OVERSIZE, large.height - 1 - OVERSIZE
    draw.rounded_rectangle(inner, 13 * OVERSIZE, None, theme.BRIGHT, 3 * OVERSIZE)
    return reduce(large)


@lru_cache(maxsize=16)
def _cross(ship: str, size: int) -> Image.Image:
    """Return a red cross for the ship of an incapacitated captain, with a gap around its letter."""
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
    """Paint frames round the squares to choose from: thick next to the ship, thin farther away."""
    draw = ImageDraw.Draw(canvas)
    hue = next((LIVERIES[ship.captain].hue for ship in view.ships if ship.active), theme.ALARM)
    for square in view.courses:
        box = field(square)
        draw.rounded_rectangle(box.grown(-3).edges, 8, None, hue, 2)
    for square in view.targets:
        box = field(square)
        for inset, colour, line in ((2, theme.CARD, 7), (3, hue, 5)):
            draw.rounded_rectangle(box.grown(-inset).edges, 8, None, colour, line)
