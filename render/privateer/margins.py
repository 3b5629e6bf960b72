"""The paper round the chart: title, words, the tray, and the players' cards."""

from PIL import Image

from render import cards
from render.lettering import Face, Style, width
from render.privateer.layout import BAND, TITLE_END, WORDS, seat_cards
from render.privateer.liveries import LIVERIES
from render.privateer.names import short_names, shown_names
from render.privateer.seats import paint_seat
from render.privateer.table import paint_table
from rules.engine.seat import Names
from rules.privateer.caption import aside, leading_fleet, tale, title
from rules.privateer.view import PrivateerView

_NAME_LENGTHS = (18, 14, 11, 8, 5)
_ASIDE = Style(Face.TEXT, 30)
_LINES = 4
"""So many lines tell what happened."""
_TAKEN = 140
"""How much of the title band ship and gaps take."""


def paint_margins(canvas: Image.Image, view: PrivateerView, names: Names) -> None:
    """All that is written beside the chart."""
    shown = shown_names(view, names)
    livery = LIVERIES[leading_fleet(view)]
    cards.title_band(canvas, BAND, TITLE_END, livery, fitting_title(view, shown), aside(view))
    cards.words(canvas, WORDS, tale(view, short_names(shown, _NAME_LENGTHS[0])), _LINES)
    paint_table(canvas, view)
    for box, seat in zip(seat_cards(len(view.seats), duel=view.duel), view.seats, strict=True):
        paint_seat(canvas, box, view, seat, shown[seat.seat])


def fitting_title(view: PrivateerView, shown: dict[int, str]) -> str:
    """The title with names as long as leave room for what is to be done, which matters more."""
    room = TITLE_END - _TAKEN - width(aside(view), _ASIDE)
    titles = [title(view, short_names(shown, longest)) for longest in _NAME_LENGTHS]
    return next((text for text in titles if width(text, cards.SMALL_TITLE) <= room), titles[-1])
