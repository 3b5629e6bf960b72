"""Boats and sharks: at sea, moored in the port, in tow."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Literal, NamedTuple

from PIL import Image

from render.drawings import sprite
from render.pieces import Spot, boat, fan, place, ring
from render.port_flower.layout import Layout
from render.port_flower.liveries import LIVERIES, livery_of
from rules.port_flower.board import OUT, PORT, TOW, Place, four_of
from rules.port_flower.shown.view import PortFlowerView

LEAST = 74
"""The minimum height of a piece, in pixels, at which its letter is legible on a phone."""


def tall(plan: Layout) -> int:
    """Return the height in pixels of a piece that shares its square with no other piece."""
    return max(LEAST, round(plan.field * 0.9))


class Piece(NamedTuple):
    """A shark or the boat of a seat, with its middle and its height in pixels."""

    kind: Literal["boat", "shark"]
    number: int
    at: Spot
    height: int


def paint_pieces(canvas: Image.Image, plan: Layout, view: PortFlowerView) -> None:
    """Paint the sharks and boats at sea."""
    for kind, number, at, height in pieces(plan, view):
        ship = sprite("shark", height, mark=str(number)) if kind == "shark" else _boat(view, number, height)
        place(canvas, ship, at)


def pieces(plan: Layout, view: PortFlowerView) -> Iterator[Piece]:
    """Yield all pieces at sea from north to south. Pieces on the same square are small and side by side."""
    crowd: dict[str, list[tuple[Literal["boat", "shark"], int]]] = defaultdict(list)
    for number, square in enumerate(view.sharks, start=1):
        crowd[square].append(("shark", number))
    for seat in view.seats:
        if seat.position not in {PORT, TOW, OUT}:
            crowd[seat.position].append(("boat", seat.seat))
    for square in sorted(crowd, key=lambda name: (-Place.read(name).y, Place.read(name).x)):
        scale, offsets = fan(len(crowd[square]))
        height = round(tall(plan) * scale)
        x, y = plan.middle(square)
        for (kind, number), (east, south) in zip(crowd[square], offsets, strict=True):
            yield Piece(kind, number, (x + east * plan.field, y + south * plan.field), height)


def paint_moored(canvas: Image.Image, plan: Layout, view: PortFlowerView) -> None:
    """Paint the boats in port, with rings round boats that have just arrived or stayed."""
    acted = {trace.seat for trace in view.traces if trace.piece == "boat"}
    for _, seat, at, height in moorings(plan, view):
        if seat in acted:
            place(canvas, ring(round(height * 1.16), LIVERIES[seat].hue, 4), at)
        place(canvas, _boat(view, seat, height), at)


def moorings(plan: Layout, view: PortFlowerView) -> Iterator[Piece]:
    """Yield the boats in port."""
    moored = [seat.seat for seat in view.seats if seat.position == PORT]
    port = plan.block(view.port)
    across = 3 if len(moored) > 2 else max(1, len(moored))
    rows = -(-len(moored) // across)
    height = max(LEAST, round(plan.field * 0.8))
    quay = port.bottom - 6
    for index, seat in enumerate(moored):
        row, column = divmod(index, across)
        east = port.left + port.width * (column + 0.5) / across
        yield Piece("boat", seat, (east, quay - height * (0.5 + 0.96 * (rows - 1 - row))), height)


def paint_towed(canvas: Image.Image, plan: Layout, view: PortFlowerView) -> None:
    """Paint the boats that wait to be placed."""
    for _, seat, at, height in towed(plan, view):
        place(canvas, ring(round(LEAST * 1.25), LIVERIES[seat].hue, 4), at)
        place(canvas, _boat(view, seat, height), at)


def towed(plan: Layout, view: PortFlowerView) -> Iterator[Piece]:
    """Yield the boats in tow, each next to its last buoy on the side with the most room."""
    taken = {*view.sharks, *(seat.position for seat in view.seats)}
    for seat in view.seats:
        if seat.position != TOW:
            continue
        point = view.buoys[seat.reached - 1]
        north_west, north_east, south_east, south_west = four_of(point)
        sides = {
            (0.0, -0.62): (north_west, north_east),
            (0.0, 0.62): (south_west, south_east),
            (0.62, 0.0): (north_east, south_east),
            (-0.62, 0.0): (north_west, south_west),
        }
        east, south = min(sides, key=lambda side: sum(square in taken for square in sides[side]))
        x, y = plan.middle(point)
        yield Piece("boat", seat.seat, (x + east * plan.field, y + south * plan.field), LEAST)


def _boat(view: PortFlowerView, seat: int, height: int) -> Image.Image:
    return boat(livery_of(view.seats[seat - 1]), height)
