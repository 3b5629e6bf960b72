"""The traces of the latest turns: courses, shots, drifts and throws, and the moving pieces of replays."""

from collections.abc import Iterator, Mapping, Sequence

from PIL import Image, ImageDraw

from render import theme
from render.animation import Glide, Leg
from render.drawings import sprite
from render.kraken_bay.afloat import floating_bomb, stray_ship, tentacle
from render.kraken_bay.layout import BENDS, CENTRE, SHIP, STRAY, middle, way
from render.kraken_bay.liveries import LIVERIES
from render.pieces import Spot, along, arrow, boat, bow, dot, faded, heading, place, shorten, spot_of
from render.theme import Colour
from render.trails import dashed, dotted, faint
from rules.engine.seat import Names
from rules.kraken_bay.board import Space
from rules.kraken_bay.shown.pieces import STRAYS
from rules.kraken_bay.shown.traces import AnyTrace, BombTrace, DriftTrace, FuseTrace, SailTrace, ShotTrace
from rules.kraken_bay.shown.view import BayView

_DOT, _BALL, _SHOT = 14, 11, 14
_STRAY = theme.mix(theme.INK, theme.WHITE, 0.25)
_HUES: Mapping[str, Colour] = {name: livery.hue for name, livery in LIVERIES.items()}
_SHORT = 34
_LINE, _START, _HEAD = 5, 18, 26
"""The width of the line of a drift, and the sizes of the spot at its start and the arrow at its end."""
_BURST, _SPLASH, _BUMP = 92, 62, 60


def paint_traces(canvas: Image.Image, view: BayView, spots: Mapping[str, Spot]) -> None:
    """Paint the traces of the latest turns."""
    for trace in view.earlier:
        if isinstance(trace, SailTrace | DriftTrace) and len(trace.path) > 1:
            unit = trace.ship if isinstance(trace, SailTrace) else trace.unit
            faint(canvas, shorten(way(trace.path), _SHORT), _HUES.get(unit, _STRAY), BENDS)
    for trace in view.traces:
        _paint_hits(canvas, view, trace, spots)
    for trace in view.traces:
        _paint_way(canvas, view, trace, spots)
    for trace in view.traces:
        for _, start, end in _thrown(trace):
            dashed(canvas, middle(start), middle(end), CENTRE, 24)


def _paint_way(canvas: Image.Image, view: BayView, trace: AnyTrace, spots: Mapping[str, Spot]) -> None:
    """Paint the path of a ship, a drift or a shot. A ship's path starts at a pale ship."""
    match trace:
        case SailTrace():
            place(canvas, faded(boat(LIVERIES[trace.ship], SHIP)), middle(trace.path[0]))
            dotted(canvas, shorten(way(trace.path), _SHORT), _HUES.get(trace.ship, _STRAY), _DOT, 18)
        case DriftTrace() if len(trace.path) > 1:
            _paint_drift(canvas, trace)
        case ShotTrace():
            for spot in list(along([middle(trace.start), _struck(view, trace, spots)], 17))[1:]:
                place(canvas, dot(_BALL, theme.INK, theme.CARD, 1.5), spot)
        case _:
            pass


def _paint_drift(canvas: Image.Image, trace: DriftTrace) -> None:
    """Paint a line where the whirlpool moved a unit."""
    line, hue = shorten(way(trace.path), _SHORT), _HUES.get(trace.unit, _STRAY)
    ImageDraw.Draw(canvas).line(line, hue, _LINE)
    place(canvas, spot_of(_START, hue), line[0])
    if len(line) > 1:
        place(canvas, arrow(_HEAD, hue, theme.CARD, heading(line[-2], line[-1])), line[-1])


def _thrown(trace: AnyTrace) -> Iterator[tuple[str, Space, Space]]:
    """Yield each piece that smoke threw, with the start and the end of the throw."""
    match trace:
        case SailTrace() | DriftTrace():
            if trace.blown is not None:
                yield trace.blown.unit, trace.blown.start, trace.blown.to
        case FuseTrace():
            yield from ((blast.unit, blast.start, blast.to) for blast in trace.blown)
            if trace.moved is not None:
                yield f"tentacle {trace.at}", trace.at, trace.moved
        case _:
            pass


def _paint_hits(canvas: Image.Image, view: BayView, trace: AnyTrace, spots: Mapping[str, Spot]) -> None:
    """Paint hits, misses, explosions and collisions."""
    match trace:
        case ShotTrace():
            sign, size = ("burst", _BURST) if trace.hit else ("splash", _SPLASH)
            place(canvas, sprite(sign, size), _struck(view, trace, spots))
        case FuseTrace():
            place(canvas, sprite("burst", _BURST), middle(trace.at))
        case SailTrace() | DriftTrace():
            for bump in trace.bumps:
                place(canvas, sprite("burst", _BUMP), middle(bump.at))
        case _:
            pass


def _struck(view: BayView, trace: ShotTrace, spots: Mapping[str, Spot]) -> Spot:
    """Return the spot of a shot's target. If the target is gone, return the middle of its former space."""
    lies: dict[str, Space | None] = {ship.id: ship.at for ship in view.ships}
    lies |= {stray.id: stray.at for stray in view.strays}
    name = trace.target if trace.target in lies else f"tentacle {trace.at}"
    has_gone = lies.get(trace.target, trace.at) != trace.at
    return middle(trace.at) if has_gone else spots.get(name, middle(trace.at))


def glides(view: BayView, _: Names) -> Sequence[Leg]:
    """Return all moves, including shots and bombs, in order. Consecutive drifts happen at the same time."""
    pieces: dict[str, Image.Image] = {name: boat(livery, SHIP) for name, livery in LIVERIES.items()}
    pieces |= {name: stray_ship(name, STRAY) for name in STRAYS}
    legs: list[list[Glide]] = [[]]
    drifting = False
    for number, trace in enumerate(view.traces):
        if not (drifting and isinstance(trace, DriftTrace)):
            legs += [[], []]
        drifting = isinstance(trace, DriftTrace)
        # A throw by smoke begins where the unit's own move ends, so the throw needs a separate leg.
        legs[-2] += _moved(trace, number, pieces)
        legs[-1] += [
            Glide(name, pieces.get(name) or tentacle(), bow(middle(start), middle(end), CENTRE))
            for name, start, end in _thrown(trace)
        ]
    return legs


def _moved(trace: AnyTrace, number: int, pieces: Mapping[str, Image.Image]) -> Leg:
    """Return the pieces that move in a trace, except pieces that smoke throws."""
    match trace:
        case ShotTrace():
            ball = dot(_SHOT, theme.INK, theme.CARD, 1.5)
            return [Glide(f"shot {number}", ball, [middle(trace.start), middle(trace.at)])]
        case BombTrace():
            bomb = floating_bomb(trace.bomb)
            return [Glide(f"bomb {number}", bomb, [middle(trace.start), middle(trace.at)])]
        case SailTrace():
            return [Glide(trace.ship, pieces[trace.ship], way(trace.path))]
        case DriftTrace():
            return [Glide(trace.unit, pieces[trace.unit], way(trace.path))]
        case _:
            return []
