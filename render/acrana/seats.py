"""The card of a seat: name with place or fleet, and below them its ships' squares, cards and silver."""

from collections.abc import Sequence

from PIL import Image

from render import theme
from render.acrana.liveries import LIVERIES
from render.acrana.ships import plate
from render.cards import Figure, Standing, paint_card
from render.chart import Box
from render.drawings import sprite
from render.lettering import BOLD_11, TEXT_11, width, write
from render.pieces import place
from rules.acrana.board import FINISH, OUT, PORT
from rules.acrana.shown.view import AcranaView, SeatView, ShipView
from rules.engine.wording import ordinal

COIN = theme.rgb("#C9D3DA")
_SIGN = 42
_GAP = 6
_BETWEEN = 16
_TAKEN = 26
"""The width of a card's margins without the ship, which is about as wide as the card is high."""
_WIDE = 500
_NAME = 190
"""The width in pixels that a recognisable name needs."""


def paint_seat(canvas: Image.Image, box: Box, view: AcranaView, seat: SeatView, name: str) -> None:
    """Paint one card. A plate with a letter replaces the seat's ship if the ships' squares need the space."""
    ships = [ship for ship in view.ships if ship.seat == seat.seat]
    above, hand = [*_rank(seat), *_fleet(view, seat, box)], _hand(seat)
    lie = [_where(ship, alone=len(ships) == 1) for ship in ships]
    livery = LIVERIES[seat.seat]
    room, mark = box.width - _TAKEN - box.height, None
    if _wide([*lie, *hand]) > room:
        if _wide(lie) > room - _NAME:
            mark = plate(livery.letter, livery, BOLD_11)
            room += box.height - mark.width
        # If space is short, silver is left out first, then the cards, so that the name fits.
        fitting = (hand[start:] for start in range(len(hand) + 1))
        hand, moved = [], next(one for one in fitting if _wide([*above, *one]) <= room - _NAME or not one)
        above += moved
    line = paint_card(
        canvas, box, livery, name, _standing(view, seat), _wide(above) + _BETWEEN * bool(above), mark
    )
    if seat.resigned:
        write(canvas, (line.left, line.bottom), "has left", TEXT_11, theme.PALE_INK)
        return
    upper = box.top + (box.bottom - line.bottom) + line.height
    _paint(canvas, line.right - _wide(above), upper, line.height, above)
    _paint(canvas, line.left, line.bottom, line.height, lie)
    _paint(canvas, line.right - _wide(hand), line.bottom, line.height, hand)


def _standing(view: AcranaView, seat: SeatView) -> Standing:
    if seat.resigned:
        return Standing.GONE
    at_turn = view.phase == "racing" and not view.stopped and seat.seat == view.active
    return Standing.AT_TURN if at_turn else Standing.WAITING


def _rank(seat: SeatView) -> list[Figure]:
    return [] if seat.rank is None else [Figure("", theme.INK, ordinal(seat.rank))]


def _fleet(view: AcranaView, seat: SeatView, box: Box) -> list[Figure]:
    """Return the figure of the seat's fleet, abbreviated on a narrow card, if the race has fleets."""
    if view.fleets == len(view.seats):
        return []
    return [Figure("", theme.INK, f"{'fleet ' if box.width > _WIDE else 'F'}{seat.fleet + 1}")]


def _hand(seat: SeatView) -> list[Figure]:
    """Return the figures for silver and cards in hand."""
    silver = [Figure("coin", COIN, str(seat.silver))] if seat.silver else []
    return [*silver, Figure("cards", theme.INK, str(seat.cards))]


def _where(ship: ShipView, *, alone: bool) -> Figure:
    """Return the figure for a ship's square, port or home, which has no text if the ship is out."""
    if ship.square == PORT:
        return Figure("", theme.INK, "port") if alone else Figure("anchor", theme.INK, "")
    if ship.square == FINISH:
        return Figure("", theme.INK, "home") if alone else Figure("crown", theme.GOLD, "")
    return Figure("", theme.INK, "" if ship.square == OUT else str(ship.square))


def _wide(figures: Sequence[Figure]) -> int:
    return sum(map(_width, figures)) + _BETWEEN * max(0, len(figures) - 1)


def _width(figure: Figure) -> int:
    sign = _SIGN + (_GAP if figure.text else 0) if figure.name else 0
    return sign + width(figure.text, TEXT_11)


def _paint(canvas: Image.Image, left: float, bottom: float, high: int, figures: Sequence[Figure]) -> None:
    """Paint signs in a row, each with its text."""
    for figure in figures:
        x = left
        if figure.name:
            place(canvas, sprite(figure.name, _SIGN, figure.hue), (x + _SIGN / 2, bottom - high / 2))
            x += _SIGN + _GAP
        write(canvas, (x, bottom), figure.text, TEXT_11, theme.INK)
        left += _width(figure) + _BETWEEN
