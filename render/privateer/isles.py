"""Tiles of terrain: volcanoes, deserts and reefs, with letters and different coast lines."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render import chart, theme
from render.drawings import sprite
from render.lettering import BOLD_8, write_centred
from render.pieces import Spot, dot, place
from render.privateer.layout import HIGH, SIDE, WIDE, middle, outline
from render.theme import Colour
from rules.privateer.board import FILE, Terrain
from rules.privateer.shown.view import PrivateerView

LETTERS: Mapping[Terrain, str] = {kind.id: kind.letter for kind in FILE.terrain}

GROUND: Mapping[Terrain, Colour] = {
    "volcano": theme.rgb("#A9988A"),
    "desert": theme.LAND,
    "reef": theme.rgb("#BFE3D6"),
}
ROCK = theme.rgb("#3F8A86")


class LetteredIsle(NamedTuple):
    """The offset east and the colour of a tile's letter, and the offset west of the tile's drawing."""

    east: int
    ink: Colour
    west: int


_LETTERED: Mapping[Terrain, LetteredIsle] = {
    "volcano": LetteredIsle(26, theme.WHITE, 16),
    "desert": LetteredIsle(-22, theme.INK, -18),
    "reef": LetteredIsle(0, theme.INK, 0),
}
_SPOT = 38
_FINE = 2
_ROUGH = 4
"""The number of different coast lines of each terrain."""
_ROCKS: tuple[tuple[Spot, int], ...] = (
    ((-0.74, 0.02), 24),
    ((-0.46, -0.42), 18),
    ((0.0, -0.46), 14),
    ((0.46, -0.42), 19),
    ((0.74, 0.0), 24),
    ((0.5, 0.4), 20),
    ((-0.5, 0.42), 18),
)
"""The spots of a reef's rocks, in sides of the hex, and their heights. A ship fits between the rocks."""


def paint_terrain(canvas: Image.Image, view: PrivateerView) -> None:
    """Paint all tiles."""
    for name, terrain in view.terrain.items():
        place(canvas, tile(terrain, (ord(name[0]) + int(name[1:])) % _ROUGH), middle(name))


def paint_letters(canvas: Image.Image, view: PrivateerView) -> None:
    """Paint the letters of tiles, except on hexes with a ship and on hexes to choose from."""
    taken = {ship.hex for ship in view.ships} | {view.merchant, *view.reach}
    for name, terrain in view.terrain.items():
        if name not in taken:
            x, y = middle(name)
            place(canvas, _letter(terrain), (x + _LETTERED[terrain].east, y))


@lru_cache(maxsize=16)
def tile(terrain: Terrain, variant: int) -> Image.Image:
    """Return a tile with room for a letter. `variant` determines an island's coast line."""
    ground = _reef() if terrain == "reef" else _island(terrain, variant)
    if terrain != "reef":
        sign = sprite("volcano", 46) if terrain == "volcano" else sprite("palm", 42)
        place(ground, sign, (WIDE / 2 - _LETTERED[terrain].west, HIGH / 2 - 3))
    ground.putalpha(_hex(SIDE - 1).reduce(_FINE))
    return ground


@lru_cache(maxsize=3)
def _letter(terrain: Terrain) -> Image.Image:
    """Return a tile's letter on a patch of the tile's ground."""
    spot = dot(_SPOT, GROUND[terrain], GROUND[terrain], 1).copy()
    write_centred(spot, (_SPOT / 2, _SPOT / 2), LETTERS[terrain], BOLD_8, _LETTERED[terrain].ink)
    return spot


def _island(terrain: Terrain, variant: int) -> Image.Image:
    """Return land with a strip of shallows around it."""
    land = chart.coastline(_hex(SIDE * 0.9), WIDE * _FINE, f"{terrain}{variant}")
    sea = Image.new("RGB", land.size, theme.SEA_SHALLOW)
    chart.paint_land(sea, land, GROUND[terrain])
    return sea.reduce(_FINE)


def _hex(side: float) -> Image.Image:
    """Return the mask of a hex with sides of `side` pixels, drawn `_FINE` times as large."""
    large = Image.new("L", (WIDE * _FINE, HIGH * _FINE))
    ImageDraw.Draw(large).polygon(outline((large.width / 2, large.height / 2), side * _FINE), 255)
    return large


def _reef() -> Image.Image:
    """Return shallow water with a ring of rocks."""
    ground = Image.new("RGB", (WIDE, HIGH), GROUND["reef"])
    for (east, south), tall in _ROCKS:
        spot = WIDE / 2 + east * SIDE, HIGH / 2 + south * SIDE
        place(ground, sprite("rock", tall, ROCK), spot)
    return ground
