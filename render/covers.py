"""Covers of games: smaller pictures without headline and cards."""

from io import BytesIO

from PIL import Image

from render.encode import Picture
from render.sheet import HEADLINE, WORDS, sheet

WIDTH = 800
"""The width of a cover in pixels, about twice its width on a phone."""

COLOURS = 128
"""The number of colours. Fewer colours would make files smaller, but pieces need different colours."""


def board_of(picture: Picture, cards: int) -> Picture:
    """Return the cover for a picture with `cards` cards: only the board, made smaller."""
    drawn = _drawn(picture)
    top, bottom = HEADLINE + WORDS, drawn.height - (sheet(0, cards).size[1] - HEADLINE - WORDS)
    return _smaller(drawn.crop((0, top, drawn.width, bottom)))


def whole(picture: Picture) -> Picture:
    """Return the cover for a picture without headline and cards."""
    return _smaller(_drawn(picture))


def _drawn(picture: Picture) -> Image.Image:
    return Image.open(BytesIO(picture.data)).convert("RGB")


def _smaller(drawn: Image.Image) -> Picture:
    size = WIDTH, round(drawn.height * WIDTH / drawn.width)
    out = BytesIO()
    small = drawn.resize(size, Image.Resampling.LANCZOS)
    # An octree keeps colours that cover few pixels, such as seats' colours. A median cut mixes such colours.
    small.quantize(COLOURS, Image.Quantize.FASTOCTREE).save(out, "PNG")
    return Picture(out.getvalue(), *size)
