"""Traces: courses, shots, boardings and wrecks of the latest turns, and the moving pieces of replays."""

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from render import theme
from render.animation import Glide, Leg
from render.drawings import OVERSIZE, reduce, sprite
from render.pieces import Spot, along, dot, faded, place, plate, shorten, spot_of
from render.privateer.layout import DOWN, beside, middle
from render.privateer.liveries import LIVERIES, livery_of
from render.privateer.ships import merchant, piece
from render.privateer.weather import TURNS
from render.theme import Colour
from render.trails import faint
from rules.engine.seat import Names
from rules.privateer.board import DIRECTIONS, LINES, OPPOSITE, Direction, Hex
from rules.privateer.shown.pieces import COLOUR_OF, Ship, number_of
from rules.privateer.shown.traces import AnyTrace, Drift, SailTrace, ShotTrace, WeatherTrace
from rules.privateer.shown.view import PrivateerView

_BEYOND = 0.66
"""The distance in steps from the last hex on the map to the end of a movement that leaves the map."""
_OFF_MAP = {"fled", "storm"}
_DOT, _BALL, _SHOT, _HEAD = 14, 11, 14, 30
_SHORT_OF_SHIP: Mapping[Direction, int] = {"N": 46, "NE": 68, "SE": 68, "S": 46, "SW": 54, "NW": 54}
"""The pixels by which a course ends before the middle of a hex, so that no ship or letter hides its end."""
_APART = DOWN / 4
"""The distance in pixels between two dots."""
_SOUNDING = 36
"""The distance in pixels from the middle of a reef eastwards to the die that was rolled for it."""
_BLADES, _SKULL, _SPLASH, _BURST = 42, 46, 46, 68


def paint_trails(canvas: Image.Image, view: PrivateerView) -> set[Hex]:
    """Paint the traces of the latest turns. Return the hexes where something was painted."""
    busy: set[Hex] = set()
    for trace in view.earlier:
        busy.update(_paint_earlier(canvas, trace))
    began: dict[Ship, Hex] = {}
    for trace in view.traces:
        busy.update(_crossed(trace, view.drift))
        match trace:
            case SailTrace():
                began.setdefault(trace.ship, trace.path[0])
                _paint_course(canvas, trace)
            case ShotTrace():
                _paint_shot(canvas, trace, view)
            case WeatherTrace():
                for drift in trace.drifts:
                    _paint_drift(canvas, drift, view.drift)
    marks = _Marks(canvas, view)
    for trace in view.traces:
        marks.paint(trace)
    for ship, start in began.items():
        if start not in marks.taken:
            place(canvas, faded(piece(COLOUR_OF[ship], number_of(ship), grudge=False)), middle(start))
    return busy | marks.taken


def _paint_earlier(canvas: Image.Image, trace: AnyTrace) -> Iterator[Hex]:
    """Paint the line of a course, or of a shot that sank a ship, and yield its hexes."""
    match trace:
        case SailTrace() if len(trace.path) > 1:
            hexes = trace.path
        case ShotTrace() if trace.sunk:
            hexes = [trace.start, *trace.line]
        case _:
            return
    hue = LIVERIES[COLOUR_OF[trace.ship]].hue
    faint(canvas, [*map(middle, hexes)], hue)
    yield from hexes


def _crossed(trace: AnyTrace, downwind: Direction | None) -> Iterator[Hex]:
    """Yield the hexes in which a trace is visible."""
    match trace:
        case SailTrace():
            yield from (*trace.path, *trace.beyond)
        case ShotTrace():
            yield from (trace.start, *trace.line)
        case WeatherTrace():
            for drift in trace.drifts:
                yield from _drifted(drift, downwind)


def _tint(ship: Ship) -> Colour:
    return LIVERIES[COLOUR_OF[ship]].hue if ship in COLOUR_OF else theme.INK


