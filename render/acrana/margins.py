"""The paper round the chart: title, words, the card table, the home ports' quays, and the seats' cards."""

from PIL import Image, ImageDraw

from render import cards, theme
from render.acrana.layout import BAND, QUAYS, TITLE_END, WORDS, berths, seat_cards
from render.acrana.liveries import LIVERIES
from render.acrana.names import short_names, shown_names
from render.acrana.seats import paint_seat
from render.acrana.table import paint_table
from render.lettering import Face, Style, write_centred
from rules.acrana.caption import aside, leading_seat, tale, title
from rules.acrana.view import AcranaView
from rules.engine.seat import Names

_SEAM = theme.rgb("#C89A68")
_LETTER = Style(Face.BOLD, 40)


def paint_margins(canvas: Image.Image, view: AcranaView, names: Names) -> None:
    """All that is written beside the chart."""
    shown = shown_names(view, names)
    brief = short_names(shown)
    livery = LIVERIES[leading_seat(view)]
    cards.title_band(canvas, BAND, TITLE_END, livery, title(view, brief), aside(view))
    cards.words(canvas, WORDS, tale(view, brief, _has_room))
    paint_table(canvas, view)
    for box, seat in zip(seat_cards(len(view.seats)), view.seats, strict=True):
        paint_seat(canvas, box, view, seat, shown[seat.seat])


def _has_room(told: str) -> bool:
    return cards.has_room(WORDS, told)


def paint_quays(canvas: Image.Image, view: AcranaView) -> None:
    """A quay for every seat, with its letter where no ship lies."""
    draw = ImageDraw.Draw(canvas)
    grid = berths(QUAYS, len(view.seats))
    for seat in view.seats:
        quay = grid.berth(seat.seat - 1)
        draw.rectangle((quay.left, quay.top, quay.right - 1, quay.bottom - 1), None, _SEAM, 2)
        if not seat.in_port:
            write_centred(canvas, quay.centre, seat.letter, _LETTER, _SEAM)
