"""What the latest turn did: courses, shots, boardings, wrecks; the last strong, those before it pale."""

import math
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from render import theme
from render.dice import die
from render.drawings import OVERSIZE, reduce, sprite
from render.pieces import Spot, along, dot, faded, place, shorten, spot_of, token
from render.privateer.layout import DOWN, beside, middle
from render.privateer.liveries import LIVERIES, PALE, livery_of
from render.privateer.ships import piece
from render.privateer.weather import TURNS
from render.theme import Colour
from rules.privateer.board import LINES, Direction, Hex
from rules.privateer.fleets import COLOUR_OF, Ship, number_of
from rules.privateer.view import PrivateerView
from rules.privateer.wake import Drift, Fight, SailTrace, ShotTrace, WeatherTrace

_BEYOND = 0.72
"""How far off the map a course or shot is drawn, in steps."""
_OFF_MAP = {"fled", "storm"}
_PALER = 0.5
_RIM = theme.mix(theme.SEA_DEEP, theme.INK, 0.5)
_DOT, _BALL, _HEAD = 11, 9, 25
_SHORT_OF_SHIP = 28
_STEP = DOWN
"""From the middle of a hex to the next one."""

_ASIDE = 31, -10
"""From the middle of a hex to a mark beside the ship that lies there."""
_REEF_DIE = -23, -20
_DIE = 27
_FIGHT_DICE = 35, -35
"""Above the cutlasses the winner's die, and its like above the skull for the loser's."""


def paint_trails(canvas: Image.Image, view: PrivateerView) -> None:
    """The courses and lines of fire, and pale ghosts where ships began, all below the ships."""
    began: dict[Ship, Hex] = {}
    for number, trace in enumerate(view.wake):
        pale = number < len(view.wake) - 1
        match trace:
            case SailTrace():
                began.setdefault(trace.ship, trace.path[0])
                _paint_course(canvas, trace, pale=pale)
            case ShotTrace():
                _paint_shot(canvas, trace, view, pale=pale)
            case WeatherTrace():
                for drift in trace.drifts:
                    _paint_drift(canvas, drift, view.drift, pale=pale)
    occupied = {ship.hex for ship in view.ships} | {view.merchant}
    for ship, start in began.items():
        if start not in occupied:
            place(canvas, faded(piece(COLOUR_OF[ship], number_of(ship), grudge=False)), middle(start))


def _tint(ship: Ship, *, pale: bool) -> Colour:
    if ship not in COLOUR_OF:
        return theme.mix(theme.INK, theme.SEA_SHALLOW, _PALER) if pale else theme.INK
    fleet = COLOUR_OF[ship]
    return PALE[fleet] if pale else LIVERIES[fleet].hue


def _paint_course(canvas: Image.Image, trace: SailTrace, *, pale: bool) -> None:
    """Dots from hex to hex with an arrow head, hollow ones where the ship would have gone on."""
    way, hue = course(trace), _tint(trace.ship, pale=pale)
    if len(way) == len(trace.path):
        way = shorten(way, _SHORT_OF_SHIP)
    mark = dot(_DOT - 2, hue, _RIM, 1) if pale else spot_of(_DOT, hue)
    for spot in along(way, _STEP / 4):
        place(canvas, mark, spot)
    place(canvas, head(trace.dir, _HEAD, hue), way[-1])
    if trace.beyond:
        _paint_rest(canvas, [middle(name) for name in (trace.path[-1], *trace.beyond)], trace.dir, hue)


def course(trace: SailTrace) -> list[Spot]:
    """The middles of the hexes that a ship sailed, and a spot beside the last one if it left the map."""
    way = [middle(name) for name in trace.path]
    if len(trace.path) <= trace.steps and trace.lost in _OFF_MAP and not trace.beyond:
        way.append(beside(trace.path[-1], trace.dir, _BEYOND))
    return way


def _paint_rest(canvas: Image.Image, way: Sequence[Spot], direction: Direction, hue: Colour) -> None:
    for spot in list(along(way, _STEP / 4))[2:]:
        place(canvas, dot(_DOT - 2, theme.SEA_SHALLOW, hue, 2.5), spot)
    place(canvas, head(direction, _HEAD, theme.SEA_SHALLOW), way[-1])


@lru_cache(maxsize=128)
def head(direction: Direction, size: int, hue: Colour) -> Image.Image:
    """An arrow head towards one of the six directions, in a dark outline."""
    turn, half = math.radians(TURNS[direction]), size * OVERSIZE / 2
    corners = [
        (half + half * reach * math.cos(turn + aside), half + half * reach * math.sin(turn + aside))
        for reach, aside in ((0.94, 0.0), (0.94, 2.5), (0.35, math.pi), (0.94, -2.5))
    ]
    large = Image.new("RGBA", (size * OVERSIZE, size * OVERSIZE))
    draw = ImageDraw.Draw(large)
    draw.polygon(corners, hue)
    draw.line([*corners, corners[0], corners[1]], theme.INK, 2 * OVERSIZE, joint="curve")
    return reduce(large)


def _paint_shot(canvas: Image.Image, trace: ShotTrace, view: PrivateerView, *, pale: bool) -> None:
    """Balls along the line, as far as they flew, and powder smoke at the gun."""
    hue = theme.mix(theme.INK, theme.SEA_SHALLOW, _PALER) if pale else theme.INK
    way = [middle(trace.start), impact(trace, view)]
    for spot in list(along(way, _STEP / 4))[2:]:
        place(canvas, dot(_BALL, hue, theme.CARD, 1.5), spot)
    smoke = sprite("puff", 28)
    place(canvas, faded(smoke) if pale else smoke, beside(trace.start, trace.dir, 0.42))


