"""The card of a game without a picture module."""

from functools import cache

from PIL import Image

from render import chart, theme
from render.chart import Box
from render.encode import LastStrips, Picture, make_palette, png
from render.headline import paint_words
from render.lettering import TITLE_11, Face, Style, fit, readable, write
from rules.engine.game import View
from rules.engine.seat import Names
from rules.engine.wording import ENDED

_SIZE = (1200, 640)
_LINE = Style(Face.TEXT, 30)
_LINES = 9


def paint(view: View, names: Names, last: LastStrips) -> Picture:
    """Return a card with the game's title, its players, and the first texts and integers of the view."""
    canvas = Image.new("RGB", _SIZE, theme.PAPER)
    paper = Box(70, 70, _SIZE[0] - 70, _SIZE[1] - 70)
    chart.plain_frame(canvas, paper)
    title = ENDED if view.stopped else view.game.replace("_", " ").title()
    write(canvas, (paper.centre[0], paper.top + 70), title, TITLE_11, theme.INK, "middle")
    players = ", ".join(readable(name, f"Seat {seat}") for seat, name in sorted(names.items()))
    paint_words(canvas, Box(paper.left + 40, paper.top + 90, paper.right - 40, paper.top + 170), players)
    facts = [
        f"{field.replace('_', ' ').capitalize()}: {value}"
        for field, value in view.model_dump(mode="json", exclude={"game", "stopped"}).items()
        if isinstance(value, str | int)
    ]
    for number, fact in enumerate(facts[:_LINES]):
        spot = paper.left + 40, paper.top + 210 + 36 * number
        write(canvas, spot, fit(fact, _LINE, paper.width - 80), _LINE, theme.INK)
    return png(canvas, _palette(), last)


@cache
def _palette() -> Image.Image:
    ramp = Image.new("RGB", (256, 1))
    ramp.putdata([theme.mix(theme.CARD, theme.INK, share / 255) for share in range(256)])
    return make_palette(ramp, (theme.PAPER, theme.CARD, theme.INK))
