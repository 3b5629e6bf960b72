"""Previews of moves: the current board, with a ghost of each moving piece at its new place."""

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

import render
from render import theme
from render.encode import Picture, png
from render.pieces import Itself, faded, place, shorten
from render.trails import dotted
from rules.engine.game import View
from rules.engine.seat import Names

_DOT, _APART, _CLEAR = 12, 30, 40
"""The size of the dots on a route, their distance, and the length without dots at both ends, in pixels."""
_ROOM = 12
"""The width in pixels of the margin around a piece, for its outline."""
_INNER, _OUTER = 5, 15
"""The widths of the filters for the inner and the outer edge of the outline. They must be odd."""
_DASH, _STEP = 16, 26
"""The length of a dash of the outline, and the distance between dashes, as angles in degrees."""


def draw_foreseen(before: View, after: View, names: Names) -> Picture:
    """Return the picture of the view `before`, with ghosts of the pieces that have moved in `after`.

    Return the picture of the view `after` if no piece moves, or if the game has no `glides`.
    """
    draw, palette, glides = (
        render.offered(after.game, name) for name in ("draw_position", "palette", "glides")
    )
    legs = glides(after, names) if glides else ()
    moved = [glide for leg in legs for glide in leg if len(glide.way) > 1]
    if draw is None or palette is None or not moved:
        return render.draw(after, names)
    canvas = draw(before, names)
    for glide in moved:
        between = shorten(shorten(glide.way, _CLEAR)[::-1], _CLEAR)[::-1]
        dotted(canvas, between, theme.INK, _DOT, _APART)
    for glide in {glide.name: glide for glide in moved}.values():
        place(canvas, ghost(glide.piece), glide.way[-1])
    return png(canvas, palette())


def ghost(piece: Image.Image) -> Image.Image:
    """Return a faint copy of a piece in a dashed outline. The copy is cached."""
    return _ghost(Itself(piece))


@lru_cache(maxsize=128)
def _ghost(piece: Itself) -> Image.Image:
    wide, high = (side + 2 * _ROOM for side in piece.image.size)
    shape = Image.new("L", (wide, high))
    shape.paste(piece.image.getchannel("A"), (_ROOM, _ROOM))
    whole = Image.new("RGBA", (wide, high))
    for colour, inner, outer in ((theme.CARD, _INNER - 2, _OUTER), (theme.INK, _INNER, _OUTER - 2)):
        band = ImageChops.subtract(_wider(shape, outer), _wider(shape, inner))
        whole.paste(colour, (0, 0), ImageChops.multiply(band, _dashes(wide, high)))
    whole.alpha_composite(faded(piece.image), (_ROOM, _ROOM))
    return whole


def _wider(shape: Image.Image, by: int) -> Image.Image:
    return shape.filter(ImageFilter.MaxFilter(by)).filter(ImageFilter.SMOOTH)


def _dashes(wide: int, high: int) -> Image.Image:
    """Return a mask of rays from the middle, which divides an outline into dashes."""
    mask = Image.new("L", (wide, high))
    reach = wide + high
    box = wide / 2 - reach, high / 2 - reach, wide / 2 + reach, high / 2 + reach
    for angle in range(0, 360, _STEP):
        ImageDraw.Draw(mask).pieslice(box, angle, angle + _DASH, 255)
    return mask
