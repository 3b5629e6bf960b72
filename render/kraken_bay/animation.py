"""The moving pieces in a replay of Kraken Bay."""

from collections.abc import Mapping, Sequence

from PIL import Image

from render import theme
from render.animation import Glide, Leg
from render.kraken_bay.afloat import floating_bomb, stray_ship, tentacle
from render.kraken_bay.layout import CENTRE, middle, way
from render.kraken_bay.liveries import LIVERIES
from render.kraken_bay.places import SHIP, STRAY
from render.pieces import Spot, boat, bow, dot
from rules.engine.seat import Names
from rules.kraken_bay.board import Space
from rules.kraken_bay.shown.pieces import STRAYS
from rules.kraken_bay.shown.traces import AnyTrace, BombTrace, DriftTrace, FuseTrace, SailTrace, ShotTrace
from rules.kraken_bay.shown.view import BayView

_BALL = 14

Pieces = Mapping[str, Image.Image]
"""The drawing of each ship."""


def glides(view: BayView, _: Names) -> Sequence[Leg]:
    """Return the moves of ships, shots and bombs in order. Consecutive drifts happen at the same time."""
    pieces: dict[str, Image.Image] = {name: boat(livery, SHIP) for name, livery in LIVERIES.items()}
    pieces |= {name: stray_ship(name, STRAY) for name in STRAYS}
    legs: list[list[Glide]] = [[]]
    drifting = False
    for number, trace in enumerate(view.traces):
        if not (drifting and isinstance(trace, DriftTrace)):
            legs += [[], []]
        drifting = isinstance(trace, DriftTrace)
        # A throw by smoke needs a separate leg, because it begins where the unit's own move ends.
        legs[-2] += _moved(trace, number, pieces)
        legs[-1] += _thrown(trace, pieces)
    return legs


def _moved(trace: AnyTrace, number: int, pieces: Pieces) -> Leg:
    """Return the move of a trace without throws by smoke."""
    match trace:
        case ShotTrace():
            ball = dot(_BALL, theme.INK, theme.CARD, 1.5)
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


def _thrown(trace: AnyTrace, pieces: Pieces) -> Leg:
    """Return the flights of the ships and the tentacle that smoke throws."""
    match trace:
        case SailTrace() | DriftTrace():
            blown = [] if trace.blown is None else [trace.blown]
            return [Glide(one.unit, pieces[one.unit], _flight(one.start, one.to)) for one in blown]
        case FuseTrace():
            thrown = [Glide(one.unit, pieces[one.unit], _flight(one.start, one.to)) for one in trace.blown]
            if trace.moved is not None:
                thrown.append(Glide(f"tentacle {trace.at}", tentacle(), _flight(trace.at, trace.moved)))
            return thrown
        case _:
            return []


def _flight(start: Space, to: Space) -> Sequence[Spot]:
    return bow(middle(start), middle(to), CENTRE)
