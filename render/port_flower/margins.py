"""Paints the margins: headline with dice, caption and the seats' cards."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from PIL import Image

from render import dice, theme
from render.cards import BADGE_GAP, Standing, paint_card
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
_SIGN = 48


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


class _Badge(NamedTuple):
    """A mark on a card: the name of a sign, which may be empty, and words."""

    sign: str
    words: str = ""

    @property
    def width(self) -> int:
        """The width in pixels, including the gap before the badge."""
        return bool(self.sign) * (_SIGN + BADGE_GAP) + width(self.words, TEXT_11) + 3 * BADGE_GAP


def _paint_seat(canvas: Image.Image, box: Box, view: PortFlowerView, seat: SeatView, name: str) -> None:
    """Paint one card, with an anchor after the name if the seat will miss a turn."""
    note = _note(seat) if box.width >= _WIDE or not seat.active else ""
    badges = [*_badges(seat), *([_Badge("", note)] if note else [])]
    skips = seat.skip and seat.rank is None
    after = (_SIGN + BADGE_GAP) * skips
    line = paint_card(canvas, box, livery_of(seat), name, _standing(view, seat), after)
    if skips:
        place(
            canvas, sprite("anchor", _SIGN), (line.right - _SIGN / 2, box.top + box.bottom - line.centre[1])
        )
    taken = sum(badge.width for badge in badges)
    _paint_buoys(canvas, line._replace(right=line.right - taken), _told(view, seat))
    ink = theme.INK if seat.active else theme.PALE_INK
    right = line.right
    for badge in reversed(badges):
        write(canvas, (right, line.bottom), badge.words, TEXT_11, ink, "right")
        if badge.sign:
            sign = sprite(badge.sign, _SIGN)
            left = right - width(badge.words, TEXT_11) - BADGE_GAP - sign.width
            canvas.paste(sign, (left, round(line.centre[1] - _SIGN / 2)), sign)
        right -= badge.width


def _told(view: PortFlowerView, seat: SeatView) -> Iterator[str]:
    """Yield texts about the seat's progress, the longest first."""
    reached = f"{seat.reached}/{view.n_buoys}"
    on_water = seat.active and seat.rank is None and seat.position != TOW
    if on_water and not seat.cut_off and seat.to_go is not None:
        yield f"{reached}, next in {seat.to_go}"
    yield reached


def _paint_buoys(canvas: Image.Image, room: Box, ways: Iterator[str]) -> None:
    """Write the first text of `ways` that fits, or else the last, with a buoy before it if there is room."""
    left = room.left
    told = ""
    for told in ways:
        if width(told, TEXT_11) + 2 * BADGE_GAP <= room.width:
            break
    if _SIGN + BADGE_GAP + width(told, TEXT_11) <= room.width:
        place(canvas, sprite("buoy", _SIGN), (left + _SIGN / 2, room.centre[1]))
        left += _SIGN + BADGE_GAP
    write(canvas, (left, room.bottom), told, TEXT_11, theme.INK)


def _standing(view: PortFlowerView, seat: SeatView) -> Standing:
    if not seat.active:
        return Standing.GONE
    at_turn = not view.stopped and seat.seat == view.turn_seat
    return Standing.AT_TURN if at_turn else Standing.WAITING


def _badges(seat: SeatView) -> list[_Badge]:
    """Return a badge with the rank, or before that with the number of repellents if the race has any."""
    badges = []
    if seat.repellents is not None and seat.rank is None:
        badges.append(_Badge("shield", str(seat.repellents)))
    if seat.rank is not None:
        badges.append(_Badge("", ordinal(seat.rank)))
    return badges


def _note(seat: SeatView) -> str:
    """Return why the boat has no distance to its next goal, or an empty text."""
    if seat.rank is not None:
        return ""
    if not seat.active:
        return "out"
    if seat.position == TOW:
        return "in tow"
    if seat.cut_off:
        return "cut off"
    return "in port" if seat.to_go is None else ""
