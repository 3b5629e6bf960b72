"""A seat's card: the buoys it has reached, how far it has to go, what it carries, its place at the end."""

from typing import NamedTuple

from PIL import Image

from render import theme
from render.cards import BADGE_GAP, Standing, paint_card
from render.chart import Box
from render.drawings import sprite
from render.lettering import TEXT_11, width, write
from render.pieces import place
from render.port_flower.liveries import livery_of
from rules.engine.wording import ordinal
from rules.port_flower.board import TOW
from rules.port_flower.shown.view import PortFlowerView, SeatView

_WIDE = 500
"""From this width on a card has room for how far its boat has to go."""
_SIGN = 48


class Badge(NamedTuple):
    """A sign, or words, or a sign with a number behind it."""

    sign: str
    words: str = ""

    @property
    def width(self) -> int:
        """Pixels across, with the gap behind it."""
        return bool(self.sign) * (_SIGN + BADGE_GAP) + width(self.words, TEXT_11) + 3 * BADGE_GAP


def paint_seat(canvas: Image.Image, box: Box, view: PortFlowerView, seat: SeatView, name: str) -> None:
    """Fill one card."""
    wide = box.width >= _WIDE
    note = _note(seat) if wide or not seat.active else ""
    badges = [*_badges(seat), *([Badge("", note)] if note else [])]
    line = paint_card(canvas, box, livery_of(seat), name, _standing(view, seat))
    taken = sum(badge.width for badge in badges)
    _paint_buoys(canvas, line._replace(right=line.right - taken), f"{seat.reached}/{view.n_buoys}")
    ink = theme.INK if seat.active else theme.PALE_INK
    right = line.right
    for badge in reversed(badges):
        write(canvas, (right, line.bottom), badge.words, TEXT_11, ink, "right")
        if badge.sign:
            sign = sprite(badge.sign, _SIGN)
            left = right - width(badge.words, TEXT_11) - BADGE_GAP - sign.width
            canvas.paste(sign, (left, round(line.centre[1] - _SIGN / 2)), sign)
        right -= badge.width


def _paint_buoys(canvas: Image.Image, room: Box, told: str) -> None:
    """How many buoys it has reached, with a buoy before it where there is room."""
    left = room.left
    if _SIGN + BADGE_GAP + width(told, TEXT_11) <= room.width:
        place(canvas, sprite("buoy", _SIGN), (left + _SIGN / 2, room.centre[1]))
        left += _SIGN + BADGE_GAP
    write(canvas, (left, room.bottom), told, TEXT_11, theme.INK)


def _standing(view: PortFlowerView, seat: SeatView) -> Standing:
    if not seat.active:
        return Standing.GONE
    at_turn = not view.stopped and seat.seat == view.turn_seat
    return Standing.AT_TURN if at_turn else Standing.WAITING


def _badges(seat: SeatView) -> list[Badge]:
    """A shield with the number of repellents, an anchor when a turn will be missed; at the end the place."""
    badges = []
    if seat.repellents is not None and seat.rank is None:
        badges.append(Badge("shield", str(seat.repellents)))
    if seat.rank is not None:
        badges.append(Badge("", ordinal(seat.rank)))
    elif seat.skip:
        badges.append(Badge("anchor"))
    return badges


def _note(seat: SeatView) -> str:
    """Return the number of squares to its next buoy, or why there is none."""
    if seat.rank is not None:
        return ""
    if not seat.active:
        return "out"
    if seat.position == TOW:
        return "in tow"
    if seat.cut_off:
        return "cut off"
    return "in port" if seat.to_go is None else f"{seat.to_go} to go"
