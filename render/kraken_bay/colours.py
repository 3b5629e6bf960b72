"""The palette and the chart of all pictures of the bay."""

from functools import cache

from PIL import Image

from render import theme
from render.chart import on_paper
from render.drawings import sprite
from render.encode import in_colours, make_palette
from render.kraken_bay.afloat import chit, stray_ship
from render.kraken_bay.layout import CHART
from render.kraken_bay.liveries import CHIT_HUES, LIVERIES, TENTACLE
from render.kraken_bay.sheet import DEEP, LANE_TINTS, LINES, MOUTH_INK, RIM, paint_chart
from render.pieces import boat, faded, lay_out
from render.sheet import HIGHEST
from rules.kraken_bay.shown.pieces import STRAYS

_STEP = 96
_COLOURS = 48


@cache
def palette() -> Image.Image:
    """Return the palette, chosen from a sample of all pieces. Flat colours are exact."""
    sample = paint_chart()
    pieces = [sprite(name, 60) for name in ("burst", "splash", "puff", "barrel", "skull")]
    pieces += [sprite("tentacle", 60, TENTACLE), sprite("octopus", 84, theme.INK, mark_colour=TENTACLE)]
    pieces += [chit(kind, 60) for kind in ("crew", "ration", "treasure", "plague")]
    pieces += [stray_ship(name, 60) for name in STRAYS]
    for livery in LIVERIES.values():
        pieces += [boat(livery, 60), faded(boat(livery, 60))]
    lay_out(sample, pieces, (80, 360), (_STEP, _STEP), CHART.width // _STEP - 1)
    flat = (*theme.FLAT, theme.WOOD)
    sea = (DEEP, RIM, MOUTH_INK, *LANE_TINTS, *LINES[::2])
    cargo = [shade for hue in CHIT_HUES.values() for shade in (hue, theme.mix(hue, theme.WHITE, 0.45))]
    hues = (livery.hue for livery in LIVERIES.values())
    return make_palette(sample, (*flat, *sea, *cargo, TENTACLE, *hues), _COLOURS)


@cache
def chart_sheet() -> Image.Image:
    """Return the chart in palette colours on the tallest paper. Paint only on a `Canvas` of the chart."""
    return in_colours(on_paper(paint_chart(), HIGHEST), palette())
