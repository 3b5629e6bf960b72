"""The signs of Sailing Port Flower: the marks of seats, sharks, buoys and repellents."""

from collections.abc import Mapping
from functools import partial

from render import theme
from render.port_flower.liveries import LIVERIES
from render.signs import SignPainter, drawing, mark

SIGNS: Mapping[str, SignPainter] = {
    **{f"seat_{livery.letter.lower()}": partial(mark, livery) for livery in LIVERIES.values()},
    "shark": partial(drawing, "shark"),
    "buoy": partial(drawing, "buoy", theme.WHITE),
    "repellent": partial(drawing, "shield"),
}
