"""Caches of charts: the last four as images, and 256 as PNG files, because races may have their own charts.

An image needs a megabyte, and its PNG a fourteenth. Decoding a PNG is thirty times faster than painting.
"""

import io
from functools import lru_cache

from PIL import Image

from render.encode import png
from render.port_flower.bay import paint_bay
from render.port_flower.colours import palette
from rules.port_flower.board import ChartName, Square


@lru_cache(maxsize=4)
def bay(name: ChartName, islands: tuple[Square, ...], seats: int) -> Image.Image:
    """Return the chart in palette colours, as large as the picture. Paint only on a `Canvas` of it."""
    chart = Image.open(io.BytesIO(_packed(name, islands, seats)))
    chart.load()
    return chart


@lru_cache(maxsize=256)
def _packed(name: ChartName, islands: tuple[Square, ...], seats: int) -> bytes:
    return png(paint_bay(name, islands, seats), palette()).data
