"""The signs of Port Flower: the seats' marks, and what lies in the bay."""

from collections.abc import Mapping
from functools import partial
from string import ascii_uppercase

from render import theme
from render.port_flower.liveries import LIVERIES
from render.signs import SignPainter, drawing, mark

SIGNS: Mapping[str, SignPainter] = {
    **{
        f"seat_{letter.lower()}": partial(mark, livery._replace(letter=letter))
        for letter, livery in zip(ascii_uppercase, LIVERIES.values(), strict=False)
    },
    "shark": partial(drawing, "shark"),
    "buoy": partial(drawing, "buoy", theme.WHITE),
    "repellent": partial(drawing, "shield"),
}
