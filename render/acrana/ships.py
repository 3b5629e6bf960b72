"""Paints the ships with letters, numbers and badges, and the pirate vessels."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from render import theme
from render.acrana.kinds import MARKS
from render.acrana.layout import FIELD, HALL, QUAYS, berths, block, cell, middle
from render.acrana.liveries import LIVERIES
from render.chart import Box
from render.drawings import mark_height, mark_spot, sprite
from render.lettering import BOLD_8, Style, cap_height, width
from render.pieces import Livery, Mooring, Spot, boat, place, written_plate
from rules.acrana.board import FINISH, OUT, PORT, ROADS
from rules.acrana.shown.view import AcranaView, ShipView

ALONE = 73
"""The height of a ship that is alone on its square."""
_INSET = 4
PLATE_HEIGHT = cap_height(BOLD_8) + 2 * _INSET
_STACKED = 5
"""The shift between two plates in a stack of one seat's ships."""
_NAME_BOARD = 18
"""The distance from the middle of a ship down to the plate with its name."""
_ROADS = (block(1, 10, 2), block(1, 9, 2, 2), block(1, 8, 2, 3))
"""The areas of the roads for the ships of at most 2 seats, of at most 4 seats, and of more seats."""
_BADGE = 32
_BADGE_SPOTS: Sequence[Spot] = ((30, -28), (-30, -28), (30, 26), (-30, 26))
"""The offsets of badges from the middle of a ship, where they do not hide its letter."""
BADGES: Mapping[str, str] = {"shield": "escort", "flag": "flag", "scroll": "reef map", "hourglass": "waits"}
"""The signs on ships, and their meanings. The hourglass shows a pending effect."""
_VESSELS = ((13.2, 8.0), (14.45, 8.0), (15.7, 8.0), (10.3, 4.85), (11.6, 4.85), (12.9, 4.85))
"""The positions of vessels in cells, where no badge of a ship hides them."""
_VESSEL = 56
_MOST_NAMED = 2


def in_flotillas(view: AcranaView) -> bool:
    """Return whether seats have several ships, which then need numbers."""
    return len(view.ships) > len(view.seats)


def called(view: AcranaView, ship: ShipView) -> str:
    """Return a ship's letter, with its number if seats have several ships."""
    return ship.name if in_flotillas(view) else LIVERIES[ship.seat].letter


def moorings(view: AcranaView) -> dict[str, Mooring]:
    """Return the place of each ship that is still in the race, by the ship's name."""
    together: dict[int, list[ShipView]] = defaultdict(list)
    for ship in view.ships:
        if ship.square != OUT:
            together[ship.square].append(ship)
    places: dict[str, Mooring] = {}
    for square, ships in together.items():
        if square in {PORT, FINISH} or (square == ROADS and len(ships) > 1):
            places |= _gathered(view, square, ships)
        elif len(ships) == 1:
            places[ships[0].name] = Mooring(middle(square), crowded=False)
        else:
            x, y = middle(square)
            top = y - PLATE_HEIGHT * (len(ships) - 1) / 2
            for number, ship in enumerate(ships):
                places[ship.name] = Mooring((x, top + PLATE_HEIGHT * number), crowded=True)
    return places


def _gathered(view: AcranaView, square: int, ships: Sequence[ShipView]) -> Iterator[tuple[str, Mooring]]:
    """Yield the names and places of ships in port, at home or on the roads.

    Plates replace ships if a seat has several ships there (the plates form a stack), or if places are small.
    """
    seats = list(dict.fromkeys(ship.seat for ship in ships))
    if square == PORT:
        grid = berths(QUAYS, len(view.seats))
        boxes = {seat: grid.berth(seat - 1) for seat in seats}
    else:
        grid = berths(HALL if square == FINISH else _roads(len(seats)).grown(-4), len(seats))
        boxes = {seat: grid.berth(number) for number, seat in enumerate(seats)}
    for seat in seats:
        own = [ship for ship in ships if ship.seat == seat]
        x, y = boxes[seat].centre
        crowded = len(own) > 1 or grid.room < ALONE
        for number, ship in enumerate(own):
            aside = (number - (len(own) - 1) / 2) * _STACKED
            yield ship.name, Mooring((x - aside, y + aside), crowded)


def paint_roads(canvas: Image.Image, view: AcranaView) -> None:
    """Paint an area below the ships on the roads, if there are several ships."""
    seats = [ship.seat for ship in view.ships if ship.square == ROADS]
    if len(seats) > 1:
        sheet = _roads(len(set(seats))).grown(-2)
        ImageDraw.Draw(canvas).rounded_rectangle(sheet, 8, MARKS["roads"].tint, theme.INK, 2)


