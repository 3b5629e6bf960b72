"""The signs of Privateer: the marks of fleets, the merchant, dice, and terrain."""

from collections.abc import Mapping
from functools import partial

from PIL import Image

from render import theme
from render.pieces import place
from render.privateer.isles import ROCK
from render.privateer.liveries import LIVERIES, MERCHANT
from render.privateer.table import DRAWINGS
from render.signs import SignPainter, drawing, mark, tile
from rules.privateer.shown.pieces import FACES


def _desert() -> Image.Image:
    """Return a palm on sand."""
    ground = tile("", theme.LAND)
    place(ground, drawing("palm", share=0.72), (ground.width / 2, ground.height / 2))
    return ground


SIGNS: Mapping[str, SignPainter] = {
    **{f"seat_{livery.letter.lower()}": partial(mark, livery) for livery in LIVERIES.values()},
    "merchant": partial(drawing, MERCHANT.ship),
    **{
        f"die_{kind.lower()}{face}": partial(drawing, DRAWINGS[kind], theme.INK, str(face))
        for kind, faces in FACES.items()
        for face in faces
    },
    "terrain_volcano": partial(drawing, "volcano"),
    "terrain_desert": _desert,
    "terrain_reef": partial(drawing, "rock", ROCK),
}
