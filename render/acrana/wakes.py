"""What has moved since the last play: trails along the track, ghosts at the start, rings at the end."""

from collections import defaultdict
from collections.abc import Mapping

from PIL import Image

from render.acrana.layout import FIELD, SEA, middle, spot
from render.acrana.liveries import LIVERIES
from render.acrana.ships import Moored, ship_of
from render.pieces import Spot, faded, fan, place, ring, shorten, token
from render.trails import dashed, dotted
from rules.acrana.board import FINISH, PORT, Square
from rules.acrana.view import AcranaView, ShipView, Trace

_CROWD = 3
"""So many ghosts on a square are too small to be ships."""
_DOT = {"sailed": 13, "drifted": 9}


def paint_trails(canvas: Image.Image, view: AcranaView) -> None:
    """The way of every ship that moved: dots square by square, dashes for a leap over the edge or home."""
    for trace in view.traces:
        seat = view.ship(trace.ship).seat
        hue = LIVERIES[seat].hue
        start, end = (spot(square, seat, len(view.seats)) for square in (trace.start, trace.end))
        if trace.start == trace.end:
            continue
        if trace.how in _DOT:
            way = shorten(_course(trace), FIELD * 0.5)
            dotted(canvas, way, hue, _DOT[trace.how], FIELD / 3)
        elif trace.how == "sent_home":
            dashed(canvas, start, end, SEA.centre, FIELD * 0.3)
        else:
            dashed(canvas, start, end, SEA.centre, FIELD * 0.5, hue)


def _course(trace: Trace) -> list[Spot]:
    """The middles of the squares that a ship passed."""
    step = 1 if trace.end > trace.start else -1
    return [middle(square) for square in range(trace.start, trace.end + step, step) if square != PORT]


def paint_ghosts(canvas: Image.Image, view: AcranaView) -> None:
    """Where ships came from, pale; side by side where several left a square, of a crowd the shapes."""
    began: dict[str, Square] = {}
    for trace in view.traces:
        began.setdefault(trace.ship, trace.start)
    left: dict[Square, list[ShipView]] = defaultdict(list)
    for name, square in began.items():
        ship = view.ship(name)
        if PORT < square < FINISH and ship.square != square:
            left[square].append(ship)
    for square, ships in left.items():
        scale, offsets = fan(len(ships))
        x, y = middle(square)
        for ship, (east, south) in zip(ships, offsets, strict=True):
            height = round(FIELD * scale)
            alone = len(ships) < _CROWD
            left_by = (
                ship_of(ship.seat, ship.name[1:], height, 0) if alone else token(LIVERIES[ship.seat], height)
            )
            place(canvas, faded(left_by), (x + east * FIELD, y + south * FIELD))


def paint_rings(canvas: Image.Image, view: AcranaView, places: Mapping[str, Moored]) -> None:
    """Round the ships that moved, where they lie now."""
    for name in dict.fromkeys(trace.ship for trace in view.traces):
        if name in places:
            at, height = places[name]
            hue = LIVERIES[view.ship(name).seat].hue
            place(canvas, ring(round(height * 1.3), hue, 5), at)
