"""The palette and the charts of all pictures of Sailing Port Flower."""

import io
from functools import cache, lru_cache

from PIL import Image

from render import theme
from render.dice import used_wind_die, wind_die
from render.drawings import drawings, sprite
from render.encode import make_palette, png
from render.pieces import boat, dot, faded, lay_out, ring, token
from render.port_flower.bay import paint_bay
from render.port_flower.liveries import LIVERIES
from rules.port_flower.board import ChartName, Square

GOAL = theme.rgb("#FFF3C4")
"""The tint of the squares where the active boat must go next."""
GOAL_STRENGTH = 115
"""The opacity of the tint `GOAL`, from 0 to 255."""

_SIDE = 1000
_STEP = 90


@cache
def palette() -> Image.Image:
    """Return the palette, chosen from a sample of all pieces. Flat colours are exact."""
    sample = paint_bay("standard", ("D4", "D5", "E5"), 6).crop((0, 100, _SIDE, 100 + _SIDE))
    sample.paste(GOAL, (600, 560, 1000, 800), Image.new("L", (400, 240), GOAL_STRENGTH))
    pieces = [sprite(name, 72, mark="2") for name in drawings()]
    pieces += [wind_die("N4"), used_wind_die("N4")]
    for livery in LIVERIES.values():
        ship = boat(livery, 80)
        marks = [token(livery, 24), dot(12, livery.hue, theme.INK, 2), ring(80, livery.hue, 5)]
        pieces += [ship, faded(ship), *marks, sprite("coin", 36, livery.hue, "3", livery.ink)]
    lay_out(sample, pieces, (60, 150), (_STEP, _STEP), 11)
    exact = (theme.PAPER, theme.CARD, theme.WHITE, theme.INK, theme.LAND, theme.ALARM, theme.GOLD)
    return make_palette(sample, (*exact, *(livery.hue for livery in LIVERIES.values())))


@lru_cache(maxsize=4)
def chart_sheet(name: ChartName, islands: tuple[Square, ...], seats: int) -> Image.Image:
    """Return a chart in palette colours, as large as the picture. Paint only on a `Canvas` of the chart."""
    # Many charts are cached as PNG, because hundreds of races may have their own charts, and an image needs a
    # megabyte. A PNG needs a fourteenth of that, and is decoded thirty times faster than a chart is painted.
    chart = Image.open(io.BytesIO(_packed(name, islands, seats)))
    chart.load()
    return chart


@lru_cache(maxsize=256)
def _packed(name: ChartName, islands: tuple[Square, ...], seats: int) -> bytes:
    return png(paint_bay(name, islands, seats), palette()).data
