"""What the last turn did, and the whirlpool after it: courses, shots, what was thrown about."""

from collections.abc import Iterator, Mapping

from PIL import Image

from render import theme
from render.dice import die
from render.drawings import sprite
from render.kraken_bay.afloat import stray_ship
from render.kraken_bay.layout import CENTRE, middle, way
from render.kraken_bay.liveries import LIVERIES
from render.pieces import Livery, along, boat, dot, faded, place, shorten
from render.theme import Colour
from render.trails import dashed, dotted
from rules.kraken_bay.board import MOUTH, Space
from rules.kraken_bay.tables import STRAYS, Stray, Unit
from rules.kraken_bay.view import BayView
from rules.kraken_bay.wake import AnyTrace, DriftTrace, FuseTrace, SailTrace, ShotTrace

_DOT, _BALL, _THIN = 12, 9, 7
_STRAY = theme.mix(theme.INK, theme.WHITE, 0.25)
_LIVERIES: Mapping[str, Livery] = dict(LIVERIES.items())
_STRAYS: Mapping[str, Stray] = {name: name for name in STRAYS}
_HUES = {name: livery.hue for name, livery in _LIVERIES.items()}
_SHORT = 24
_DIE = 28


def _hue(unit: Unit) -> Colour:
    return _HUES.get(unit, _STRAY)


def _ghost(unit: Unit, size: int) -> Image.Image:
    livery = _LIVERIES.get(unit)
    return faded(stray_ship(_STRAYS[unit], size) if livery is None else boat(livery, size))


def paint_ways(canvas: Image.Image, view: BayView) -> None:
    """The courses, below everything that floats; ghosts where a way began."""
    for trace in view.wake:
        match trace:
            case SailTrace():
                place(canvas, _ghost(trace.ship, 38), middle(trace.path[0]))
                dotted(canvas, shorten(way(trace.path), _SHORT), _hue(trace.ship), _DOT, 15)
            case DriftTrace():
                _paint_drift(canvas, trace)
            case ShotTrace():
                balls = list(along([middle(trace.start), middle(trace.at)], 14))[1:]
                for spot in balls:
                    place(canvas, dot(_BALL, theme.INK, theme.CARD, 1.5), spot)
            case _:
                pass
    for start, end in _thrown(view.wake):
        dashed(canvas, middle(start), middle(end), CENTRE, 20)


def _paint_drift(canvas: Image.Image, trace: DriftTrace) -> None:
    """A thin way from where the whirlpool took a unit, pale at its start."""
    if len(trace.path) < 2:
        return
    place(canvas, _ghost(trace.unit, 30), middle(trace.path[0]))
    dotted(canvas, shorten(way(trace.path), _SHORT), _hue(trace.unit), _THIN, 12)


def _thrown(traces: list[AnyTrace]) -> Iterator[tuple[Space, Space]]:
    """From where to where smoke has thrown units."""
    for trace in traces:
        match trace:
            case SailTrace() | DriftTrace():
                if trace.blown is not None:
                    yield trace.blown.start, trace.blown.to
            case FuseTrace():
                yield from ((blast.start, blast.to) for blast in trace.blown)
                if trace.moved is not None:
                    yield trace.at, trace.moved
            case _:
                pass


def paint_marks(canvas: Image.Image, view: BayView) -> None:
    """What happened where, above the ships: hits, misses, dice, what was eaten."""
    for trace in view.wake:
        match trace:
            case ShotTrace():
                _mark_shot(canvas, trace)
            case FuseTrace():
                place(canvas, sprite("burst", 48), middle(trace.at))
            case SailTrace() | DriftTrace():
                for bump in trace.bumps:
                    x, y = middle(bump.at)
                    place(canvas, sprite("burst", 30), (x + 12, y - 12))
            case _:
                pass


def _mark_shot(canvas: Image.Image, trace: ShotTrace) -> None:
    x, y = middle(trace.at)
    aside = 20
    if trace.at == MOUTH:
        # Above the beast's eyes, and off its health.
        y, aside = y - 44, 30
    place(canvas, sprite("burst" if trace.hit else "splash", 44 if trace.hit else 32), (x, y))
    for number, roll in enumerate(trace.rolls):
        place(canvas, die(_DIE, str(roll)), (x - aside - 30 * number, y - 24))
