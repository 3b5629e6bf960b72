"""The ships: each with its seat's letter and its own number, where it lies, and what it carries."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import theme
from render.acrana.kinds import MARKS
from render.acrana.layout import FIELD, HALL, QUAYS, berths, block, middle
from render.acrana.liveries import LIVERIES
from render.chart import Box
from render.drawings import OVERSIZE, reduce, sprite
from render.lettering import Face, Style, write_centred
from render.pieces import Spot, boat, fan, place, token
from rules.acrana.board import FINISH, OUT, PORT, ROADS
from rules.acrana.view import AcranaView, Pair, ShipView

ALONE = round(FIELD * 1.04)
_PAIR = round(FIELD * 0.8)
_CLOSER = 1.2
"""Ships that share a square may overlap by so much, to be read more easily."""
_ROADS = (block(1, 10), block(1, 10, 2), block(1, 9, 2, 2), block(1, 8, 2, 3))
"""The roads and the beach behind them, as far as 1, 2, 4 or more ships need it."""
_UNCOUNTED = 4
"""More ships than these on the roads are counted as well (section 13)."""
_BADGE = 28
_OUTLINED = 36
"""From this height on a ship has room for the outline of its fleet."""
_BADGE_SPOTS: Sequence[Spot] = (
    (0.5, -0.42),
    (-0.5, -0.42),
    (0.5, 0.0),
    (-0.5, 0.0),
    (0.5, 0.42),
    (-0.5, 0.42),
)
"""Where the badges of a ship lie, in shares of its height."""


class Moored(NamedTuple):
    """Where a ship lies, and how tall it is drawn."""

    at: Spot
    height: int


def moorings(view: AcranaView) -> dict[str, Moored]:
    """Every ship that is still in the race, by its name."""
    together: dict[tuple[int, int], list[ShipView]] = defaultdict(list)
    for ship in view.ships:
        if ship.square != OUT:
            quay = ship.seat if ship.square == PORT else 0
            together[ship.square, quay].append(ship)
    places: dict[str, Moored] = {}
    for (square, quay), ships in together.items():
        for ship, moored in zip(ships, _berths(view, square, quay, len(ships)), strict=True):
            places[ship.name] = moored
    return places


def _berths(view: AcranaView, square: int, quay: int, count: int) -> list[Moored]:
    if square == PORT:
        return _in(berths(QUAYS, len(view.seats)).berth(quay - 1).grown(-2), count)
    if square == FINISH:
        return _in(HALL, count)
    if square == ROADS and count > 1:
        return _in(_roads(count).grown(-4), count)
    x, y = middle(square)
    if count == 2:
        return [Moored((x + side * FIELD * 0.3, y), _PAIR) for side in (-1, 1)]
    scale, offsets = fan(count)
    height = round(ALONE * (scale if count == 1 else scale * _CLOSER))
    return [Moored((x + east * FIELD, y + south * FIELD), height) for east, south in offsets]


def _in(box: Box, count: int) -> list[Moored]:
    """So many ships in a box, as large as they find room."""
    grid = berths(box, count)
    height = min(ALONE, round(grid.room))
    return [Moored(grid.berth(number).centre, height) for number in range(count)]


def paint_roads(canvas: Image.Image, view: AcranaView) -> None:
    """A sheet under the ships on the roads when they need the beach as well, with their count if many."""
    count = sum(ship.square == ROADS for ship in view.ships)
    if count < 2:
        return
    sheet = _roads(count).grown(-2)
    ImageDraw.Draw(canvas).rounded_rectangle(sheet, 8, MARKS["roads"].tint, theme.INK, 2)
    if count > _UNCOUNTED:
        x, y = sheet.right - 18, sheet.top - 2
        place(canvas, _number_plate(str(count), 38), (x, y))


def _roads(count: int) -> Box:
    return _ROADS[1 if count == 2 else 2 if count <= _UNCOUNTED else 3]


def paint_ships(canvas: Image.Image, view: AcranaView, places: Mapping[str, Moored]) -> None:
    """All ships, northern ones first so that no sail hides a hull; then chains, ropes and badges."""
    ships = sorted(
        (ship for ship in view.ships if ship.name in places), key=lambda ship: places[ship.name].at[1]
    )
    for ship in ships:
        at, height = places[ship.name]
        place(canvas, ship_of(ship.seat, ship.name[1:], height, fleet_of(view, ship.seat)), at)
    for pair in view.pairs:
        _tie(canvas, pair, places)
    for ship in ships:
        at, height = places[ship.name]
        size = min(_BADGE, round(height * 0.5))
        for badge, (east, south) in zip(_badges(ship), _BADGE_SPOTS, strict=False):
            place(canvas, badge_of(badge, size), (at[0] + east * height, at[1] + south * height))


def fleet_of(view: AcranaView, seat: int) -> int:
    """The fleet, from 1, whose outline a seat's ships wear; 0 when everybody sails alone."""
    return view.seats[seat - 1].fleet + 1 if view.fleets < len(view.seats) else 0


def _badges(ship: ShipView) -> list[str]:
    """The drawings that tell what a ship carries, what it waits for and who holds it."""
    told = {
        "arms": ship.vessel > 0,
        "hourglass": ship.pending is not None,
        "shield": ship.escort,
        "flag": ship.flag,
        "scroll": ship.reef_map,
        "moon": ship.undetected,
    }
    return [badge for badge, there in told.items() if there]


