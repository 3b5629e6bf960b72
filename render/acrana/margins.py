"""Paints the margins (headline, caption and the seats' cards) and the meanings of signs."""

from functools import partial

from PIL import Image

from render import theme
from render.acrana.layout import FIELD, block, lies
from render.acrana.liveries import LIVERIES
from render.acrana.seats import COIN, paint_seat
from render.acrana.ships import BADGES, badge_of, badges
from render.acrana.table import paint_table, room_of
from render.drawings import sprite
from render.headline import paint_tale, paint_title
from render.lettering import TEXT_8, cap_height, readable, write
from render.pieces import place
from rules.acrana.shown.caption import aside, leading_seat, tale, title
from rules.acrana.shown.view import AcranaView
from rules.engine.seat import Names

_ISLE = block(4, 4, 4, 3)
"""The land with the meanings of signs."""
_SIGN = 36
_GAP = 8


def paint_margins(canvas: Image.Image, view: AcranaView, names: Names) -> None:
    """Paint headline, caption and cards."""
    shown = {seat.seat: readable(names.get(seat.seat, ""), seat.port) for seat in view.seats}
    sheet = lies(len(view.seats))
    livery, head = LIVERIES[leading_seat(view)], partial(title, view)
    free = paint_title(canvas, sheet.headline, livery, head, shown, aside(view), room_of(view))
    paint_table(canvas, free, view)
    paint_tale(canvas, sheet.words, partial(tale, view), shown)
    for box, seat in zip(sheet.cards, view.seats, strict=True):
        paint_seat(canvas, box, view, seat, shown[seat.seat])


def paint_meanings(canvas: Image.Image, view: AcranaView) -> None:
    """Paint the meanings of the signs that appear on ships and cards."""
    used = {badge for ship in view.ships for badge in badges(ship)}
    rows = [(badge_of(badge, _SIGN), told) for badge, told in BADGES.items() if badge in used]
    if any(seat.silver for seat in view.seats):
        rows.append((sprite("coin", _SIGN, COIN), "silver"))
    pitch = min(40, 3 * FIELD / max(1, len(rows)))
    top = _ISLE.centre[1] - pitch * (len(rows) - 1) / 2
    for number, (sign, told) in enumerate(rows):
        y = top + pitch * number
        place(canvas, sign, (_ISLE.left + 14 + _SIGN / 2, y))
        start = _ISLE.left + 14 + _SIGN + _GAP, y + cap_height(TEXT_8) / 2
        write(canvas, start, told, TEXT_8, theme.INK)
