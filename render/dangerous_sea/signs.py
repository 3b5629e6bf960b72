"""The signs of The Dangerous Sea: the marks of captains, actions, islands, rune stones and the Ghost Ship."""

from collections.abc import Mapping
from functools import partial

from PIL import Image, ImageDraw

from render import theme
from render.dangerous_sea.liveries import LIVERIES, STONE
from render.drawings import OVERSIZE, reduce
from render.signs import ROOM, SignPainter, drawing, mark, tile


def spyglass() -> Image.Image:
    """Return a magnifying glass."""
    side = ROOM * OVERSIZE
    large = Image.new("RGBA", (side, side))
    draw = ImageDraw.Draw(large)
    draw.line((side * 0.55, side * 0.55, side * 0.9, side * 0.9), theme.INK, round(side * 0.2))
    draw.circle((side * 0.38, side * 0.38), side * 0.37, theme.SEA_SHALLOW, theme.INK, round(side * 0.11))
    return reduce(large)


SIGNS: Mapping[str, SignPainter] = {
    **{f"seat_{livery.letter.lower()}": partial(mark, livery) for livery in LIVERIES.values()},
    "sail": partial(drawing, "sloop", theme.WHITE),
    "explore": partial(tile, "?", theme.SEA_DEEP, theme.WHITE),
    "look": spyglass,
    "stone": partial(drawing, "rune", STONE),
    "inhabited": partial(drawing, "house"),
    "rocky": partial(drawing, "rock", theme.mix(theme.PAPER, theme.INK, 0.45)),
    "diseased": partial(drawing, "skull"),
    "ghost": partial(drawing, "ghost_ship", theme.INK, "G"),
}
