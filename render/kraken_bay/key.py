"""The legend of signs in the lower corners next to the bay."""

from collections.abc import Callable, Sequence
from functools import cache, partial

from PIL import Image

from render import theme
from render.drawings import sprite
from render.kraken_bay.afloat import chit, stray_ship
from render.kraken_bay.layout import KEY, LINE
from render.kraken_bay.liveries import TENTACLE
from render.kraken_bay.sheet import DEEP
from render.lettering import TEXT_8, cap_height, width, write
from render.pieces import place

_SIGN, _GAP = 36, 8
_Sign = tuple[Callable[[], Image.Image], str]
_LEFT: Sequence[_Sign] = (
    (partial(sprite, "coin", _SIGN, theme.GOLD), "points"),
    (partial(chit, "crew", _SIGN), "crew"),
    (partial(chit, "ration", _SIGN), "ration"),
    (partial(chit, "plague", _SIGN), "plague"),
    (partial(chit, "treasure", _SIGN), "treasure"),
)
_RIGHT: Sequence[_Sign] = (
    (partial(stray_ship, "supply", _SIGN + 4), "stray"),
    (partial(sprite, "hourglass", _SIGN - 6), "fuse"),
    (partial(sprite, "puff", _SIGN), "smoke"),
    (partial(sprite, "barrel", _SIGN), "barrel"),
    (partial(sprite, "tentacle", _SIGN, TENTACLE), "tentacle"),
)


def paint_key(canvas: Image.Image) -> None:
    """Paint a column of signs and words in each lower corner."""
    for number in range(len(_LEFT)):
        top = KEY.top + LINE * number
        canvas.paste(_line(number, right=False), (KEY.left, top))
        right = _line(number, right=True)
        canvas.paste(right, (KEY.right - right.width, top))


@cache
def _line(number: int, *, right: bool) -> Image.Image:
    """Return a line of the left or right column, whose signs are on the outer side, on water."""
    sign, word = (_RIGHT if right else _LEFT)[number]
    wide = _SIGN + _GAP + width(word, TEXT_8)
    line = Image.new("RGB", (wide, LINE), DEEP)
    place(line, sign(), (wide - _SIGN / 2 if right else _SIGN / 2, LINE / 2))
    start = 0 if right else _SIGN + _GAP
    write(line, (start, LINE / 2 + cap_height(TEXT_8) / 2), word, TEXT_8, theme.INK)
    return line
