"""The paper round the bay: title, words, dice and the seats' cards."""

from PIL import Image

from render import cards, dice
from render.port_flower.layout import Layout
from render.port_flower.liveries import livery_of
from render.port_flower.names import short_names, shown_names
from render.port_flower.seats import paint_seat
from rules.engine.seat import Names
from rules.port_flower.board import FILE
from rules.port_flower.caption import aside, leading_seat, tale, title
from rules.port_flower.view import PortFlowerView

_SIGNS = {str(wind): direction.suit for wind, direction in FILE.directions.items()}


def paint_margins(canvas: Image.Image, plan: Layout, view: PortFlowerView, names: Names) -> None:
    """Fill every box of the layout but the sea."""
    shown = shown_names(view, names)
    brief = short_names(shown)
    livery = livery_of(leading_seat(view))
    cards.title_band(canvas, plan.band, plan.title_end, livery, title(view, brief), aside(view))
    cards.words(canvas, plan.words, tale(view, brief))
    dice.wind_rose(canvas, plan.rose, _SIGNS, view.dice, view.dice_left)
    for box, seat in zip(plan.cards, view.seats, strict=True):
        paint_seat(canvas, box, view, seat, shown[seat.seat])
