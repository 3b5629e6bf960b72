"""The palette and the chart of all pictures of the ship race."""

from functools import cache

from PIL import Image

from render import theme
from render.acrana.kinds import MARKS
from render.acrana.liveries import LIVERIES
from render.acrana.sheet import FLOOR, LINE, WAVE, paint_chart
from render.chart import on_paper
from render.encode import in_colours, palette_of
from render.sheet import HIGHEST


@cache
def palette() -> Image.Image:
    """Return the palette, which has few colours because the chart's small print makes files large."""
    flat = (theme.PAPER, theme.CARD, theme.WHITE, theme.INK, theme.LAND, theme.ALARM, theme.GOLD)
    inks = (theme.COAST, LINE, WAVE, theme.WOOD)
    edges = (theme.mix(theme.INK, theme.CARD, paper) for paper in (0.4, 0.7))
    tints = (mark.tint for mark in MARKS.values())
    hues = (livery.hue for livery in LIVERIES.values())
    return palette_of((*flat, *inks, FLOOR, theme.SEA_SHALLOW, theme.SEA_DEEP, *edges, *tints, *hues))


@cache
def chart_sheet() -> Image.Image:
    """Return the chart in palette colours on the tallest paper. Paint only on a `Canvas` of the chart."""
    return in_colours(on_paper(paint_chart(), HIGHEST), palette())
