"""The paper round the bay: title with the dice, words, and the seats' cards."""

from PIL import Image

from render import dice
from render.headline import paint_headline, paint_words, title_fits, words_fit
from render.lettering import with_short_names
from render.port_flower.layout import Layout
from render.port_flower.liveries import livery_of
from render.port_flower.names import shown_names
from render.port_flower.seats import paint_seat
from rules.engine.seat import Names
from rules.port_flower.shown.caption import aside, leading_seat, tale, title
from rules.port_flower.shown.view import PortFlowerView

_DICE = 4 * (dice.WIND[0] + dice.WIND_GAP)


def paint_margins(canvas: Image.Image, plan: Layout, view: PortFlowerView, names: Names) -> None:
    """Fill every box of the sheet but the board."""
    shown, sheet = shown_names(view, names), plan.sheet
    taken = _DICE if view.dice else 0
    head = with_short_names(
        lambda called: title(view, called), shown, lambda text: title_fits(sheet.headline, text, taken)
    )
    free = paint_headline(canvas, sheet.headline, livery_of(leading_seat(view)), head, aside(view), taken)
    if view.dice:
        dice.winds(canvas, free, view.dice, view.dice_left)
    words = with_short_names(
        lambda called: tale(view, called), shown, lambda text: words_fit(sheet.words, text)
    )
    paint_words(canvas, sheet.words, words)
    for box, seat in zip(sheet.cards, view.seats, strict=True):
        paint_seat(canvas, box, view, seat, shown[seat.seat])
