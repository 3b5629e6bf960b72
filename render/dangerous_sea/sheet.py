"""The static layer: a sea that nobody knows, dark and hatched, in a frame whose edges meet."""

from functools import cache

from PIL import Image, ImageDraw

from render import chart, theme
from render.dangerous_sea.layout import BAND, CHART, FIELD, FRAME, SEA, WIDTH
from render.dangerous_sea.liveries import STONE
from render.drawings import sprite
from render.pieces import arrow, place
from render.theme import rgb
from rules.dangerous_sea.board import FILE

DARK = rgb(FILE.unrevealed_fill)
HATCH = theme.mix(DARK, theme.WHITE, 0.1)
LINE = theme.mix(DARK, theme.INK, 0.45)
_PITCH = 12
_IN = 26
"""From the rim of the frame to an arrow in it."""


@cache
def chart_sheet() -> Image.Image:
    """The chart with its frame on paper, an RGB image as large as `CHART`. It is kept: copy it."""
    canvas = Image.new("RGB", (CHART.width, CHART.height), theme.PAPER)
    chart.frame(canvas, SEA, list(FILE.columns), [str(row + 1) for row in range(FILE.rows)])
    canvas.paste(_unknown(), SEA[:2])
    _show_that_edges_meet(canvas)
    for number in range(WIDTH // 24):
        place(
            canvas,
            sprite("rune", 15, theme.mix(theme.PAPER, STONE, 0.4)),
            (12 + 24 * number, BAND.bottom + 10),
        )
    return canvas


def _unknown() -> Image.Image:
    sea = Image.new("RGB", (SEA.width, SEA.height), DARK)
    draw = ImageDraw.Draw(sea)
    for start in range(-SEA.height, SEA.width, _PITCH):
        draw.line([(start, SEA.height), (start + SEA.height, 0)], HATCH, 2)
    for number in range(1, 12):
        edge = number * FIELD
        draw.line([(edge, 0), (edge, SEA.height)], LINE, 1)
        draw.line([(0, edge), (SEA.width, edge)], LINE, 1)
    return sea


def _show_that_edges_meet(canvas: Image.Image) -> None:
    """Small arrows in the frame that lead out of it on all four sides."""
    x, y = SEA.centre
    for sixteenth, at in (
        (0, (FRAME.right - 26, y)),
        (4, (x, FRAME.bottom - 26)),
        (8, (FRAME.left + 26, y)),
        (12, (x, FRAME.top + 26)),
    ):
        place(canvas, arrow(26, theme.ALARM, theme.INK, sixteenth), at)
