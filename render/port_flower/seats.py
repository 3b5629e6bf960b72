"""A seat's card: the buoys it has reached, how far it has to go, what it carries, its place at the end."""

from PIL import Image

from render import theme
from render.cards import NOTE, Standing, seat_card
from render.chart import Box
from render.drawings import sprite
from render.lettering import cap_height, width, write
from render.port_flower.liveries import LIVERIES
from rules.port_flower.sailing import PORT, TOW
from rules.port_flower.view import PortFlowerView, SeatView

_GAP = 4
_SMALLEST_COIN = 28


def paint_seat(canvas: Image.Image, box: Box, view: PortFlowerView, seat: SeatView, name: str) -> None:
    """Fill one card."""
    standing = (
        Standing.GONE
        if not seat.active
        else Standing.AT_TURN
        if seat.seat == view.turn_seat
        else Standing.WAITING
    )
    room = seat_card(canvas, box, LIVERIES[seat.seat], name, standing, _badges(seat))
    ink = theme.INK if seat.active else theme.mix(theme.CARD, theme.INK, 0.55)
    beside = (room.width - width("12 to go", NOTE) - _GAP) // view.n_buoys - _GAP
    if beside >= _SMALLEST_COIN:
        size = min(38, beside)
        top = room.top + (room.height - size) // 2
        write(
            canvas, (room.right, top + (size + cap_height(NOTE)) / 2), _note(view, seat), NOTE, ink, "right"
        )
    else:
        size = min(34, room.width // view.n_buoys - _GAP, room.height - cap_height(NOTE) - 5)
        top = room.top + (room.height - size - cap_height(NOTE)) // 3
        write(canvas, (room.left, room.bottom - 2), _note(view, seat), NOTE, ink)
    for number in range(1, view.n_buoys + 1):
        coin = _coin(seat, number, size)
        canvas.paste(coin, (room.left + (number - 1) * (size + _GAP), top), coin)


def _coin(seat: SeatView, number: int, size: int) -> Image.Image:
    livery = LIVERIES[seat.seat]
    if number <= seat.reached:
        return sprite("coin", size, livery.hue, str(number), livery.ink)
    return sprite("blank", size, mark=str(number), mark_colour=theme.mix(theme.CARD, theme.INK, 0.6))


def _badges(seat: SeatView) -> list[Image.Image]:
    """An anchor when the next turn is missed, a shield with the number of repellents, a medal at the end."""
    badges = []
    if seat.skip:
        badges.append(sprite("anchor", 32))
    if seat.repellents is not None:
        badges.append(sprite("shield", 36, mark=str(seat.repellents)))
    if seat.rank is not None:
        metal = theme.GOLD if seat.rank == 1 else theme.mix(theme.CARD, theme.INK, 0.2)
        badges.append(sprite("medal", 42, metal, str(seat.rank)))
    return badges


def _note(view: PortFlowerView, seat: SeatView) -> str:
    """How far it has to go, or why there is nothing to go."""
    if not seat.active:
        return "out"
    if seat.position == TOW:
        return "in tow"
    if seat.position == PORT and seat.reached == view.n_buoys:
        return "home"
    return "in port" if seat.to_go is None else f"{seat.to_go} to go"
