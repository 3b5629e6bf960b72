"""The close-up of the last turn, or of where dice take the ships of who chooses, with the hexes' names."""

from collections.abc import Iterator

from PIL import Image

from render import close_up
from render.chart import Box
from render.close_up import Name, Tag
from render.drawings import mark_height, mark_spot
from render.encode import Picture
from render.lettering import cap_height
from render.pieces import Spot
from render.privateer.colours import palette
from render.privateer.layout import DOWN, SEA, middle, name_spot
from render.privateer.liveries import LIVERIES, MERCHANT
from render.privateer.ships import PENNANT_LETTER, TALL, TALL_MERCHANT, hull_spot
from rules.privateer.board import HEXES
from rules.privateer.view import PrivateerView
from rules.privateer.wake import SailTrace, ShotTrace, WeatherTrace

_AROUND = 1.2 * DOWN
_NAMES = tuple(Name(name, name_spot(middle(name))) for name in HEXES)


def paint_close_up(drawing: Image.Image, view: PrivateerView) -> Picture | None:
    """What the drawing shows of the choices of who chooses, or of the last turn, enlarged.

    `None` before anything was done.
    """
    part = part_of(view)
    if part is None:
        return None
    return close_up.close_up(drawing, part, _NAMES, palette(), tags=tags(view, part))


def part_of(view: PrivateerView) -> Box | None:
    """The part of the picture that is shown from nearer."""
    return close_up.region(list(_reach(view) if view.reach else _way(view)), _AROUND, SEA)


def tags(view: PrivateerView, part: Box) -> Iterator[Tag]:
    """The letters and numbers of ships, where those on pennants and sails would be too small."""
    if close_up.is_small(cap_height(PENNANT_LETTER), part):
        for ship in view.ships:
            livery = LIVERIES[ship.fleet]
            at = mark_spot(livery.ship, TALL, hull_spot(ship.hex))
            yield Tag(f"{livery.letter}{ship.number}", at, livery.hue, livery.ink)
    if view.merchant is not None and close_up.is_small(mark_height(MERCHANT.ship, TALL_MERCHANT), part):
        at = mark_spot(MERCHANT.ship, TALL_MERCHANT, hull_spot(view.merchant))
        yield Tag(MERCHANT.letter, at, MERCHANT.hue, MERCHANT.ink)


def _reach(view: PrivateerView) -> Iterator[Spot]:
    """Where dice take ships; last the ships of the fleet at turn."""
    yield from map(middle, view.reach)
    yield from (middle(ship.hex) for ship in view.ships if ship.active)


def _way(view: PrivateerView) -> Iterator[Spot]:
    """Every hex that was sailed, crossed by balls or left to the weather, in order."""
    for trace in view.wake:
        match trace:
            case SailTrace():
                yield from map(middle, trace.path)
            case ShotTrace():
                yield from map(middle, (trace.start, *trace.line))
            case WeatherTrace():
                yield from (middle(drift.to or drift.start) for drift in trace.drifts)
