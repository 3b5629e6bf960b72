"""The palette and the chart of all pictures of the sea."""

from functools import cache

from PIL import Image

from render import theme
from render.chart import on_paper
from render.dangerous_sea.isles import DRINK, GRID, tile
from render.dangerous_sea.layout import FULL, HIGH, lies
from render.dangerous_sea.liveries import GROUND, LIVERIES, STONE
from render.dangerous_sea.margins import SEASONS
from render.dangerous_sea.sheet import DARK, HATCH, LINE, paint_chart
from render.drawings import sprite
from render.encode import in_colours, make_palette
from render.pieces import boat, faded, lay_out
from render.sheet import HIGHEST
from rules.dangerous_sea.board import KINDS

_STEP = 100
_COLOURS = 72


@cache
def palette() -> Image.Image:
    """Return the palette, chosen from a sample of all pieces. Flat colours are exact."""
    sample = on_paper(paint_chart(), lies(FULL).size[1])
    pieces = [tile(kind, variant).convert("RGBA") for kind in KINDS for variant in range(2)]
    pieces += [sprite("rune", 50, STONE), sprite("ghost_ship", 50, mark="G"), sprite("cutlasses", 50)]
    for livery in LIVERIES.values():
        pieces += [boat(livery, 60), faded(boat(livery, 60))]
    lay_out(sample, pieces, (110, 360), (_STEP, HIGH + 30), sample.width // _STEP - 2)
    flat = (*theme.FLAT, STONE, DRINK)
    hues = (livery.hue for livery in LIVERIES.values())
    return make_palette(
        sample, (*flat, DARK, HATCH, LINE, GRID, *GROUND.values(), *SEASONS.values(), *hues), _COLOURS
    )


@cache
def chart_sheet() -> Image.Image:
    """Return the chart in palette colours on the tallest paper. Paint only on a `Canvas` of the chart."""
    return in_colours(on_paper(paint_chart(), HIGHEST), palette())
