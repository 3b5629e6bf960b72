"""The ships: sail in the fleet's shape with the number, letter on the pennant, and what sets a ship apart."""

import math
from functools import lru_cache

from PIL import Image, ImageDraw

from render import theme
from render.drawings import OVERSIZE, reduce, sprite
from render.lettering import Face, Style, write_centred
from render.pieces import Livery, Spot, dot, place, ring, spot_of
from render.privateer.layout import HIGH, RAISED, SIDE, WIDE, middle, outline
from render.privateer.liveries import LIVERIES, MERCHANT
from rules.privateer.board import Colour as FleetColour
from rules.privateer.board import Hex
from rules.privateer.view import PrivateerView, ShipView

BRIGHT = theme.rgb("#FFD23F")
"""The ring of the fleet whose turn it is."""
TALL, TALL_MERCHANT = 42, 47
PENNANT_LETTER = Style(Face.BOLD, 15)
_WATERLINE = 16
"""A hull ends so far below the middle of its hex: above the hex's name."""
_PENNANT = (20, 15)
_PIP = 19
_PIPS: tuple[Spot, Spot] = ((-20, 17), (20, 17))
_FOG = 29
_CIRCLE = 42


def paint_circles(canvas: Image.Image, view: PrivateerView) -> None:
    """The start circles that are free, while fleets deploy; later the faint ones of the chart are enough."""
    if view.asked != "deploy":
        return
    for circle in view.circles:
        if circle.fleet is None:
            x, y = middle(circle.hex)
            place(canvas, ring(_CIRCLE, BRIGHT, 6), (x, y - RAISED))


def paint_choices(canvas: Image.Image, view: PrivateerView) -> None:
    """A spot on every hex where a die can take a ship of who chooses."""
    if view.turn_fleet is None:
        return
    dot_of_fleet = spot_of(16, LIVERIES[view.turn_fleet].hue)
    taken = {view.merchant, *view.terrain, *(ship.hex for ship in view.ships)}
    for name in view.reach:
        x, y = middle(name)
        place(canvas, dot_of_fleet, (x - WIDE * 0.3, y - HIGH * 0.1) if name in taken else (x, y - RAISED))


def paint_rings(canvas: Image.Image, view: PrivateerView) -> None:
    """A bright rim round the hex of every ship whose fleet is at turn."""
    for ship in view.ships:
        if ship.active:
            place(canvas, _rim(), middle(ship.hex))


@lru_cache(maxsize=1)
def _rim() -> Image.Image:
    size = WIDE * OVERSIZE, HIGH * OVERSIZE
    large = Image.new("RGBA", size)
    draw = ImageDraw.Draw(large)
    at = size[0] / 2, size[1] / 2
    for side, colour in ((SIDE, theme.INK), (SIDE - 1.5, BRIGHT), (SIDE - 5.5, theme.INK)):
        draw.polygon(outline(at, side * OVERSIZE), colour)
    draw.polygon(outline(at, (SIDE - 6.5) * OVERSIZE), (0, 0, 0, 0))
    return reduce(large)


def paint_ships(canvas: Image.Image, view: PrivateerView) -> None:
    """All ships, northern ones first so that no hull hides a pennant; then their pips."""
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
    """The two dice a ship takes in its turn: open, or what was spent."""
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
        place(pip, sprite("canvas", 12), (_PIP / 2, _PIP / 2))
    elif spent == "C":
        place(pip, sprite("ball", 13), (_PIP / 2, _PIP / 2))
    return pip


@lru_cache(maxsize=1)
def merchant() -> Image.Image:
    """The merchant on a square as wide as a hex."""
    ship = sprite(MERCHANT.ship, TALL_MERCHANT, MERCHANT.hue, MERCHANT.letter, MERCHANT.ink)
    return _afloat(ship)