def _roads(seats: int) -> Box:
    return _ROADS[0 if seats <= 2 else 1 if seats <= 4 else 2]


def paint_ships(canvas: Image.Image, view: AcranaView, places: Mapping[str, Mooring]) -> None:
    """Paint all ships from north to south, then plates and then badges, so that no sail hides a letter."""
    ships = sorted(
        (ship for ship in view.ships if ship.name in places), key=lambda ship: places[ship.name].at[1]
    )
    numbered = in_flotillas(view)
    for ship in ships:
        if not places[ship.name].crowded:
            place(canvas, ship_of(ship.seat, lettered=not numbered), places[ship.name].at)
    for ship in ships:
        (x, y), crowded = places[ship.name]
        if crowded or numbered:
            # A plate in port, at home or on the roads shows only the letter of its seat.
            told = LIVERIES[ship.seat].letter if ship.square in {PORT, ROADS, FINISH} and crowded else ""
            board = plate(told or called(view, ship), LIVERIES[ship.seat])
            place(canvas, board, (x, y if crowded else y + _NAME_BOARD))
    for ship in ships:
        x, y = places[ship.name].at
        for badge, (east, south) in zip(badges(ship), _BADGE_SPOTS, strict=False):
            place(canvas, badge_of(badge, _BADGE), (x + east, y + south))


def name_spot(view: AcranaView, ship: ShipView, moored: Mooring) -> tuple[Spot, float]:
    """Return the place of a ship's text on the picture, and the height of its capitals."""
    x, y = moored.at
    if moored.crowded:
        return (x, y), cap_height(BOLD_8)
    if in_flotillas(view):
        return (x, y + _NAME_BOARD), cap_height(BOLD_8)
    drawing = LIVERIES[ship.seat].ship
    return mark_spot(drawing, ALONE, moored.at), mark_height(drawing, ALONE)


def badges(ship: ShipView) -> list[str]:
    """Return the signs for a ship's tokens and its pending effect."""
    there = {
        "shield": ship.escort,
        "flag": ship.flag,
        "scroll": ship.reef_map,
        "hourglass": ship.pending is not None,
    }
    return [badge for badge in BADGES if there[badge]]


@lru_cache(maxsize=32)
def badge_of(name: str, size: int) -> Image.Image:
    """Return a sign on a round light plate."""
    badge = sprite("badge", size).copy()
    sign = sprite(name, round(size * 0.74))
    badge.alpha_composite(sign, ((badge.width - sign.width) // 2, (badge.height - sign.height) // 2))
    return badge


@lru_cache(maxsize=16)
def ship_of(seat: int, *, lettered: bool) -> Image.Image:
    """Return a seat's ship, with or without its letter on the sail."""
    livery = LIVERIES[seat]
    return boat(livery if lettered else livery._replace(letter=""), ALONE)


@lru_cache(maxsize=64)
def plate(text: str, livery: Livery, style: Style = BOLD_8) -> Image.Image:
    """Return a plate with a text in a seat's colours."""
    high = cap_height(style) + 2 * _INSET
    wide = max(high, width(text, style) + 2 * _INSET)
    return written_plate((wide, high), text, style, livery.hue, livery.ink)


def box_of(moored: Mooring) -> Box:
    """Return the area that a ship covers."""
    half = (FIELD // 2 + 4, PLATE_HEIGHT // 2 + 1) if moored.crowded else (ALONE // 2, ALONE // 2)
    x, y = round(moored.at[0]), round(moored.at[1])
    return Box(x - half[0], y - half[1], x + half[0], y + half[1])


def paint_vessels(canvas: Image.Image, view: AcranaView) -> None:
    """Paint all pirate vessels. Each vessel has plates of up to two ships that it engages."""
    for vessel in view.vessels:
        place(canvas, sprite("pirate", _VESSEL), cell(*_VESSELS[vessel.number - 1]))
    for name, seat, spot in engaged(view):
        place(canvas, plate(name, LIVERIES[seat]), spot)


def engaged(view: AcranaView) -> Iterator[tuple[str, int, Spot]]:
    """Yield the text, the seat and the spot of each plate on a vessel."""
    for vessel in view.vessels:
        x, y = cell(*_VESSELS[vessel.number - 1])
        for number, name in enumerate(vessel.engages[:_MOST_NAMED]):
            ship = view.ship(name)
            yield called(view, ship), ship.seat, (x, y + 4 - PLATE_HEIGHT * number)