@lru_cache(maxsize=32)
def badge_of(name: str, size: int) -> Image.Image:
    """A sign on a round light plate."""
    badge = sprite("badge", size).copy()
    sign = sprite(name, round(size * 0.7))
    badge.alpha_composite(sign, ((badge.width - sign.width) // 2, (badge.height - sign.height) // 2))
    return badge


@lru_cache(maxsize=512)
def ship_of(seat: int, number: str, height: int, fleet: int) -> Image.Image:
    """A seat's ship with its number on the hull, in the outline of its fleet (0: none)."""
    livery = LIVERIES[seat]
    ship = boat(livery, height).copy()
    plate = _number_plate(number, plate_size(height))
    ship.alpha_composite(plate, (round((ship.width - plate.width) / 2), height - plate.height))
    return outlined(ship, fleet) if fleet and height >= _OUTLINED else ship


def plate_size(height: int) -> int:
    """How large the plate with the number is on a ship of that height."""
    return round(height * 0.48)


def number_style(height: int) -> Style:
    """In what the number of a ship of that height is written."""
    return Style(Face.BOLD, round(plate_size(height) * 0.86))


@lru_cache(maxsize=32)
def token_of(seat: int, fleet: int) -> Image.Image:
    """A seat's shape in the outline of its fleet, for its card."""
    return outlined(token(LIVERIES[seat], 22), fleet)


@lru_cache(maxsize=128)
def _number_plate(number: str, size: int) -> Image.Image:
    large = Image.new("RGBA", (size * OVERSIZE, size * OVERSIZE))
    edge = size * OVERSIZE - 1
    ImageDraw.Draw(large).ellipse((0, 0, edge, edge), theme.WHITE, theme.INK, round(edge * 0.09))
    write_centred(
        large,
        (edge / 2, edge / 2),
        number,
        Style(Face.BOLD, round(edge * (0.86 if len(number) == 1 else 0.66))),
        theme.INK,
    )
    return reduce(large)


def outlined(ship: Image.Image, fleet: int) -> Image.Image:
    """The ship in the outline of its fleet: solid, dashed, dotted or double."""
    reach = 5
    grown = Image.new("RGBA", (ship.width + 2 * reach, ship.height + 2 * reach))
    grown.paste(ship, (reach, reach))
    solid = grown.getchannel("A").point(lambda alpha: 255 * (alpha > 100))
    wide = solid.filter(ImageFilter.MaxFilter(2 * reach - 1))
    line = ImageChops.subtract(wide, solid.filter(ImageFilter.MaxFilter(3)))
    if fleet == 4:
        line = ImageChops.subtract(
            line,
            ImageChops.subtract(
                solid.filter(ImageFilter.MaxFilter(7)), solid.filter(ImageFilter.MaxFilter(5))
            ),
        )
    elif fleet in {2, 3}:
        line = ImageChops.multiply(line, _spokes(grown.size, 9 if fleet == 2 else 20))
    light = Image.new("RGBA", grown.size, theme.CARD)
    light.putalpha(wide)
    light.paste(theme.INK, (0, 0), line)
    return Image.alpha_composite(light, grown)


@lru_cache(maxsize=32)
def _spokes(size: tuple[int, int], count: int) -> Image.Image:
    """Every other of so many pairs of sectors, as a mask."""
    mask = Image.new("L", size)
    draw = ImageDraw.Draw(mask)
    box = (-size[0], -size[1], 2 * size[0], 2 * size[1])
    for number in range(count):
        start = 360 * number / count
        draw.pieslice(box, start, start + 180 / count, 255)
    return mask


def _tie(canvas: Image.Image, pair: Pair, places: Mapping[str, Moored]) -> None:
    """A chain between the ships of a blockade, a rope between those of a convoy."""
    first, second = (places[name] for name in pair.ships)
    length = max(44, round(math.dist(first.at, second.at) * 1.5))
    low = max(first.at[1], second.at[1]) + first.height * 0.58
    place(canvas, _tie_of(pair.kind, length), ((first.at[0] + second.at[0]) / 2, low))


@lru_cache(maxsize=32)
def _tie_of(kind: str, length: int) -> Image.Image:
    size = length * OVERSIZE, 16 * OVERSIZE
    large = Image.new("RGBA", size)
    draw = ImageDraw.Draw(large)
    middle_y = size[1] / 2
    if kind == "blockade":
        links = max(3, round(length / 11))
        for number in range(links):
            left, right = size[0] * number / links, size[0] * (number + 1.25) / links
            for grown, tint, pen in ((0, theme.CARD, 10), (1, theme.INK, 6)):
                edge = grown * OVERSIZE
                draw.ellipse(
                    (
                        left + edge,
                        middle_y - 6.5 * OVERSIZE + edge,
                        min(right, size[0]) - edge,
                        middle_y + 6.5 * OVERSIZE - edge,
                    ),
                    None,
                    tint,
                    pen * OVERSIZE // 2,
                )
        return reduce(large)
    for pen, tint in ((10, theme.CARD), (8, theme.INK), (5, theme.GOLD)):
        line = [
            (x, middle_y + 2 * OVERSIZE * math.sin(x / (6 * OVERSIZE)))
            for x in range(2 * OVERSIZE, size[0] - 2 * OVERSIZE, OVERSIZE)
        ]
        draw.line(line, tint, pen * OVERSIZE, joint="curve")
    return reduce(large)