@lru_cache(maxsize=64)
def piece(fleet: FleetColour, number: int, *, grudge: bool) -> Image.Image:
    """A ship on a square as wide as a hex, so that it is placed by the hex's middle."""
    livery = LIVERIES[fleet]
    ship = sprite(livery.ship, TALL, livery.hue, "" if grudge else str(number), livery.ink)
    if grudge:
        ship = _crossed(ship, str(number))
    square = _afloat(ship)
    pennant = _pennant(livery)
    square.alpha_composite(pennant, (WIDE // 2 - 2, WIDE // 2 + _WATERLINE - TALL - 9))
    return square


def hull_spot(name: Hex) -> Spot:
    """The middle of a ship in that hex."""
    x, y = middle(name)
    return x, y + _WATERLINE - TALL / 2


def _afloat(ship: Image.Image) -> Image.Image:
    square = Image.new("RGBA", (WIDE, WIDE))
    square.alpha_composite(ship, (WIDE // 2 - ship.width // 2, WIDE // 2 + _WATERLINE - ship.height))
    return square


def _pennant(livery: Livery) -> Image.Image:
    """The letter on a flag at its mast."""
    wide, high = _PENNANT
    large = Image.new("RGBA", ((wide + 4) * OVERSIZE, (high + 4) * OVERSIZE))
    draw = ImageDraw.Draw(large)
    right, bottom = large.width - 1, high * OVERSIZE
    draw.rectangle((0, 0, 4 * OVERSIZE, large.height - 1), theme.CARD)
    draw.rounded_rectangle((0, 0, right, bottom), 3 * OVERSIZE, theme.CARD)
    draw.rectangle((OVERSIZE, OVERSIZE, 3 * OVERSIZE, large.height - 1), theme.INK)
    draw.rounded_rectangle(
        (OVERSIZE, OVERSIZE, right - OVERSIZE, bottom - OVERSIZE),
        2 * OVERSIZE,
        livery.hue,
        theme.INK,
        2 * OVERSIZE,
    )
    at = large.width / 2 + OVERSIZE, bottom / 2
    style = PENNANT_LETTER._replace(size=PENNANT_LETTER.size * OVERSIZE)
    write_centred(large, at, livery.letter, style, livery.ink)
    return reduce(large)


def _crossed(ship: Image.Image, number: str) -> Image.Image:
    """A grudge ship: a red cross over the sail, the number on a plate in its middle."""
    large = Image.new("RGBA", (ship.width * OVERSIZE, ship.height * OVERSIZE))
    draw = ImageDraw.Draw(large)
    wide, high = large.width, large.height * 0.76
    for pen, tint in ((11, theme.CARD), (7, theme.ALARM)):
        for start, end in (((0.14, 0.06), (0.86, 0.94)), ((0.86, 0.06), (0.14, 0.94))):
            ends = [(start[0] * wide, start[1] * high), (end[0] * wide, end[1] * high)]
            draw.line(ends, tint, pen * OVERSIZE)
    crossed = ship.copy()
    crossed.alpha_composite(reduce(large))
    plate = sprite("coin", 25, theme.WHITE, number, theme.INK)
    crossed.alpha_composite(plate, (round((ship.width - 25) / 2), round(ship.height * 0.38 - 12)))
    return crossed


@lru_cache(maxsize=1)
def _fog() -> Image.Image:
    """A dotted pale halo on a pale veil."""
    size = 2 * (_FOG + 6) * OVERSIZE
    large = Image.new("RGBA", (size, size))
    draw = ImageDraw.Draw(large)
    half = size / 2
    draw.circle((half, half), _FOG * OVERSIZE, (*theme.WHITE, 70))
    for number in range(18):
        turn = math.tau * (number + 0.5) / 18
        at = half + _FOG * OVERSIZE * math.cos(turn), half + _FOG * OVERSIZE * math.sin(turn)
        draw.circle(at, 4.5 * OVERSIZE, theme.WHITE, theme.mix(theme.SEA_DEEP, theme.INK, 0.4), OVERSIZE)
    return reduce(large)