def _paint_course(canvas: Image.Image, trace: SailTrace) -> None:
    """Paint dots along a course, and hollow dots along the part that the ship did not sail."""
    way, hue = course(trace), _tint(trace.ship)
    if len(way) == len(trace.path):
        way = shorten(way, _SHORT_OF_SHIP[trace.dir])
    mark = spot_of(_DOT, hue)
    for spot in along(way, _APART):
        place(canvas, mark, spot)
    place(canvas, head(trace.dir, _HEAD, hue), way[-1])
    if trace.beyond:
        rest = [middle(name) for name in (trace.path[-1], *trace.beyond)]
        for spot in list(along(rest, _APART))[2:]:
            place(canvas, dot(_DOT - 2, theme.SEA_SHALLOW, hue, 2.5), spot)
        place(canvas, head(trace.dir, _HEAD, theme.SEA_SHALLOW), rest[-1])


def course(trace: SailTrace) -> list[Spot]:
    """Return the middles of the hexes of a course, and a spot beyond the edge if the ship left the map."""
    way = [middle(name) for name in trace.path]
    if len(trace.path) <= trace.steps and trace.lost in _OFF_MAP and not trace.beyond:
        way.append(beside(trace.path[-1], trace.dir, _BEYOND))
    return way


@lru_cache(maxsize=128)
def head(direction: Direction, size: int, hue: Colour) -> Image.Image:
    """Return an arrow head with a dark outline."""
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


def _paint_shot(canvas: Image.Image, trace: ShotTrace, view: PrivateerView) -> None:
    """Paint balls along their path, and powder smoke at the gun."""
    way = [middle(trace.start), impact(trace, view)]
    for spot in list(along(way, _APART))[2:]:
        place(canvas, dot(_BALL, theme.INK, theme.CARD, 1.5), spot)
    place(canvas, sprite("puff", 34), beside(trace.start, trace.dir, 0.5))


def _struck(trace: ShotTrace, view: PrivateerView) -> Hex | None:
    """Return the hex where the ball came down: the first volcano, else the last hex; `None` off the map."""
    hill = next((name for name in trace.line if view.terrain.get(name) == "volcano"), None)
    if hill is not None:
        return hill
    return trace.line[-1] if len(trace.line) == trace.die else None


def impact(trace: ShotTrace, view: PrivateerView) -> Spot:
    """Return the spot where a ball came down, which may be off the map."""
    struck = _struck(trace, view)
    if struck is None:
        return beside(trace.start, trace.dir, len(trace.line) + _BEYOND)
    return middle(struck)


def _paint_drift(canvas: Image.Image, drift: Drift, downwind: Direction | None) -> None:
    """Paint small dots along a drift. A ship that the storm swallowed without a drift has no dots."""
    for spot in along(drift_way(drift, downwind), _APART):
        place(canvas, spot_of(_DOT - 4, _tint(drift.ship)), spot)


def drift_way(drift: Drift, downwind: Direction | None) -> list[Spot]:
    """Return the start and the end of a drift, which may end off the map."""
    end = middle(drift.to or drift.start)
    if drift.to is None and downwind is not None:
        end = beside(_last_seen(drift, downwind), downwind, _BEYOND)
    return [middle(drift.start), end]


def _drifted(drift: Drift, downwind: Direction | None) -> Iterator[Hex]:
    """Yield the hexes of a drift, including the first and the last."""
    yield drift.start
    if downwind is not None and drift.to != drift.start:
        for name in LINES[drift.start][downwind]:
            yield name
            if name == drift.to:
                return


def _last_seen(drift: Drift, downwind: Direction | None) -> Hex:
    """Return a drifting ship's last hex on the map."""
    if drift.to is not None or downwind is None:
        return drift.to or drift.start
    return (drift.start, *LINES[drift.start][downwind])[-1]


