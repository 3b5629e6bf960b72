"""What the latest turn did: courses, shots, boardings, wrecks; the last action strong, those before it pale."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from PIL import Image

from render import theme
from render.dice import die
from render.drawings import sprite
from render.pieces import Spot, along, arrow, dot, faded, heading, place, shorten, spot_of, token
from render.privateer.layout import DOWN, SIDE, beside, middle
from render.privateer.liveries import MERCHANT, livery_of
from render.privateer.ships import merchant, piece
from render.theme import Colour
from render.trails import dotted
from rules.privateer.board import Hex
from rules.privateer.fleets import COLOUR_OF, Ship, number_of
from rules.privateer.trace import AnyTrace, Drift, Fight, SailTrace, ShotTrace, WeatherTrace
from rules.privateer.view import PrivateerView

_BEYOND = 0.72
"""How far off the map a course or shot is drawn, in steps."""
_PALE = 0.55
_SHORT_OF_SHIP = 34
_STEP = DOWN
_CORNER = 30
"""From the middle of a hex to a mark in its corner, where a ship has the middle."""


def paint_trails(canvas: Image.Image, view: PrivateerView) -> None:
    """The courses and lines of fire, below the ships."""
    occupied = {ship.hex for ship in view.ships} | {view.merchant}
    for trace in view.wake[:-1]:
        _paint_trail(canvas, trace, occupied, _PALE)
    for trace in view.wake[-1:]:
        _paint_trail(canvas, trace, occupied, 0)


def _paint_trail(canvas: Image.Image, trace: AnyTrace, occupied: set[Hex | None], pale: float) -> None:
    match trace:
        case SailTrace():
            _paint_course(canvas, trace, occupied, pale)
        case ShotTrace():
            _paint_shot(canvas, trace, pale)
        case WeatherTrace():
            for drift in trace.drifts:
                _paint_drift(canvas, drift, trace, pale)


def _tint(ship: Ship, pale: float) -> Colour:
    hue = theme.INK if livery_of(ship) is MERCHANT else livery_of(ship).hue
    return theme.mix(hue, theme.SEA_SHALLOW, pale)


def _paint_course(canvas: Image.Image, trace: SailTrace, occupied: set[Hex | None], pale: float) -> None:
    """Dots from hex to hex, dashes where it would have gone on, a ghost where it began."""
    way = [middle(name) for name in trace.path]
    hue = _tint(trace.ship, pale)
    off_map = trace.lost in {"fled", "storm"} and len(trace.path) <= trace.steps and not trace.beyond
    if off_map:
        way.append(beside(trace.path[-1], trace.dir, _BEYOND))
    if trace.path[0] not in occupied:
        ghost = piece(COLOUR_OF[trace.ship], number_of(trace.ship), grudge=False)
        place(canvas, faded(ghost), way[0])
    dotted(canvas, shorten(way, 0 if off_map else _SHORT_OF_SHIP), hue, 13, 18)
    if trace.beyond:
        _paint_dashes(canvas, [way[-1], *map(middle, trace.beyond)], hue)


def _paint_dashes(canvas: Image.Image, way: Sequence[Spot], hue: Colour) -> None:
    """A course that was not sailed to its end: small rings instead of dots."""
    for spot in list(along(way, 20))[2:]:
        place(canvas, dot(11, theme.SEA_SHALLOW, hue, 2.5), spot)
    place(canvas, arrow(24, theme.SEA_SHALLOW, hue, heading(*way[-2:])), way[-1])


def _paint_shot(canvas: Image.Image, trace: ShotTrace, pale: float) -> None:
    """Balls along the line, as far as they flew, and powder smoke at the gun."""
    hue = theme.mix(theme.INK, theme.SEA_SHALLOW, pale)
    way = [middle(trace.start), _impact(trace)]
    for spot in list(along(way, 21))[2:]:
        place(canvas, dot(10, hue, theme.CARD, 1.5), spot)
    smoke = sprite("puff", 34)
    place(canvas, faded(smoke) if pale else smoke, beside(trace.start, trace.dir, 0.42))


def _impact(trace: ShotTrace) -> Spot:
    """Where the ball came down."""
    if trace.result == "out" or not trace.line:
        return beside(trace.start, trace.dir, len(trace.line) + _BEYOND)
    return middle(trace.line[-1])


def _paint_drift(canvas: Image.Image, drift: Drift, trace: WeatherTrace, pale: float) -> None:
    if drift.to == drift.start:
        return
    end = middle(drift.to) if drift.to else middle(drift.start)
    dotted(canvas, [middle(drift.start), end], _tint(drift.ship, pale), 9, 15)


def paint_marks(canvas: Image.Image, view: PrivateerView) -> None:
    """What happened where, above the ships: hits, splashes, swords, skulls, soundings."""
    occupied = {ship.hex for ship in view.ships} | {view.merchant}
    for number, trace in enumerate(view.wake):
        last = number == len(view.wake) - 1
        match trace:
            case SailTrace():
                _mark_course(canvas, trace, occupied, last=last)
            case ShotTrace():
                _mark_shot(canvas, trace, occupied, last=last)
            case WeatherTrace():
                for drift in trace.drifts:
                    if drift.lost:
                        _skull(canvas, drift.to or drift.start, drift.ship, occupied, last=last)


def _mark_course(canvas: Image.Image, trace: SailTrace, occupied: set[Hex | None], *, last: bool) -> None:
    for sounding in trace.reefs:
        x, y = middle(sounding.hex)
        face = die(30, str(sounding.roll))
        place(canvas, face if last else faded(face), (x + _CORNER, y + 16))
    if trace.fight is not None:
        _mark_fight(canvas, trace.path[-1], trace.ship, trace.fight, occupied, last=last)
    if trace.lost is not None:
        _skull(canvas, trace.path[-1], trace.ship, occupied, last=last)


def _mark_fight(
    canvas: Image.Image, at: Hex, boarder: Ship, fight: Fight, occupied: set[Hex | None], *, last: bool
) -> None:
    """Crossed swords, the deciding dice of both sides, and the loser's skull."""
    x, y = middle(at)
    swords = _plate("arms", 44)
    place(canvas, swords if last else faded(swords), (x + _CORNER + 4, y - _CORNER))
    loser = fight.other if fight.winner == boarder else boarder
    _skull(canvas, at, loser, occupied, last=last)


