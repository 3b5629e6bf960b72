"""A seat's card: the buoys it has reached, how far it has to go, what it carries, its place at the end."""

from PIL import Image

from render import theme
from render.cards import BADGE_GAP, NOTE, Standing, paste_badges, seat_card
from render.chart import Box
from render.drawings import sprite
from render.lettering import cap_height, width, write
from render.port_flower.liveries import LIVERIES, livery_of
from rules.port_flower.sailing import PORT, TOW
from rules.port_flower.view import PortFlowerView, SeatView
from rules.port_flower.words import squares

_WIDE = 340
"""From this width on a card has two lines instead of three."""


def paint_seat(canvas: Image.Image, box: Box, view: PortFlowerView, seat: SeatView, name: str) -> None:
    """Fill one card."""
    ink = theme.INK if seat.active else theme.mix(theme.CARD, theme.INK, 0.55)
    if box.width >= _WIDE:
        badges = _badges(seat, 36)
        taken = sum(badge.width + BADGE_GAP for badge in badges)
        room = seat_card(canvas, box, livery_of(seat), name, _standing(view, seat), taken)
        paste_badges(canvas, badges, room.right, room.top - cap_height(NOTE) + 2)
        size = min(38, (room.width - width(squares(12), NOTE) - BADGE_GAP) // view.n_buoys - BADGE_GAP)
        top = room.top + (room.height - size) // 2
        note = room.right, top + (size + cap_height(NOTE)) / 2
        write(canvas, note, _note(view, seat), NOTE, ink, "right")
    else:
        room = seat_card(canvas, box, livery_of(seat), name, _standing(view, seat), 0)
        size = min(34, room.width // view.n_buoys - BADGE_GAP, room.height - cap_height(NOTE) - 5)
        top = room.top + (room.height - size - cap_height(NOTE)) // 3
        write(canvas, (room.left, room.bottom - 5), _note(view, seat), NOTE, ink)
        paste_badges(canvas, _badges(seat, 29), room.right, room.bottom - 6 - cap_height(NOTE) / 2)
    for number in range(1, view.n_buoys + 1):
        coin = _coin(seat, number, size)
        canvas.paste(coin, (room.left + (number - 1) * (size + BADGE_GAP), top), coin)


def _standing(view: PortFlowerView, seat: SeatView) -> Standing:
    if not seat.active:
        return Standing.GONE
    at_turn = not view.stopped and seat.seat == view.turn_seat
    return Standing.AT_TURN if at_turn else Standing.WAITING


def _coin(seat: SeatView, number: int, size: int) -> Image.Image:
    livery = LIVERIES[seat.seat]
    if number <= seat.reached:
        return sprite("coin", size, livery.hue, str(number), livery.ink)
    return sprite("blank", size, mark=str(number), mark_colour=theme.mix(theme.CARD, theme.INK, 0.6))


def _badges(seat: SeatView, size: int) -> list[Image.Image]:
    """A shield with the number of repellents; an anchor when a turn will be missed, or a medal at the end."""
    badges = []
    if seat.repellents is not None:
        badges.append(sprite("shield", size, mark=str(seat.repellents)))
    if seat.rank is not None:
        metal = theme.GOLD if seat.rank == 1 else theme.mix(theme.CARD, theme.INK, 0.2)
        badges.append(sprite("medal", size + 6, metal, str(seat.rank)))
    elif seat.skip:
        badges.append(sprite("anchor", size - 3))
    return badges


def _note(view: PortFlowerView, seat: SeatView) -> str:
    """How many squares it has to go to its next buoy, or why there is nothing to go."""
    if not seat.active:
        return "out"
    if seat.position == TOW:
        return "in tow"
    if seat.position == PORT and seat.reached == view.n_buoys:
        return "home"
    if seat.cut_off:
        return "cut off"
    return "in port" if seat.to_go is None else squares(seat.to_go)
