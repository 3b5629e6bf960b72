"""Charts that were drawn before: the last few ready to be drawn on, many more packed away.

An image takes a megabyte and its PNG fourteen times less. Races on the four fixed charts share an image.
Hundreds of races may each have a chart of their own, and reading one back is thirty times quicker than
drawing it.
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
    """The chart in the palette's colours, of the picture's size. It is kept: draw on a canvas of it."""
    chart = Image.open(io.BytesIO(_packed(name, islands, seats)))
    chart.load()
    return chart


@lru_cache(maxsize=256)
def _packed(name: ChartName, islands: tuple[Square, ...], seats: int) -> bytes:
    return png(paint_bay(name, islands, seats), palette()).data
