"""The cards of players, or of fleets in The Duel, with gold, ships and gambit."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from render import theme
from render.cards import Standing, paint_card
from render.chart import Box
from render.drawings import sprite
from render.lettering import BOLD_11, TEXT_11, cap_height, width, write
from render.pieces import NOBODY, faded, place
from render.privateer.liveries import LIVERIES
from rules.engine.wording import ordinal
from rules.privateer.board import Gambit
from rules.privateer.shown.pieces import LARGEST_FLEET
from rules.privateer.shown.view import FleetView, PrivateerView, SeatView

_WIDE = 500
"""The minimum width in pixels of a card that shows gold next to the name."""
_GAMBITS: Mapping[Gambit, str] = {
    "extra_powder": "Powder",
    "marines": "Marines",
    "fog_bank": "Fog",
    "shorten_sail": "Short sail",
    "raking_fire": "Raking",
    "steady_hand": "Steady",
}
_COIN = 46
_SHIP = 44
_PITCH = 46
_SIGN = 44
_GAP = 8


class Owned(NamedTuple):
    """A card's player, and the fleet if it is in play. Only a player's `first` card shows gold and place."""

    seat: SeatView
    fleet: FleetView | None
    first: bool


def owned(view: PrivateerView) -> Sequence[Owned]:
    """Return the subjects of cards in turn order: players or, in The Duel, fleets."""
    seats = {seat.seat: seat for seat in view.seats}
    if not view.duel:
        fleets = {fleet.seat: fleet for fleet in view.fleets}
        return [Owned(seat, fleets.get(seat.seat), first=True) for seat in view.seats]
    first = {fleet.seat: fleet.colour for fleet in reversed(view.fleets)}
    return [Owned(seats[fleet.seat], fleet, first=first[fleet.seat] == fleet.colour) for fleet in view.fleets]


def paint_card_of(canvas: Image.Image, box: Box, view: PrivateerView, own: Owned, name: str) -> None:
    """Paint a card with name, gold (below the name on a narrow card), ships, gambit, and the final place."""
    seat, fleet = own.seat, own.fleet
    wide, gold = box.width >= _WIDE, str(seat.gold) if own.first else ""
    taken = _COIN + _GAP + width(gold, BOLD_11) + _GAP if gold else 0
    livery = LIVERIES[fleet.colour] if fleet else NOBODY
    line = paint_card(canvas, box, livery, name, _standing(view, own), taken if wide else 0)
    if gold:
        above = box.top + box.bottom - line.bottom + line.height if wide else line.bottom
        write(canvas, (line.right, above), gold, BOLD_11, theme.INK, "right")
        left = line.right - width(gold, BOLD_11) - _GAP - _COIN / 2
        place(canvas, sprite("coin", _COIN, theme.GOLD), (left, above - line.height / 2))
    if seat.resigned:
        write(canvas, (line.left, line.bottom), "left", TEXT_11, theme.PALE_INK)
    elif fleet is not None:
        _paint_fleet(canvas, line if wide else line._replace(right=line.right - taken), view, own, fleet)


def _paint_fleet(canvas: Image.Image, line: Box, view: PrivateerView, own: Owned, fleet: FleetView) -> None:
    """Paint the lower line of a card, without the parts for which there is no room."""
    left, right = line.left, line.right
    if own.seat.rank is not None and own.first:
        place_won = ordinal(own.seat.rank)
        write(canvas, (left, line.bottom), place_won, BOLD_11, theme.INK)
        left += width(place_won, BOLD_11) + 2 * _GAP
    if right - left < LARGEST_FLEET * _PITCH:
        return
    end = _paint_ships(canvas, line._replace(left=left), fleet)
    fate = "flag" if fleet.grudge else "skull" if own.seat.out and view.phase != "setup" else None
    if fate is not None and end + _SIGN <= right:
        place(canvas, sprite(fate, _SIGN), (end + _SIGN / 2, line.centre[1]))
        end += _SIGN + _GAP
    if view.options.get("gambits") != "off" and view.phase != "over":
        _paint_gambit(canvas, Box(end + _GAP, line.top, right, line.bottom), fleet)


def _standing(view: PrivateerView, own: Owned) -> Standing:
    seat = own.seat
    if seat.resigned or (seat.out and view.phase == "battle" and view.turn_seat != seat.seat):
        return Standing.GONE
    leads = view.turn_seat if view.turn_seat is not None else next(iter(view.awaited), None)
    at_turn = view.phase != "over" and not view.stopped and seat.seat == leads
    own_turn = view.turn_fleet is None or own.fleet is None or own.fleet.colour == view.turn_fleet
    return Standing.AT_TURN if at_turn and own_turn else Standing.WAITING


def _paint_ships(canvas: Image.Image, line: Box, fleet: FleetView) -> int:
    """Paint a ship for each ship afloat, and faint ships in the remaining places. Return their right end."""
    livery = LIVERIES[fleet.colour]
    ship, gap = sprite(livery.ship, _SHIP, livery.hue), faded(sprite(livery.ship, _SHIP, theme.CARD))
    for number in range(LARGEST_FLEET):
        spot = line.left + _SHIP / 2 + number * _PITCH, line.centre[1]
        place(canvas, ship if number < fleet.afloat else gap, spot)
    return line.left + LARGEST_FLEET * _PITCH


def _paint_gambit(canvas: Image.Image, room: Box, fleet: FleetView) -> None:
    """Paint the gambit's name if there is room: on a bright plate if armed or active, struck out if used."""
    text = _GAMBITS[fleet.gambit]
    wide = width(text, TEXT_11)
    if wide > room.width:
        return
    left, middle = room.right - wide, room.centre[1]
    draw = ImageDraw.Draw(canvas)
    if fleet.gambit_status in {"armed", "active"}:
        half = cap_height(TEXT_11) / 2 + 9
        plate = left - 6, round(middle - half), room.right + 6, round(middle + half)
        draw.rounded_rectangle(plate, 8, theme.BRIGHT, theme.INK, 2)
    used = fleet.gambit_status == "used"
    write(canvas, (left, room.bottom), text, TEXT_11, theme.PALE_INK if used else theme.INK)
    if used:
        draw.line((left - 2, round(middle), room.right + 2, round(middle)), theme.PALE_INK, 4)