def _struck(trace: ShotTrace, view: PrivateerView) -> Hex | None:
    """The hex where the ball came down: the target, or a volcano before it; `None` off the map."""
    hill = next((name for name in trace.line if view.terrain.get(name) == "volcano"), None)
    if hill is not None:
        return hill
    return trace.line[-1] if len(trace.line) == trace.die else None


def impact(trace: ShotTrace, view: PrivateerView) -> Spot:
    """Where a ball came down, or left the map."""
    struck = _struck(trace, view)
    if struck is None:
        return beside(trace.start, trace.dir, len(trace.line) + _BEYOND)
    return middle(struck)


def _paint_drift(canvas: Image.Image, drift: Drift, downwind: Direction | None, *, pale: bool) -> None:
    """Small dots from where the wind took a ship; nothing for one that the storm swallowed where it lay."""
    for spot in along(drift_way(drift, downwind), _STEP / 4):
        place(canvas, spot_of(_DOT - 4, _tint(drift.ship, pale=pale)), spot)


def drift_way(drift: Drift, downwind: Direction | None) -> list[Spot]:
    """From where to where the wind took a ship, which may be off the map."""
    end = middle(drift.to or drift.start)
    if drift.to is None and downwind is not None:
        end = beside(_last_seen(drift, downwind), downwind, _BEYOND)
    return [middle(drift.start), end]


def _last_seen(drift: Drift, downwind: Direction | None) -> Hex:
    """Where a ship that the weather moved is, or was last on the map."""
    if drift.to is not None or downwind is None:
        return drift.to or drift.start
    return (drift.start, *LINES[drift.start][downwind])[-1]


def paint_marks(canvas: Image.Image, view: PrivateerView) -> None:
    """What happened where, above the ships: hits, splashes, swords, skulls, soundings."""
    occupied = {ship.hex for ship in view.ships} | {view.merchant}
    for number, trace in enumerate(view.wake):
        last = number == len(view.wake) - 1
        match trace:
            case SailTrace():
                _mark_course(canvas, trace, occupied, last=last)
            case ShotTrace():
                _mark_shot(canvas, trace, view, occupied, last=last)
            case WeatherTrace():
                for drift in trace.drifts:
                    if drift.lost:
                        _skull(canvas, _last_seen(drift, view.drift), drift.ship, occupied, last=last)


def _mark_course(canvas: Image.Image, trace: SailTrace, occupied: set[Hex | None], *, last: bool) -> None:
    for sounding in trace.reefs:
        x, y = middle(sounding.hex)
        place(canvas, die(_DIE, str(sounding.roll)), (x + _REEF_DIE[0], y + _REEF_DIE[1]))
    if trace.fight is not None:
        _mark_fight(canvas, trace.path[-1], trace.ship, trace.fight, occupied, last=last)
    if trace.lost is not None:
        _skull(canvas, trace.path[-1], trace.ship, occupied, last=last)


def _mark_fight(
    canvas: Image.Image, at: Hex, boarder: Ship, fight: Fight, occupied: set[Hex | None], *, last: bool
) -> None:
    """Crossed cutlasses and the loser's skull, each below the die that decided."""
    x, y = middle(at)
    cutlasses = sprite("cutlasses", 36)
    place(canvas, cutlasses if last else faded(cutlasses), (x + _ASIDE[0], y + _ASIDE[1]))
    loser = fight.other if fight.winner == boarder else boarder
    _skull(canvas, at, loser, occupied, last=last)
    if fight.rolls:
        lower, higher = sorted(fight.rolls[-1])
        for face, way in ((lower, -1), (higher, 1)):
            mark = die(_DIE, str(face))
            spot = x + way * _FIGHT_DICE[0], y + _FIGHT_DICE[1]
            place(canvas, mark if last else faded(mark), spot)


def _mark_shot(
    canvas: Image.Image,
    trace: ShotTrace,
    view: PrivateerView,
    occupied: set[Hex | None],
    *,
    last: bool,
) -> None:
    """A burst for every hit; else a splash, or smoke where something stopped the ball."""
    for sinking in trace.sunk:
        burst = sprite("burst", 54)
        place(canvas, burst if last else faded(burst), middle(sinking.hex))
        _skull(canvas, sinking.hex, sinking.ship, occupied, last=last)
    if trace.sunk:
        return
    mark = sprite("splash" if trace.result in {"empty", "out"} else "puff", 32)
    x, y = impact(trace, view)
    struck = _struck(trace, view)
    if struck is not None and (struck in view.terrain or struck in occupied):
        x, y = x + _ASIDE[0] - 7, y + _ASIDE[1] - 7
    place(canvas, mark if last else faded(mark), (x, y))


def _skull(canvas: Image.Image, at: Hex, lost: Ship, occupied: set[Hex | None], *, last: bool) -> None:
    """A skull with the lost ship's token, in the hex's middle, or in its corner beside a ship."""
    x, y = middle(at)
    size, spot = (29, (x - _ASIDE[0], y + _ASIDE[1])) if at in occupied else (38, (x, y - 3))
    skull = wreck(lost, size)
    place(canvas, skull if last else faded(skull), spot)


@lru_cache(maxsize=64)
def wreck(lost: Ship, size: int) -> Image.Image:
    """A skull that shows whose ship it was."""
    mark = Image.new("RGBA", (size + 12, size + 4))
    mark.alpha_composite(sprite("skull", size), (0, 0))
    badge = token(livery_of(lost), 19)
    mark.alpha_composite(badge, (mark.width - badge.width, mark.height - badge.height))
    return mark
