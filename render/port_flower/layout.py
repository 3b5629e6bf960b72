"""The layout of the picture for each chart and number of seats."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from render.chart import Box, board_height, water_within
from render.pieces import Spot
from render.sheet import BOARD_WIDTH, Sheet, room_for_board, sheet
from rules.port_flower.board import ChartName, Place, board


class Layout(NamedTuple):
    """The boxes of the sheet, the box of the water, and the side of a square, in pixels."""

    sheet: Sheet
    sea: Box
    field: int

    def at(self, east: float, north: float) -> Spot:
        """Return the spot `east` and `north` squares from the south-west corner of the sea."""
        return self.sea.left + east * self.field, self.sea.bottom - north * self.field

    def middle(self, name: str) -> Spot:
        """Return the middle of a square, or the spot of a point where squares meet, such as `C4+`."""
        place = Place.read(name)
        reach = 1.0 if name.endswith("+") else 0.5
        return self.at(place.x + reach, place.y + reach)

    def block(self, names: Iterable[str]) -> Box:
        """Return the smallest box round the given squares."""
        places = [Place.read(name) for name in names]
        west, east = min(place.x for place in places), max(place.x for place in places) + 1
        south, north = min(place.y for place in places), max(place.y for place in places) + 1
        return Box(*(round(edge) for edge in (*self.at(west, north), *self.at(east, south))))


@lru_cache(maxsize=64)
def layout(name: ChartName, seats: int) -> Layout:
    """Return the layout for a chart and 2 to 6 seats. The chart is as large as possible."""
    chart = board(name).chart
    high = board_height(BOARD_WIDTH, chart.columns, chart.rows, room_for_board(seats))
    lies = sheet(high, seats)
    sea = water_within(lies.board, chart.columns, chart.rows)
    return Layout(lies, sea, sea.width // chart.columns)
