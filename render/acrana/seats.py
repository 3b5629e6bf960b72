"""The card of a seat: name, place and fleet, and in a second line the squares of ships, silver and cards."""

from PIL import Image

from render import theme
from render.acrana.liveries import LIVERIES
from render.acrana.ships import plate
from render.cards import Figure, Row, Standing, paint_card
from render.chart import Box
from render.lettering import BOLD_11, TEXT_11, write
from rules.acrana.board import FINISH, OUT, PORT
from rules.acrana.shown.view import AcranaView, SeatView, ShipView
from rules.engine.wording import ordinal

COIN = theme.rgb("#C9D3DA")
_ROW = Row(TEXT_11, sign=42, gap=6, between=16)
_TAKEN = 26
"""The width of a card's margins without the ship, which is about as wide as the card is high."""
_WIDE = 500
_NAME = 190
"""The width in pixels that a recognisable name needs."""


def paint_seat(canvas: Image.Image, box: Box, view: AcranaView, seat: SeatView, name: str) -> None:
    """Paint one card. A plate with a letter replaces the seat's ship if the ships' squares need the space."""
    ships = [ship for ship in view.ships if ship.seat == seat.seat]
    rank = [] if seat.rank is None else [Figure("", theme.INK, ordinal(seat.rank))]
    silver = [Figure("coin", COIN, str(seat.silver))] if seat.silver else []
    above, hand = [*rank, *_fleet(view, seat, box)], [*silver, Figure("cards", theme.INK, str(seat.cards))]
    lie = [_where(ship, alone=len(ships) == 1) for ship in ships]
    livery = LIVERIES[seat.seat]
    room, mark = box.width - _TAKEN - box.height, None
    if _ROW.width([*lie, *hand]) > room:
        if _ROW.width(lie) > room - _NAME:
            mark = plate(livery.letter, livery, BOLD_11)
            room += box.height - mark.width
        # If space is short, silver is left out first, then the cards, so that the name fits.
        fitting = (hand[start:] for start in range(len(hand) + 1))
        above += next(one for one in fitting if _ROW.width([*above, *one]) <= room - _NAME or not one)
        hand = []
    at_turn = view.phase == "racing" and not view.stopped and seat.seat == view.active
    standing = Standing.GONE if seat.resigned else Standing.AT_TURN if at_turn else Standing.WAITING
    taken = _ROW.width(above) + _ROW.between * bool(above)
    line = paint_card(canvas, box, livery, name, standing, taken, mark)
    if seat.resigned:
        write(canvas, (line.left, line.bottom), "has left", TEXT_11, theme.PALE_INK)
        return
    upper = box.top + (box.bottom - line.bottom) + line.height
    _ROW.paint(canvas, line.right - _ROW.width(above), upper, line.height, above)
    _ROW.paint(canvas, line.left, line.bottom, line.height, lie)
    _ROW.paint(canvas, line.right - _ROW.width(hand), line.bottom, line.height, hand)


def _fleet(view: AcranaView, seat: SeatView, box: Box) -> list[Figure]:
    """Return the figure of the seat's fleet, abbreviated on a narrow card, if the race has fleets."""
    if view.fleets == len(view.seats):
        return []
    return [Figure("", theme.INK, f"{'fleet ' if box.width > _WIDE else 'F'}{seat.fleet + 1}")]


def _where(ship: ShipView, *, alone: bool) -> Figure:
    """Return the figure for a ship's square, port or home. It is empty if the ship's seat has resigned."""
    if ship.square == PORT:
        return Figure("", theme.INK, "port") if alone else Figure("anchor", theme.INK, "")
    if ship.square == FINISH:
        return Figure("", theme.INK, "home") if alone else Figure("crown", theme.GOLD, "")
    return Figure("", theme.INK, "" if ship.square == OUT else str(ship.square))
