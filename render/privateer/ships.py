"""Paints the ships with letters, marks of the dice spent on them, fog banks, and crosses of grudge ships."""

import math
from functools import lru_cache

from PIL import Image, ImageDraw

from render import theme
from render.drawings import OVERSIZE, reduce, sprite
from render.lettering import BOLD_8
from render.pieces import Livery, Spot, dot, number_disc, place, plate, ring
from render.privateer.layout import HIGH, SIDE, WIDE, berth_spot, middle, outline
from render.privateer.liveries import LIVERIES, MERCHANT
from rules.privateer.board import Colour as FleetColour
from rules.privateer.shown.view import PrivateerView, ShipView

TALL = 70
_HULL = 7, 0
"""The offset of a ship from the middle of its hex, with room for the letter."""
_LETTER = -39, -3
"""The offset of the letter from the middle of the hex."""
_PIP = 21
_PIPS: tuple[Spot, Spot] = ((-6, 24), (20, 24))
"""The offsets of the marks of dice from the middle of the hex. The marks look like gun ports."""
_FOG = 50, 30
"""Half the width and half the height of a fog bank."""
_CIRCLE = 44


def paint_circles(canvas: Image.Image, view: PrivateerView) -> None:
    """Paint bright circles on the free start hexes while fleets deploy."""
    for circle in view.circles:
        if view.asked == "deploy" and circle.fleet is None:
            place(canvas, ring(_CIRCLE, theme.BRIGHT, 6), berth_spot(circle.hex))


def paint_rims(canvas: Image.Image, view: PrivateerView) -> None:
    """Paint a bright rim around the hex of each ship of the active fleet."""
    for ship in view.ships:
        if ship.active and not view.stopped:
            place(canvas, rim(theme.BRIGHT, theme.BRIGHT, 0.45), middle(ship.hex))


@lru_cache(maxsize=8)
def rim(hue: theme.Colour, glow: theme.Colour, share: float) -> Image.Image:
    """Return a rim inside a hex's edge, filled with a glow whose opacity `share` is from 0 to 1."""
    size = WIDE * OVERSIZE, HIGH * OVERSIZE
    large = Image.new("RGBA", size)
    draw = ImageDraw.Draw(large)
    at = size[0] / 2, size[1] / 2
    for side, colour in ((SIDE, theme.INK), (SIDE - 2, hue), (SIDE - 7, theme.INK)):
        draw.polygon(outline(at, side * OVERSIZE), colour)
    draw.polygon(outline(at, (SIDE - 8.5) * OVERSIZE), (*glow, round(share * 255)))
    return reduce(large)


def paint_ships(canvas: Image.Image, view: PrivateerView) -> None:
    """Paint ships from north to south, so that no hull hides a sail, and then the marks of dice."""
    if view.merchant is not None:
        place(canvas, merchant(), middle(view.merchant))
    ships = sorted(view.ships, key=lambda ship: middle(ship.hex)[1])
    for ship in ships:
        at = middle(ship.hex)
        if ship.fogged:
            place(canvas, _fog(), at)
        place(canvas, piece(ship.fleet, ship.number, grudge=ship.grudge), at)
    for ship in ships:
        _paint_pips(canvas, ship)


def _paint_pips(canvas: Image.Image, ship: ShipView) -> None:
    """Paint marks for the two dice of a ship's turn. A mark is empty until its die is spent."""
    if ship.spent is None:
        return
    x, y = middle(ship.hex)
    for (east, south), spent in zip(_PIPS, ship.spent.ljust(2), strict=True):
        place(canvas, _pip(spent), (x + east, y + south))


@lru_cache(maxsize=4)
def _pip(spent: str) -> Image.Image:
    ground = {"S": theme.INK, "C": theme.SEA_DEEP}.get(spent, theme.CARD)
    pip = dot(_PIP, ground, theme.INK, 2.5).copy()
    if spent == "S":
        place(pip, sprite("canvas", 13), (_PIP / 2, _PIP / 2))
    elif spent == "C":
        place(pip, sprite("ball", 14), (_PIP / 2, _PIP / 2))
    return pip


@lru_cache(maxsize=1)
def merchant() -> Image.Image:
    """Return the merchant with its letter, to be centred on its hex."""
    return _in_hex(sprite(MERCHANT.ship, TALL), MERCHANT)


@lru_cache(maxsize=64)
def piece(fleet: FleetColour, number: int, *, grudge: bool) -> Image.Image:
    """Return a ship with its letter, to be centred on its hex."""
    livery = LIVERIES[fleet]
    ship = sprite(livery.ship, TALL, livery.hue, "" if grudge else str(number), livery.ink)
    if grudge:
        ship = _crossed(ship, str(number))
    return _in_hex(ship, livery)


def _in_hex(ship: Image.Image, livery: Livery) -> Image.Image:
    box = Image.new("RGBA", (WIDE, TALL))
    for part, (east, south) in ((ship, _HULL), (plate(livery.letter, livery.hue, livery.ink), _LETTER)):
        box.alpha_composite(part, ((WIDE - part.width) // 2 + east, (TALL - part.height) // 2 + south))
    return box


def _crossed(ship: Image.Image, number: str) -> Image.Image:
    """Return a ship with a red cross over the sail, and with its number on a disc."""
    large = Image.new("RGBA", (ship.width * OVERSIZE, ship.height * OVERSIZE))
    draw = ImageDraw.Draw(large)
    wide, high = large.width, large.height * 0.76
    for pen, tint in ((16, theme.CARD), (10, theme.ALARM)):
        for start, end in (((0.08, 0.02), (0.92, 0.98)), ((0.92, 0.02), (0.08, 0.98))):
            ends = [(start[0] * wide, start[1] * high), (end[0] * wide, end[1] * high)]
            draw.line(ends, tint, pen * OVERSIZE)
    crossed = ship.copy()
    crossed.alpha_composite(reduce(large))
    disc = number_disc(number, BOLD_8, theme.WHITE, theme.INK)
    place(crossed, disc, (ship.width / 2, ship.height * 0.38))
    return crossed


@lru_cache(maxsize=1)
def _fog() -> Image.Image:
    """Return a fog bank: a pale veil with a dotted edge."""
    reach = tuple((side + 5) * OVERSIZE for side in _FOG)
    large = Image.new("RGBA", (2 * reach[0], 2 * reach[1]))
    draw = ImageDraw.Draw(large)
    wide, high = (side * OVERSIZE for side in _FOG)
    edges = reach[0] - wide, reach[1] - high, reach[0] + wide, reach[1] + high
    draw.ellipse(edges, (*theme.WHITE, 90))
    for number in range(24):
        turn = math.tau * (number + 0.5) / 24
        at = reach[0] + wide * math.cos(turn), reach[1] + high * math.sin(turn)
        draw.circle(at, 4.5 * OVERSIZE, theme.WHITE, theme.mix(theme.SEA_DEEP, theme.INK, 0.4), OVERSIZE)
    return reduce(large)
