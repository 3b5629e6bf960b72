"""Paints the margins: headline with dice, caption and the seats' cards."""

from functools import partial

from PIL import Image

from render import dice, theme
from render.cards import Figure, Row, Standing, paint_card
from render.chart import Box
from render.drawings import sprite
from render.headline import paint_tale, paint_title
from render.lettering import TEXT_11, readable, width, write
from render.pieces import place
from render.port_flower.layout import Layout
from render.port_flower.liveries import livery_of
from rules.engine.seat import Names
from rules.engine.wording import ordinal
from rules.port_flower.board import TOW
from rules.port_flower.shown.caption import aside, leading_seat, tale, title
from rules.port_flower.shown.view import PortFlowerView, SeatView

_DICE = 4 * (dice.WIND[0] + dice.WIND_GAP)
_WIDE = 500
"""The minimum width in pixels of a card with room for a note such as `in tow`."""
_ROW = Row(TEXT_11, sign=48, gap=4, between=12)


def paint_margins(canvas: Image.Image, plan: Layout, view: PortFlowerView, names: Names) -> None:
    """Paint headline, caption and cards."""
    shown, sheet = shown_names(view, names), plan.sheet
    livery, taken = livery_of(leading_seat(view)), _DICE if view.dice else 0
    free = paint_title(canvas, sheet.headline, livery, partial(title, view), shown, aside(view), taken)
    if view.dice:
        dice.winds(canvas, free, view.dice, view.dice_left)
    paint_tale(canvas, sheet.words, lambda called, _: tale(view, called), shown)
    for box, seat in zip(sheet.cards, view.seats, strict=True):
        _paint_seat(canvas, box, view, seat, shown[seat.seat])


def shown_names(view: PortFlowerView, names: Names) -> dict[int, str]:
    """Return the name of each seat's player, or of the boat if the font cannot show the player's name."""
    return {seat.seat: readable(names.get(seat.seat, ""), f"Boat {seat.letter}") for seat in view.seats}


def _paint_seat(canvas: Image.Image, box: Box, view: PortFlowerView, seat: SeatView, name: str) -> None:
    """Paint one card, with an anchor after the name if the seat will miss a turn."""
    skips = seat.skip and seat.rank is None
    after = (_ROW.sign + _ROW.gap) * skips
    at_turn = not view.stopped and seat.seat == view.turn_seat
    standing = Standing.GONE if not seat.active else Standing.AT_TURN if at_turn else Standing.WAITING
    line = paint_card(canvas, box, livery_of(seat), name, standing, after)
    if skips:
        spot = line.right - _ROW.sign / 2, box.top + box.bottom - line.centre[1]
        place(canvas, sprite("anchor", _ROW.sign), spot)
    badges = _badges(seat, wide=box.width >= _WIDE)
    left = line.right - _ROW.width(badges)
    _paint_progress(canvas, line._replace(right=left - _ROW.between * bool(badges)), view, seat)
    _ROW.paint(canvas, left, line.bottom, line.height, badges)


def _paint_progress(canvas: Image.Image, room: Box, view: PortFlowerView, seat: SeatView) -> None:
    """Paint the number of buoys reached and, if there is room, a buoy and the distance to the next goal."""
    told = f"{seat.reached}/{view.n_buoys}"
    on_water = seat.active and seat.rank is None and seat.position != TOW
    if on_water and not seat.cut_off and seat.to_go is not None:
        longer = f"{told}, next in {seat.to_go}"
        told = longer if width(longer, TEXT_11) + 2 * _ROW.gap <= room.width else told
    left = room.left
    if _ROW.sign + _ROW.gap + width(told, TEXT_11) <= room.width:
        place(canvas, sprite("buoy", _ROW.sign), (left + _ROW.sign / 2, room.centre[1]))
        left += _ROW.sign + _ROW.gap
    write(canvas, (left, room.bottom), told, TEXT_11, theme.INK)


def _badges(seat: SeatView, *, wide: bool) -> list[Figure]:
    """Return figures with the seat's rank or, before it has one, with its repellents and note, if any."""
    ink = theme.INK if seat.active else theme.PALE_INK
    if seat.rank is not None:
        return [Figure("", ink, ordinal(seat.rank), ink)]
    badges = []
    if seat.repellents is not None:
        badges.append(Figure("shield", theme.INK, str(seat.repellents), ink))
    note = _note(seat) if wide or not seat.active else ""
    return [*badges, Figure("", ink, note, ink)] if note else badges


def _note(seat: SeatView) -> str:
    """Return the reason why the boat has no distance to its next goal, or an empty text."""
    if not seat.active:
        return "out"
    if seat.position == TOW:
        return "in tow"
    if seat.cut_off:
        return "cut off"
    return "in port" if seat.to_go is None else ""
