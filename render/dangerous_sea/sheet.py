"""The fixed layer of the picture: the legend, and an unknown sea, dark and hatched, in a frame."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render import chart, theme
from render.dangerous_sea.isles import DRINK
from render.dangerous_sea.layout import EAVES, FRAME, HIGH, KEY, SEA, WIDE
from render.dangerous_sea.liveries import GROUND, STONE
from render.drawings import sprite
from render.lettering import SHEET, TEXT_8, cap_height, width, write
from render.pieces import arrow, place
from render.sheet import GAP
from render.theme import Colour, rgb
from rules.dangerous_sea.board import FILE

DARK = rgb(FILE.unrevealed_fill)
HATCH = theme.mix(DARK, theme.WHITE, 0.1)
LINE = theme.mix(DARK, theme.INK, 0.45)
_PITCH = 14
_RUNES = 24
"""The distance between two runes below the headline, in pixels."""
_SIGN, _GAP = 38, 6
_SIGNS: Sequence[tuple[str, Colour, str]] = (
    ("house", theme.mix(GROUND["inhabited"], theme.INK, 0.6), "sailors"),
    ("barley", theme.mix(GROUND["food"], theme.INK, 0.6), "food"),
    ("drop", DRINK, "water"),
    ("rune", STONE, "stone"),
    ("rock", theme.mix(GROUND["rocky"], theme.INK, 0.6), "rocks"),
    ("skull", theme.mix(GROUND["diseased"], theme.INK, 0.6), "plague"),
    ("anchor", theme.INK, "slow"),
)
"""The signs of the legend, with their colours and words."""


def paint_chart() -> Image.Image:
    """Return the unknown sea on paper, with its frame, the legend, and runes above it."""
    canvas = Image.new("RGB", (SHEET, KEY.bottom + GAP), theme.PAPER)
    chart.axes(canvas, SEA, list(FILE.columns), [str(row + 1) for row in range(FILE.rows)])
    canvas.paste(_unknown(), SEA[:2])
    _show_that_edges_meet(canvas)
    _paint_key(canvas)
    for number in range(SHEET // _RUNES):
        rune = sprite("rune", 13, theme.mix(theme.PAPER, STONE, 0.4))
        place(canvas, rune, (12 + _RUNES * number, EAVES))
    return canvas


def _unknown() -> Image.Image:
    sea = Image.new("RGB", (SEA.width, SEA.height), DARK)
    draw = ImageDraw.Draw(sea)
    for start in range(-SEA.height, SEA.width, _PITCH):
        draw.line([(start, SEA.height), (start + SEA.height, 0)], HATCH, 2)
    for x in range(WIDE, SEA.width, WIDE):
        draw.line([(x, 0), (x, SEA.height)], LINE, 1)
    for y in range(HIGH, SEA.height, HIGH):
        draw.line([(0, y), (SEA.width, y)], LINE, 1)
    return sea


def _show_that_edges_meet(canvas: Image.Image) -> None:
    """Paint a small arrow on each side of the frame, pointing outwards, to show that opposite edges meet."""
    x, y = SEA.centre
    for sixteenth, at in (
        (0, (FRAME.right - 8, y)),
        (4, (x, FRAME.bottom - 8)),
        (8, (FRAME.left + 12, y)),
        (12, (x, FRAME.top + 12)),
    ):
        place(canvas, arrow(20, theme.ALARM, theme.INK, sixteenth), at)


def _paint_key(canvas: Image.Image) -> None:
    """Paint the legend, spread over the width of its box."""
    wide = [_SIGN + _GAP + width(word, TEXT_8) for _, _, word in _SIGNS]
    between = (KEY.width - sum(wide)) / (len(wide) - 1)
    left, middle = float(KEY.left), KEY.centre[1]
    for (sign, hue, word), room in zip(_SIGNS, wide, strict=True):
        place(canvas, sprite(sign, _SIGN, hue), (left + _SIGN / 2, middle))
        write(canvas, (left + _SIGN + _GAP, middle + cap_height(TEXT_8) / 2), word, TEXT_8, theme.INK)
        left += room + between
