"""The paper round the chart: title, words, the tray, and the players' cards."""

from PIL import Image

from render import cards
from render.privateer.layout import BAND, TITLE_END, WORDS, seat_cards
from render.privateer.liveries import LIVERIES
from render.privateer.seats import paint_seat
from render.privateer.table import paint_table
from render.privateer.words import aside, leading_fleet, short_names, shown_names, tale, title
from rules.engine.seat import Names
from rules.privateer.view import PrivateerView


def paint_margins(canvas: Image.Image, view: PrivateerView, names: Names) -> None:
    """All that is written beside the chart."""
    shown = shown_names(view, names)
    brief = short_names(shown)
    livery = LIVERIES[leading_fleet(view)]
    cards.title_band(canvas, BAND, TITLE_END, livery, title(view, brief), aside(view))
    cards.words(canvas, WORDS, tale(view, brief))
    paint_table(canvas, view)
    for box, seat in zip(seat_cards(len(view.seats), duel=view.duel), view.seats, strict=True):
        paint_seat(canvas, box, view, seat, shown[seat.seat])
