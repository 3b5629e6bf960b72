"""The palette, the chart and the map of all pictures of the battle."""

from functools import cache

from PIL import Image

from render import theme
from render.chart import on_paper
from render.drawings import sprite
from render.encode import in_colours, make_palette
from render.pieces import faded, lay_out
from render.privateer.isles import GROUND, LETTERS, ROCK, tile
from render.privateer.layout import FULL, SEA, lies
from render.privateer.liveries import LIVERIES
from render.privateer.sheet import CIRCLE, DEEP, GRID, OPEN, paint_chart, paint_map
from render.privateer.ships import merchant, piece
from render.privateer.table import WOOD, die
from render.privateer.traces import wreck
from render.privateer.weather import GLOOM, HATCH
from render.sheet import HIGHEST

_STEP = 120
_COLOURS = 48


@cache
def palette() -> Image.Image:
    """Return the palette, chosen from a sample of all pieces. Flat colours are exact."""
    sample = on_paper(paint_chart(), lies(FULL).size[1])
    pieces = [sprite(name, 60) for name in ("burst", "medal", "puff", "splash")]
    pieces += [die("S", "3"), die("C", "5"), wreck("red1"), merchant()]
    pieces += [tile(terrain, 0) for terrain in LETTERS]
    for colour in LIVERIES:
        ship = piece(colour, 2, grudge=False)
        pieces += [ship, faded(ship)]
    lay_out(sample, pieces, (100, SEA.top + 260), (_STEP, _STEP), SEA.width // _STEP - 1)
    flat = (*theme.FLAT, theme.LAND)
    sea = (DEEP, OPEN, GRID, CIRCLE, GLOOM, HATCH, theme.SEA_SHALLOW)
    inks = (theme.COAST, ROCK, WOOD, theme.WOOD)
    hues = (livery.hue for livery in LIVERIES.values())
    return make_palette(sample, (*flat, *sea, *inks, *hues, *GROUND.values()), _COLOURS)


@cache
def chart_sheet() -> Image.Image:
    """Return the chart in palette colours on the tallest paper. Paint only on a `Canvas` of the chart."""
    return in_colours(on_paper(paint_chart(), HIGHEST), palette())


@cache
def map_sheet() -> Image.Image:
    """Return water and hexes in palette colours. Paint only on a `Canvas` of the map."""
    return in_colours(paint_map(), palette())
