"""The fixed palette of all pictures of the ship race."""

from functools import cache

from PIL import Image

from render import theme
from render.acrana.insets import FLOOR
from render.acrana.kinds import MARKS
from render.acrana.layout import CHART
from render.acrana.liveries import LIVERIES
from render.acrana.sheet import LINE, WAVE, chart_sheet
from render.acrana.ships import ship_of
from render.acrana.table import FELT, playing_card
from render.dice import die, used_die
from render.drawings import sprite
from render.encode import make_palette
from render.pieces import faded, place, ring, token

_STEP = 70
_COLOURS = 48
_DEPTHS = 5


@cache
def palette() -> Image.Image:
    """Chosen once from a sample of all that can lie on the chart, the family's own colours kept exactly."""
    sample = chart_sheet().copy()
    pieces = [
        sprite(name, 60) for name in ("pirate", "burst", "medal", "moon", "scroll", "hourglass", "shield")
    ]
    pieces += [die(60, "4"), used_die(60, "4"), playing_card("7b", "7"), playing_card("8a", "8")]
    for seat, livery in LIVERIES.items():
        ship = ship_of(seat, "1", 60, 0)
        pieces += [ship, faded(ship), token(livery, 30), ring(60, livery.hue, 5)]
    for number, piece in enumerate(pieces):
        row, column = divmod(number, CHART.width // _STEP - 1)
        place(sample, piece, (60 + column * _STEP, 120 + row * _STEP))
    sea = (theme.mix(theme.SEA_SHALLOW, theme.SEA_DEEP, share / _DEPTHS) for share in range(_DEPTHS + 1))
    flat = (theme.PAPER, theme.CARD, theme.WHITE, theme.INK, theme.LAND, theme.ALARM, theme.GOLD)
    inks = (theme.COAST, LINE, WAVE, theme.rgb("#9A6B3F"))
    tints = (mark.tint for mark in MARKS.values())
    return make_palette(
        sample,
        (*flat, *inks, FELT, FLOOR, *sea, *tints, *(livery.hue for livery in LIVERIES.values())),
        _COLOURS,
    )
