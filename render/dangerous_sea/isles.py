"""The revealed tiles: open sea and islands, with stones and loose goods."""

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image, ImageDraw

from render import chart, theme
from render.dangerous_sea.layout import HIGH, WIDE, field, middle
from render.dangerous_sea.liveries import GROUND, STONE
from render.drawings import sprite
from render.lettering import BOLD_8, cap_height, width, write_centred
from render.pieces import faded, place
from rules.dangerous_sea.board import PLACE, Kind, Square
from rules.dangerous_sea.shown.view import SeaView

_FINE = 2
_ROUGH = 3
_STONE = 46
_RIM = 4
_SIGNS: Mapping[Kind, str] = {
    "food": "barley", "water": "drop", "inhabited": "house", "rocky": "rock", "diseased": "skull"
}  # fmt: skip
_SIGN = 46
WATER = GROUND["sea"]
GRID = theme.mix(WATER, theme.INK, 0.16)
DRINK = theme.rgb("#3E8EC0")
_HUES: Mapping[Kind, theme.Colour] = {"water": DRINK}


def paint_tiles(canvas: Image.Image, view: SeaView) -> None:
    """Paint all revealed tiles with the goods on them, and bright frames round the newest tiles."""
    harvested = set(view.harvested)
    for square, kind in view.tiles.items():
        canvas.paste(tile(kind, PLACE[square] % _ROUGH, bare=square in harvested), field(square)[:2])
    for square, count in view.stones.items():
        if count:
            _paint_stones(canvas, square, count)
    for square, amount in view.loose.items():
        if amount:
            _paint_amount(canvas, _lies_loose(view, square), f"+{amount}")
    draw = ImageDraw.Draw(canvas)
    for square in view.traces.revealed:
        box = field(square)
        draw.rectangle(box.edges, None, theme.INK, 6)
        draw.rectangle(box.grown(-1).edges, None, theme.BRIGHT, 4)


@lru_cache(maxsize=64)
def tile(kind: Kind, variant: int, *, bare: bool = False) -> Image.Image:
    """Return a tile. `variant` determines an island's coast. A tile is `bare` if it was harvested."""
    if kind == "sea":
        ground = Image.new("RGB", (WIDE, HIGH), WATER)
    else:
        wide, high = WIDE * _FINE, HIGH * _FINE
        footprint = Image.new("L", (wide, high))
        inset = high * 0.1
        ImageDraw.Draw(footprint).rounded_rectangle(
            (inset, inset, wide - inset, high - inset), high * 0.2, 255
        )
        land = chart.coastline(footprint, high, f"{kind}{variant}")
        sea = Image.new("RGB", land.size, WATER)
        chart.paint_land(sea, land, GROUND[kind])
        ground = sea.reduce(_FINE)
        if kind in _SIGNS:
            sign = sprite(_SIGNS[kind], _SIGN, _HUES.get(kind, theme.mix(GROUND[kind], theme.INK, 0.6)))
            place(ground, faded(sign) if bare else sign, (WIDE / 2, HIGH / 2))
    ImageDraw.Draw(ground).rectangle((0, 0, WIDE - 1, HIGH - 1), None, GRID)
    return ground


def _lies_loose(view: SeaView, square: Square) -> tuple[float, float]:
    """Return the spot for an amount of loose goods: in a corner or, with several ships, below the square."""
    x, y = middle(square)
    crowded = sum(ship.at == square for ship in view.ships) + (view.ghost == square) > 1
    return (x, y + HIGH * 0.62) if crowded else (x - WIDE * 0.24, y + HIGH * 0.27)


def _paint_stones(canvas: Image.Image, square: Square, count: int) -> None:
    x, y = middle(square)
    place(canvas, sprite("rune", _STONE, STONE), (x, y))
    if count > 1:
        _paint_amount(canvas, (x + WIDE * 0.26, y + HIGH * 0.24), str(count))


def _paint_amount(canvas: Image.Image, at: tuple[float, float], text: str) -> None:
    """Paint an amount on a plate."""
    wide, high = width(text, BOLD_8) + 2 * _RIM, cap_height(BOLD_8) + 2 * _RIM
    left, top = round(at[0] - wide / 2), round(at[1] - high / 2)
    box = left, top, left + wide, top + high
    ImageDraw.Draw(canvas).rounded_rectangle(box, 5, theme.CARD, theme.INK, 2)
    write_centred(canvas, (left + wide / 2, top + high / 2), text, BOLD_8, theme.INK)
