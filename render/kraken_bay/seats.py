"""A ship's card: whose it is, what it has aboard, and what ails it."""

from PIL import Image

from render import theme
from render.cards import NOTE, Standing, paste_badges, seat_card
from render.chart import Box
from render.drawings import sprite
from render.kraken_bay.afloat import chit, stray_ship
from render.kraken_bay.liveries import LIVERIES, TENTACLE
from render.lettering import Face, Style, cap_height, write
from render.pieces import arrow, place
from rules.kraken_bay.tables import CARGO
from rules.kraken_bay.view import ShipView

_SHIP = 62
_SIGN = 26
_COIN = 40
_COUNT = Style(Face.BOLD, 24)
_BADGE = 24
_BRIGHT = theme.rgb("#FFD23F")
_PALE = theme.mix(theme.CARD, theme.INK, 0.55)


def paint_seat(canvas: Image.Image, box: Box, ship: ShipView, name: str, *, at_turn: bool) -> None:
    """Fill one card: name and points, then crew, treasure, rations and trophies."""
    gone = ship.status != "in"
    standing = Standing.GONE if gone else Standing.AT_TURN if at_turn else Standing.WAITING
    badges = _badges(ship)
    taken = _COIN + 8 + sum(badge.width + 4 for badge in badges)
    room = seat_card(canvas, box, LIVERIES[ship.id], name, standing, taken, _SHIP)
    if standing is Standing.AT_TURN:
        place(canvas, arrow(32, _BRIGHT, theme.INK, 0), (box.left + 3, box.centre[1]))
    middle = box.top + 24
    points = sprite("coin", _COIN, theme.GOLD, str(ship.score), theme.INK)
    place(canvas, points, (box.right - 12 - _COIN / 2, middle + 4))
    paste_badges(canvas, badges, box.right - 18 - _COIN, middle)
    if ship.rank is not None:
        metal = theme.GOLD if ship.rank == 1 else theme.mix(theme.CARD, theme.INK, 0.2)
        place(canvas, sprite("medal", 40, metal, str(ship.rank)), (box.left + 32, box.bottom - 24))
    y = (room.top + room.bottom) / 2 + 4
    if gone:
        told = "eaten" if ship.status == "eaten" else "has left"
        told = f"{told}, round {ship.left}" if ship.left else told
        write(canvas, (room.left, y + cap_height(NOTE) / 2), told, NOTE, _PALE)
        return
    pitch = (room.width + 6) / 4
    counts = {"crew": ship.crew, "treasure": ship.treasure, "ration": ship.ration}
    for number, kind in enumerate(CARGO):
        _paint_count(canvas, (room.left + pitch * number, y), chit(kind, _SIGN), counts[kind])
    trophy = sprite("tentacle", _SIGN + 2, TENTACLE)
    _paint_count(canvas, (room.left + pitch * 3, y), trophy, ship.trophies)


def _paint_count(canvas: Image.Image, at: tuple[float, float], sign: Image.Image, count: int) -> None:
    place(canvas, sign, (at[0] + _SIGN / 2, at[1]))
    write(canvas, (at[0] + _SIGN + 3, at[1] + cap_height(_COUNT) / 2), str(count), _COUNT, theme.INK)


def _badges(ship: ShipView) -> list[Image.Image]:
    """What it has saved, tows, and what ails it."""
    found = [stray_ship(stray, _BADGE) for stray in (*ship.saved, *([ship.tow] if ship.tow else []))]
    if ship.chained:
        found.append(sprite("anchor", _BADGE))
    if ship.hungry and ship.status == "in":
        found.append(sprite("skull", _BADGE))
    return found