class _Marks:
    """Paints the marks of shots, boardings and wrecks, most of them in hexes without ships or other marks."""

    def __init__(self, canvas: Image.Image, view: PrivateerView) -> None:
        self._canvas, self._view = canvas, view
        self._ships = {*(ship.hex for ship in view.ships), *filter(None, [view.merchant])}
        self.taken: set[Hex] = set()
        """Hexes that have a mark."""

    def paint(self, trace: AnyTrace) -> None:
        """Mark the result of a trace."""
        match trace:
            case SailTrace():
                self._mark_course(trace)
            case ShotTrace():
                self._mark_shot(trace)
            case WeatherTrace():
                for drift in trace.drifts:
                    if drift.lost:
                        self._put(wreck(drift.ship), _last_seen(drift, self._view.drift))

    def _mark_course(self, trace: SailTrace) -> None:
        back = OPPOSITE[trace.dir]
        if (fight := trace.fight) is not None:
            rolls = fight.rolls[-1] if fight.rolls else None
            self._put(_melee(trace.ship, fight.other, rolls), trace.path[-1], back)
            loser = fight.other if fight.winner == trace.ship else trace.ship
            self._put(wreck(loser), trace.path[-1], back)
        if trace.lost is not None:
            self._put(wreck(trace.ship), trace.path[-1], back)
        for sounding in trace.reefs:
            if sounding.hex not in self._ships:
                x, y = middle(sounding.hex)
                place(self._canvas, plate(str(sounding.roll), theme.WHITE, theme.INK), (x + _SOUNDING, y))

    def _mark_shot(self, trace: ShotTrace) -> None:
        """Mark sunk ships with bursts and skulls, a miss with a splash, and a stopped ball with smoke."""
        for sinking in trace.sunk:
            place(self._canvas, sprite("burst", _BURST), middle(sinking.hex))
            self._put(wreck(sinking.ship), sinking.hex)
        if trace.sunk:
            return
        struck = _struck(trace, self._view)
        if struck is not None:
            mark = sprite("splash" if trace.result == "empty" else "puff", _SPLASH)
            self._put(mark, struck, OPPOSITE[trace.dir])

    def _put(self, mark: Image.Image, at: Hex, towards: Direction | None = None) -> None:
        """Paint a mark in `at` or, if that is not free, in a free neighbour; `towards` is tried first."""
        ways = [way for way in (towards, *DIRECTIONS) if way is not None]
        near = [LINES[at][way][0] for way in ways if LINES[at][way]]
        for name in (at, *near):
            if name not in self._ships | self.taken and name not in self._view.terrain:
                place(self._canvas, mark, middle(name))
                self.taken.add(name)
                return


@lru_cache(maxsize=64)
def wreck(lost: Ship) -> Image.Image:
    """Return a skull with the mark of the lost ship."""
    livery = livery_of(lost)
    return _row(sprite("skull", _SKULL), plate(livery.letter, livery.hue, livery.ink))


@lru_cache(maxsize=64)
def _melee(boarder: Ship, other: Ship, rolls: tuple[int, int] | None) -> Image.Image:
    """Return crossed cutlasses and, on both sides of them, the ships' dice if any were rolled."""
    blades = sprite("cutlasses", _BLADES)
    if rolls is None:
        return blades
    attack, defence = (
        plate(str(roll), livery_of(ship).hue, livery_of(ship).ink)
        for ship, roll in zip((boarder, other), rolls, strict=True)
    )
    return _row(attack, blades, defence)


def _row(*parts: Image.Image) -> Image.Image:
    """Return signs side by side."""
    wide, high = sum(part.width for part in parts) + 2 * (len(parts) - 1), max(part.height for part in parts)
    row = Image.new("RGBA", (wide, high))
    left = 0
    for part in parts:
        row.alpha_composite(part, (left, (high - part.height) // 2))
        left += part.width + 2
    return row


def glides(view: PrivateerView, _: Names) -> Sequence[Leg]:
    """Return the moves of ships and shots in order. Ships that drift in the weather move together."""
    return [[*_leg(view, number)] for number in range(len(view.traces))]


def _leg(view: PrivateerView, number: int) -> Iterator[Glide]:
    trace = view.traces[number]
    match trace:
        case SailTrace():
            yield Glide(trace.ship, _ship(view, trace.ship), course(trace))
        case ShotTrace():
            ball = dot(_SHOT, theme.INK, theme.CARD, 1.5)
            yield Glide(f"shot {number}", ball, [middle(trace.start), impact(trace, view)])
        case WeatherTrace():
            for drift in trace.drifts:
                yield Glide(drift.ship, _ship(view, drift.ship), drift_way(drift, view.drift))


def _ship(view: PrivateerView, name: Ship) -> Image.Image:
    if name not in COLOUR_OF:
        return merchant()
    grudge = any(ship.grudge for ship in view.ships if ship.id == name)
    return piece(COLOUR_OF[name], number_of(name), grudge=grudge)
