"""The signs of The Dangerous Sea: the captains' marks, islands, rune stones and the Ghost Ship."""

from collections.abc import Mapping
from functools import partial

from render import theme
from render.dangerous_sea.liveries import LIVERIES, STONE
from render.signs import SignPainter, drawing, mark

SIGNS: Mapping[str, SignPainter] = {
    **{f"seat_{livery.letter.lower()}": partial(mark, livery) for livery in LIVERIES.values()},
    "stone": partial(drawing, "rune", STONE),
    "inhabited": partial(drawing, "house"),
    "rocky": partial(drawing, "rock", theme.mix(theme.PAPER, theme.INK, 0.45)),
    "diseased": partial(drawing, "skull"),
    "ghost": partial(drawing, "ghost_ship", theme.INK, "G"),
}