def _mark_shot(canvas: Image.Image, trace: ShotTrace, occupied: set[Hex | None], *, last: bool) -> None:
    for sinking in trace.sunk:
        burst = sprite("burst", 66)
        place(canvas, burst if last else faded(burst), middle(sinking.hex))
        _skull(canvas, sinking.hex, sinking.ship, occupied, last=last)
    if not trace.sunk:
        splash = sprite("puff" if trace.result in {"volcano", "fog"} else "splash", 40)
        place(canvas, splash if last else faded(splash), _impact(trace))


def _skull(canvas: Image.Image, at: Hex, lost: Ship, occupied: set[Hex | None], *, last: bool) -> None:
    """A skull with the lost ship's token, in the hex's middle, or in its corner beside a ship."""
    x, y = middle(at)
    size, spot = (34, (x - _CORNER - 2, y - _CORNER + 4)) if at in occupied else (46, (x, y - 4))
    skull = wreck(lost, size)
    place(canvas, skull if last else faded(skull), spot)


@lru_cache(maxsize=64)
def wreck(lost: Ship, size: int) -> Image.Image:
    """A skull that shows whose ship it was."""
    mark = Image.new("RGBA", (size + 14, size + 4))
    mark.alpha_composite(sprite("skull", size), (0, 0))
    badge = token(livery_of(lost), 22)
    mark.alpha_composite(badge, (mark.width - badge.width, mark.height - badge.height))
    return mark


@lru_cache(maxsize=8)
def _plate(name: str, size: int) -> Image.Image:
    """A sign on a round light plate."""
    plate = sprite("badge", size).copy()
    place(plate, sprite(name, round(size * 0.62)), (size / 2, size / 2))
    return plate
