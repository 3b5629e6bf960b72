"""The paper round the bay: the title with the dice, a summary, and the seats' cards."""

from functools import partial

from PIL import Image

from render import dice
from render.headline import paint_tale, paint_title
from render.port_flower.layout import Layout
from render.port_flower.liveries import livery_of
from render.port_flower.names import shown_names
from render.port_flower.seats import paint_seat
from rules.engine.seat import Names
from rules.port_flower.shown.caption import aside, leading_seat, tale, title
from rules.port_flower.shown.view import PortFlowerView

_DICE = 4 * (dice.WIND[0] + dice.WIND_GAP)


def paint_margins(canvas: Image.Image, plan: Layout, view: PortFlowerView, names: Names) -> None:
    """Paint every box of the sheet except the board."""
    shown, sheet = shown_names(view, names), plan.sheet
    livery, taken = livery_of(leading_seat(view)), _DICE if view.dice else 0
    free = paint_title(canvas, sheet.headline, livery, partial(title, view), shown, aside(view), taken)
    if view.dice:
        dice.winds(canvas, free, view.dice, view.dice_left)
    paint_tale(canvas, sheet.words, lambda called, _: tale(view, called), shown)
    for box, seat in zip(sheet.cards, view.seats, strict=True):
        paint_seat(canvas, box, view, seat, shown[seat.seat])
