"""Where everything lies on the picture: one layout for each chart and number of seats."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from render.chart import BORDER, Box
from render.pieces import Spot
from rules.port_flower.board import ChartName, Place, board

WIDTH = 1200
MARGIN = 20
GAP = 12
_BAND = 68
_PENNANTS = 12
_WORDS = 88
_SIDE = 266
_WIDE_ROSE = 300
_ROWS_OF_CARDS = {1: (1,), 2: (2,), 3: (3,), 4: (4,), 5: (3, 2), 6: (3, 3)}


class Layout(NamedTuple):
    """The boxes of the picture in pixels, and the side of a square of the sea."""

    size: tuple[int, int]
    field: int
    sea: Box
    band: Box
    words: Box
    rose: Box
    title_end: int
    """How far to the right the title band may be written on."""
    cards: tuple[Box, ...]
    spare: Box | None
    """Paper with nothing to say, for an ornament."""

    def at(self, east: float, north: float) -> Spot:
        """A spot given in squares from the south-west corner of the sea."""
        return self.sea.left + east * self.field, self.sea.bottom - north * self.field

    def middle(self, name: str) -> Spot:
        """The middle of a square, or the place of a point."""
        place = Place.read(name)
        reach = 1.0 if name.endswith("+") else 0.5
        return self.at(place.x + reach, place.y + reach)

    def block(self, names: Iterable[str]) -> Box:
        """The smallest rectangle round some squares."""
        places = [Place.read(name) for name in names]
        west, east = min(place.x for place in places), max(place.x for place in places) + 1
        south, north = min(place.y for place in places), max(place.y for place in places) + 1
        return Box(*(round(edge) for edge in (*self.at(west, north), *self.at(east, south))))


@lru_cache(maxsize=64)
def layout(name: ChartName, seats: int) -> Layout:
    """The layout for 2 to 6 seats: cards below a wide chart, beside a tall one."""
    chart = board(name).chart
    return (_wide if chart.columns > 1.2 * chart.rows else _tall)(chart.columns, chart.rows, seats)


def _wide(columns: int, rows: int, seats: int) -> Layout:
    field = (WIDTH - 2 * (MARGIN + BORDER)) // columns
    left, top = (WIDTH - field * columns) // 2, _BAND + _WORDS + BORDER
    sea = Box(left, top, left + field * columns, top + field * rows)
    frame = sea.grown(BORDER)
    cards = tuple(_cards_below(frame, _ROWS_OF_CARDS[seats]))
    rose = Box(frame.right - _WIDE_ROSE, 8, frame.right, frame.top - 10)
    return Layout(
        size=(WIDTH, cards[-1].bottom + MARGIN),
        field=field,
        sea=sea,
        band=Box(0, 0, WIDTH, _BAND),
        words=Box(frame.left, _BAND + _PENNANTS, rose.left - GAP, frame.top),
        rose=rose,
        title_end=rose.left - 2 * GAP,
        cards=cards,
        spare=None,
    )


def _cards_below(frame: Box, counts: Sequence[int]) -> Iterable[Box]:
    height = 110 if len(counts) == 1 else 92
    top = frame.bottom + GAP
    for count in counts:
        pitch = (frame.width + GAP) / count
        for number in range(count):
            left, right = frame.left + pitch * number, frame.left + pitch * (number + 1) - GAP
            yield Box(round(left), top, round(right), top + height)
        top += height + GAP


def _tall(columns: int, rows: int, seats: int) -> Layout:
    field = (WIDTH - 2 * (MARGIN + BORDER) - GAP - _SIDE) // columns
    left, top = MARGIN + BORDER, _BAND + _WORDS + BORDER
    sea = Box(left, top, left + field * columns, top + field * rows)
    frame = sea.grown(BORDER)
    side = Box(frame.right + GAP, frame.top, WIDTH - MARGIN, frame.bottom)
    rose = Box(side.left, side.top, side.right, side.top + 226)
    height = min(132, (side.bottom - rose.bottom) // seats - GAP)
    cards = tuple(
        Box(side.left, card_top, side.right, card_top + height)
        for card_top in range(rose.bottom + GAP, rose.bottom + seats * (height + GAP), height + GAP)
    )
    spare = Box(side.left, cards[-1].bottom + GAP, side.right, side.bottom)
    return Layout(
        size=(WIDTH, frame.bottom + MARGIN),
        field=field,
        sea=sea,
        band=Box(0, 0, WIDTH, _BAND),
        words=Box(frame.left, _BAND + _PENNANTS, side.right, frame.top),
        rose=rose,
        title_end=side.right,
        cards=cards,
        spare=spare if spare.height >= 100 else None,
    )
