"""The fixed palette of all pictures of the battle."""

from functools import cache

from PIL import Image

from render import theme
from render.chart import on_paper
from render.drawings import sprite
from render.encode import make_palette
from render.pieces import faded, place
from render.privateer.isles import GROUND, LETTERS, ROCK, tile
from render.privateer.layout import SEA, lies
from render.privateer.liveries import LIVERIES
from render.privateer.names import INK
from render.privateer.sheet import CIRCLE, DEEP, GRID, OPEN, chart_sheet
from render.privateer.ships import BRIGHT, merchant, piece
from render.privateer.table import WOOD, die
from render.privateer.traces import wreck
from render.privateer.weather import GLOOM, HATCH

_STEP = 120
_FULL = 6
_COLOURS = 48


@cache
def palette() -> Image.Image:
    """Chosen once from a sample of all that can lie on the chart, the family's own colours kept exactly."""
    sample = on_paper(chart_sheet(), lies(_FULL).size).crop()
    pieces = [sprite(name, 60) for name in ("burst", "medal", "puff", "splash")]
    pieces += [die("S", "3"), die("C", "5"), wreck("red1"), merchant()]
    pieces += [tile(terrain, 0) for terrain in LETTERS]
    for colour in LIVERIES:
        ship = piece(colour, 2, grudge=False)
        pieces += [ship, faded(ship)]
    for number, shown in enumerate(pieces):
        row, column = divmod(number, SEA.width // _STEP - 1)
        place(sample, shown, (100 + column * _STEP, SEA.top + 260 + row * _STEP))
    flat = (theme.PAPER, theme.CARD, theme.WHITE, theme.INK, theme.LAND, theme.ALARM, theme.GOLD, BRIGHT)
    sea = (DEEP, OPEN, GRID, CIRCLE, INK, GLOOM, HATCH, theme.SEA_SHALLOW)
    inks = (theme.COAST, ROCK, WOOD, theme.rgb("#9A6B3F"))
    hues = (livery.hue for livery in LIVERIES.values())
    return make_palette(sample, (*flat, *sea, *inks, *hues, *GROUND.values()), _COLOURS)
