"""A seat's card: cards in hand, silver, who deals and leads, and where its ships are."""

from PIL import Image

from render import theme
from render.acrana.liveries import LIVERIES
from render.acrana.ships import token_of
from render.cards import BADGE_GAP, NOTE, Standing, paste_badges, seat_card
from render.chart import Box
from render.drawings import sprite
from render.lettering import Face, Style, cap_height, width, write, write_centred
from render.pieces import place
from rules.acrana.board import FINISH, OUT, PORT
from rules.acrana.view import AcranaView, SeatView, ShipView

_COUNT = Style(Face.BOLD, 28)
_SIGN = 28
_ONE_CARD = "(1)"
_SHIP = 58


def paint_seat(canvas: Image.Image, box: Box, view: AcranaView, seat: SeatView, name: str) -> None:
    """Fill one card: name and rank, then hand and silver, then the ships."""
    badges = _medal(seat)
    taken = sum(badge.width + BADGE_GAP for badge in badges)
    room = seat_card(canvas, box, LIVERIES[seat.seat], name, _standing(view, seat), taken, _SHIP)
    paste_badges(canvas, badges, room.right, room.top - cap_height(NOTE) + 2)
    if view.fleets < len(view.seats):
        place(canvas, token_of(seat.seat, seat.fleet + 1), (box.left + 30, box.top + 20))
    if seat.resigned:
        write(canvas, (room.left, room.bottom - 24), "out", NOTE, theme.mix(theme.CARD, theme.INK, 0.55))
        return
    high = room.height / 2
    _paint_hand(canvas, room, room.top + high * 0.5, seat)
    _paint_flotilla(
        canvas,
        Box(room.left, round(room.top + high), room.right, room.bottom),
        [ship for ship in view.ships if ship.seat == seat.seat],
    )


def _standing(view: AcranaView, seat: SeatView) -> Standing:
    if seat.resigned:
        return Standing.GONE
    at_turn = view.phase == "racing" and not view.stopped and seat.seat == view.active
    return Standing.AT_TURN if at_turn else Standing.WAITING


def _medal(seat: SeatView) -> list[Image.Image]:
    if seat.rank is None:
        return []
    metal = theme.GOLD if seat.rank == 1 else theme.mix(theme.CARD, theme.INK, 0.2)
    return [sprite("medal", 40, metal, str(seat.rank))]


def _paint_hand(canvas: Image.Image, room: Box, y: float, seat: SeatView) -> None:
    """Cards held (and dealt next, if only one) and silver; on the right who deals and who leads."""
    x: float = room.left
    place(canvas, sprite("cards", _SIGN), (x + 16, y))
    write_centred(canvas, (x + 44, y), str(seat.cards), _COUNT, theme.INK)
    x += 78
    if seat.one_card_next_deal:
        write(canvas, (x - 22, y + cap_height(NOTE) / 2), _ONE_CARD, NOTE, theme.INK)
        x += width(_ONE_CARD, NOTE) - 3
    if seat.silver:
        place(canvas, sprite("coin", 34, theme.rgb("#C9D3DA"), f"{seat.silver}", theme.INK), (x, y))
    words = [word for word, there in (("deals", seat.dealer), ("leads", seat.leader)) if there]
    write(
        canvas,
        (room.right, y + cap_height(NOTE) / 2),
        " ".join(words),
        Style(Face.TEXT, 24),
        theme.INK,
        "right",
    )


def _paint_flotilla(canvas: Image.Image, room: Box, ships: list[ShipView]) -> None:
    """Where each ship is: its square, an anchor in port, a crown at home; in the order of their numbers."""
    pitch = min(70, room.width / len(ships))
    y = room.centre[1]
    for number, ship in enumerate(ships):
        x = room.left + pitch * number + pitch / 2 - (70 - 44) / 2 * (pitch / 70)
        if ship.square == PORT:
            place(canvas, sprite("anchor", _SIGN - 2), (x, y))
        elif ship.square == FINISH:
            place(canvas, sprite("crown", _SIGN - 2), (x, y))
        elif ship.square != OUT:
            write_centred(canvas, (x, y), str(ship.square), _COUNT, theme.INK)
