"""The card of a ship: player and points, and below them its cargo."""

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from render import theme
from render.cards import Standing, paint_card
from render.chart import Box
from render.drawings import sprite
from render.kraken_bay.afloat import chit, stray_ship
from render.kraken_bay.liveries import LIVERIES, TENTACLE
from render.lettering import BOLD_11, fit_name, width, write
from render.pieces import place
from rules.engine.wording import ordinal
from rules.kraken_bay.board import Character
from rules.kraken_bay.shown.pieces import CARDS
from rules.kraken_bay.shown.view import ShipView

_NARROW = 400
"""The minimum width in pixels of a card with a ship. A narrower card has a banner instead."""
_SIGN, _CLOSE, _GAP = 34, 3, 10


class _Figure(NamedTuple):
    """A sign and the number next to it."""

    sign: Image.Image
    text: str
    ink: theme.Colour = theme.INK

    @property
    def width(self) -> int:
        """The width in pixels, including the gap after the figure."""
        return self.sign.width + (_CLOSE + width(self.text, BOLD_11)) * bool(self.text) + _GAP


def paint_seat(canvas: Image.Image, box: Box, ship: ShipView, name: str, *, at_turn: bool) -> None:
    """Paint a card: name, points, cargo and, if there is room, trophies and saved off-course ships."""
    gone = ship.status != "in"
    standing = Standing.GONE if gone else Standing.AT_TURN if at_turn else Standing.WAITING
    points = _Figure(sprite("coin", _SIGN, theme.GOLD), str(ship.score))
    place_taken = ordinal(ship.rank) if ship.rank is not None else ""
    taken = points.width + (width(place_taken, BOLD_11) + _GAP) * bool(place_taken)
    line = _card(canvas, box, ship.id, name, standing, taken)
    above = box.top + box.bottom - line.bottom + line.height
    write(canvas, (line.right, above), place_taken, BOLD_11, theme.INK, "right")
    _paint(canvas, (line.right - taken + _GAP, above), [points], line.height)
    if gone:
        told = "eaten" if ship.status == "eaten" else "has left"
        whole = f"{told}, round {ship.left}"
        written = whole if width(whole, BOLD_11) <= line.width else told
        write(canvas, (line.left, line.bottom), written, BOLD_11, theme.PALE_INK)
        return
    figures = [
        _Figure(chit("crew", _SIGN), str(ship.crew)),
        _Figure(chit("treasure", _SIGN), str(ship.treasure)),
        _Figure(chit("ration", _SIGN), str(ship.ration), theme.ALARM if ship.hungry else theme.INK),
        _Figure(sprite("tentacle", _SIGN, TENTACLE), str(ship.trophies)),
        *(_Figure(stray_ship(stray, _SIGN + 8), "") for stray in ship.saved),
    ]
    room = line.width + _GAP
    while sum(figure.width for figure in figures) > room:
        figures.pop()
    _paint(canvas, (line.left, line.bottom), figures, line.height)


def paint_berth(canvas: Image.Image, box: Box, name: Character, sailor: str | None) -> None:
    """Paint a ship's card while ships are picked: its name, and its player or “free”."""
    standing = Standing.WAITING if sailor is None else Standing.AT_TURN
    line = _card(canvas, box, name, CARDS[name].title, standing, 0)
    told = "free" if sailor is None else fit_name(sailor, BOLD_11, line.width)
    write(canvas, (line.left, line.bottom), told, BOLD_11, theme.PALE_INK if sailor is None else theme.INK)


def _card(canvas: Image.Image, box: Box, ship: Character, name: str, standing: Standing, taken: int) -> Box:
    livery = LIVERIES[ship]
    own = livery._replace(ship="banner") if box.width < _NARROW else livery
    return paint_card(canvas, box, own, name, standing, taken)


def _paint(canvas: Image.Image, start: tuple[int, int], figures: Sequence[_Figure], high: int) -> None:
    """Paint figures in a row whose lower left corner is `start` and whose height is `high`."""
    left, bottom = start
    for figure in figures:
        place(canvas, figure.sign, (left + figure.sign.width / 2, bottom - high / 2))
        write(canvas, (left + figure.sign.width + _CLOSE, bottom), figure.text, BOLD_11, figure.ink)
        left += figure.width
