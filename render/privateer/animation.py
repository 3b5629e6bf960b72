"""The moving pieces in a replay of Articles of War: Privateer."""

from collections.abc import Iterator, Sequence

from PIL import Image

from render import theme
from render.animation import Glide, Leg
from render.pieces import dot
from render.privateer.layout import middle
from render.privateer.ships import merchant, piece
from render.privateer.traces import course, drift_way, impact
from rules.engine.seat import Names
from rules.privateer.shown.pieces import COLOUR_OF, Ship, number_of
from rules.privateer.shown.traces import SailTrace, ShotTrace, WeatherTrace
from rules.privateer.shown.view import PrivateerView

_BALL = 14


def glides(view: PrivateerView, _: Names) -> Sequence[Leg]:
    """Return the moves of ships and shots in order. The weather moves all its ships at the same time."""
    return [[*_leg(view, number)] for number in range(len(view.traces))]


def _leg(view: PrivateerView, number: int) -> Iterator[Glide]:
    trace = view.traces[number]
    match trace:
        case SailTrace():
            yield Glide(trace.ship, _ship(view, trace.ship), course(trace))
        case ShotTrace():
            ball = dot(_BALL, theme.INK, theme.CARD, 1.5)
            yield Glide(f"shot {number}", ball, [middle(trace.start), impact(trace, view)])
        case WeatherTrace():
            for drift in trace.drifts:
                yield Glide(drift.ship, _ship(view, drift.ship), drift_way(drift, view.drift))


def _ship(view: PrivateerView, name: Ship) -> Image.Image:
    if name not in COLOUR_OF:
        return merchant()
    grudge = any(ship.grudge for ship in view.ships if ship.id == name)
    return piece(COLOUR_OF[name], number_of(name), grudge=grudge)
