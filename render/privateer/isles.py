"""Terrain: a hex each of volcano, desert or reef, with its letter and its own coast line."""

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image, ImageDraw

from render import chart, theme
from render.drawings import sprite
from render.lettering import Face, Style, write_centred
from render.pieces import Spot, place
from render.privateer.layout import HEX_NAME, HIGH, SIDE, WIDE, middle, name_spot, outline
from render.theme import Colour
from rules.privateer.board import FILE, Hex, Terrain
from rules.privateer.view import PrivateerView

LETTERS: Mapping[Terrain, str] = {kind.id: kind.letter for kind in FILE.terrain}

GROUND: Mapping[Terrain, Colour] = {
    "volcano": theme.rgb("#A9988A"),
    "desert": theme.LAND,
    "reef": theme.rgb("#BFE3D6"),
}
"""What each terrain is made of."""
ROCK = theme.rgb("#3F8A86")
_FINE = 2
_ROUGH = 4
"""Coast lines differ from hex to hex, but no more than so many of each terrain are ever drawn."""
_MARK = Style(Face.BOLD, 25)
_ROCKS: tuple[tuple[Spot, int], ...] = (
    ((-0.66, -0.02), 21),
    ((-0.38, -0.6), 18),
    ((0.02, -0.7), 15),
    ((0.42, -0.56), 19),
    ((0.68, -0.04), 18),
    ((0.6, 0.4), 19),
    ((-0.58, 0.42), 18),
)
"""Where the rocks of a reef lie, in sides of the hex, and how tall they are: round a ship, never under it."""


def paint_terrain(canvas: Image.Image, view: PrivateerView) -> None:
    """Every tile, and the name of its hex, which the tile covers on the chart."""
    for name, terrain in view.terrain.items():
        at = middle(name)
        place(canvas, tile(terrain, _variant(name)), at)
        write_centred(canvas, name_spot(at), name, HEX_NAME, theme.INK)


def _variant(name: Hex) -> int:
    return (ord(name[0]) + int(name[1:])) % _ROUGH


@lru_cache(maxsize=16)
def tile(terrain: Terrain, variant: int) -> Image.Image:
    """A tile as wide as a hex, nothing outside it."""
    wide, high = WIDE, HIGH
    middle_of_it = wide / 2, high / 2
    ground = _reef() if terrain == "reef" else _island(terrain, variant)
    if terrain == "volcano":
        place(ground, sprite("volcano", 41), (middle_of_it[0], middle_of_it[1] - 6))
        write_centred(ground, (middle_of_it[0], middle_of_it[1] + 6), "V", _MARK, theme.WHITE)
    elif terrain == "desert":
        place(ground, sprite("palm", 30), (middle_of_it[0] + 16, middle_of_it[1] - 9))
        place(ground, sprite("hill", 17), (middle_of_it[0] + 10, middle_of_it[1] + 13))
        write_centred(ground, (middle_of_it[0] - 17, middle_of_it[1] - 3), "D", _MARK, theme.INK)
    else:
        write_centred(ground, (middle_of_it[0], middle_of_it[1] - 3), "F", _MARK, theme.INK)
    shape = Image.new("L", (wide * _FINE, high * _FINE))
    corners = outline((wide * _FINE / 2, high * _FINE / 2), (SIDE - 1) * _FINE)
    ImageDraw.Draw(shape).polygon(corners, 255)
    ground.putalpha(shape.reduce(_FINE))
    return ground


def _island(terrain: Terrain, variant: int) -> Image.Image:
    """Land that fills its hex but for a strip of shallows."""
    wide, high = WIDE, HIGH
    footprint = Image.new("L", (wide * _FINE, high * _FINE))
    ImageDraw.Draw(footprint).polygon(outline((wide * _FINE / 2, high * _FINE / 2), SIDE * _FINE * 0.9), 255)
    land = chart.coastline(footprint, wide * _FINE, f"{terrain}{variant}")
    sea = Image.new("RGB", land.size, theme.SEA_SHALLOW)
    chart.paint_land(sea, land, GROUND[terrain])
    return sea.reduce(_FINE)


def _reef() -> Image.Image:
    """Shoal water in a ring of rocks."""
    ground = Image.new("RGB", (WIDE, HIGH), GROUND["reef"])
    for (east, south), tall in _ROCKS:
        spot = WIDE / 2 + east * SIDE, HIGH / 2 + south * SIDE
        place(ground, sprite("rock", tall, ROCK), spot)
    return ground
