"""The known world: islands with their letters, what still lies on them, and open sea."""

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image, ImageDraw

from render import chart, theme
from render.dangerous_sea.layout import FIELD, field, middle
from render.dangerous_sea.liveries import CODES, FRESH, GROUND, STONE
from render.drawings import sprite
from render.lettering import Face, Style, write_centred
from render.pieces import place
from rules.dangerous_sea.board import PLACE, RESOURCES, Kind, Square
from rules.dangerous_sea.view import SeaView

_FINE = 2
_ROUGH = 3
_LETTER = Style(Face.BOLD, 22)
_LOOSE = Style(Face.BOLD, 17)
_MARKER = 18
_STONE = 26
_SIGNS: Mapping[Kind, str] = {"food": "barley", "water": "drop", "inhabited": "house", "rocky": "rock"}
_SIGN = 27
WATER = GROUND["sea"]
GRID = theme.mix(WATER, theme.INK, 0.16)
DRINK = theme.rgb("#3E8EC0")


def paint_tiles(canvas: Image.Image, view: SeaView) -> None:
    """Every revealed square with what lies on it; a bright frame round those that were just revealed."""
    harvested = set(view.harvested)
    for square, kind in view.tiles.items():
        box = field(square)
        canvas.paste(tile(kind, PLACE[square] % _ROUGH), box[:2])
        if kind in RESOURCES:
            _paint_marker(canvas, square, gone=square in harvested)
    for square, count in view.stones.items():
        if count:
            _paint_stones(canvas, square, count)
    for square, amount in view.loose.items():
        if amount:
            _paint_loose(canvas, square, amount)
    draw = ImageDraw.Draw(canvas)
    for square in view.wake.revealed:
        box = field(square)
        draw.rectangle((box.left, box.top, box.right - 1, box.bottom - 1), None, theme.INK, 5)
        draw.rectangle((box.left + 1, box.top + 1, box.right - 2, box.bottom - 2), None, FRESH, 3)


@lru_cache(maxsize=32)
def tile(kind: Kind, variant: int) -> Image.Image:
    """A square of the known world, as large as a field."""
    size = FIELD * _FINE
    if kind == "sea":
        ground = Image.new("RGB", (FIELD, FIELD), WATER)
    else:
        footprint = Image.new("L", (size, size))
        inset = size * 0.12
        ImageDraw.Draw(footprint).rounded_rectangle(
            (inset, inset, size - inset, size - inset), size * 0.2, 255
        )
        land = chart.coastline(footprint, size, f"{kind}{variant}")
        sea = Image.new("RGB", land.size, WATER)
        chart.paint_land(sea, land, GROUND[kind])
        ground = sea.reduce(_FINE)
        if kind in _SIGNS:
            hue = DRINK if kind == "water" else theme.mix(GROUND[kind], theme.INK, 0.35)
            place(ground, sprite(_SIGNS[kind], _SIGN, hue), (FIELD * 0.62, FIELD * 0.6))
        elif kind == "diseased":
            place(ground, sprite("skull", _SIGN), (FIELD * 0.62, FIELD * 0.6))
        write_centred(ground, (FIELD * 0.27, FIELD * 0.3), CODES[kind], _LETTER, theme.INK)
    ImageDraw.Draw(ground).rectangle((0, 0, FIELD - 1, FIELD - 1), None, GRID)
    return ground


def _paint_marker(canvas: Image.Image, square: Square, *, gone: bool) -> None:
    """A filled dot while the island still has its marker, an empty ring once it is harvested."""
    x, y = middle(square)
    place(canvas, _marker(gone=gone), (x + FIELD * 0.27, y - FIELD * 0.24))


@lru_cache(maxsize=2)
def _marker(*, gone: bool) -> Image.Image:
    return sprite("circle", _MARKER, theme.CARD if gone else theme.INK)


def _paint_stones(canvas: Image.Image, square: Square, count: int) -> None:
    x, y = middle(square)
    place(canvas, sprite("rune", _STONE, STONE), (x + FIELD * 0.14, y + FIELD * 0.08))
    if count > 1:
        place(
            canvas, sprite("coin", 20, theme.CARD, str(count), theme.INK), (x + FIELD * 0.34, y + FIELD * 0.3)
        )


def _paint_loose(canvas: Image.Image, square: Square, amount: int) -> None:
    """Goods that somebody left behind: their amount on a plate."""
    x, y = middle(square)
    left, top = round(x - FIELD * 0.46), round(y + FIELD * 0.16)
    ImageDraw.Draw(canvas).rounded_rectangle((left, top, left + 32, top + 18), 5, theme.CARD, theme.INK, 2)
    write_centred(canvas, (left + 16, top + 9), str(amount), _LOOSE, theme.INK)
