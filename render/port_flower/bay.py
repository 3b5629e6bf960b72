"""The fixed layer of the picture: the chart with its islands and its port."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Literal, TypeAlias

from PIL import Image, ImageChops, ImageDraw

from render import chart, theme
from render.chart import Box
from render.drawings import sprite
from render.lettering import Face, Style, cap_height, write
from render.pieces import Spot, place
from render.port_flower.layout import Layout, layout
from rules.engine.data import Data, data_file
from rules.port_flower.board import Board, ChartName, Place, Square, board

_TILE = 2
_INSET = 0.025
_QUAY, _FLOOR, _SEAM = theme.rgb("#8C6A44"), theme.rgb("#EFCBA2"), theme.rgb("#D9B083")
_WATER_NAME = theme.rgb("#6B9FB1")
_FOAM = theme.mix(theme.SEA_DEEP, theme.SEA_SHALLOW, 0.3)
_SEPIA = theme.mix(theme.PAPER, theme.COAST, 0.65)
_ROSE_AT_SEA = (theme.mix(theme.SEA_DEEP, theme.SEA_SHALLOW, 0.35), theme.mix(theme.SEA_DEEP, theme.INK, 0.2))
_ROSE_ON_PAPER = (theme.CARD, theme.mix(theme.PAPER, theme.COAST, 0.75))
_FINE = 4
_PENNANT = (30, 17)
_PENNANTS = (theme.ALARM, theme.CARD, theme.GOLD, theme.SEA_DEEP)
_TOWN = (
    ("house", 0.26, 0.46),
    ("house", 0.62, 0.36),
    ("tower", 0.98, 0.62),
    ("house", 1.32, 0.4),
    ("house", 1.71, 0.5),
)

Where: TypeAlias = tuple[float, float]
"""A place, as distances east and north of the chart's south-west corner, in squares."""


class Rose(Data):
    """The compass rose, from which lines run across the sea. `reach` is the rose's radius in squares."""

    at: Where
    reach: float


class Title(Data):
    """The chart's name in lines on paper. `size` is the size of the letters in squares."""

    at: Where
    size: float
    lines: tuple[str, ...]


class Ornament(Data):
    """A drawing on paper or water, and its height in squares.

    A drawing on water is left out if an island, the port or a missing square is in its place.
    """

    name: str
    on: Literal["paper", "water"]
    at: Where
    height: float


class Ornaments(Data):
    """The ornaments of one chart."""

    rose: Rose
    title: Title | None = None
    drawings: tuple[Ornament, ...] = ()


@cache
def ornaments() -> Mapping[ChartName, Ornaments]:
    """Return the ornaments of every chart."""
    return data_file("render.port_flower", "ornaments.toml", dict[ChartName, Ornaments])


def paint_bay(name: ChartName, islands: tuple[Square, ...], seats: int) -> Image.Image:
    """Return the chart with its frame on paper, as large as the picture."""
    plan, sea = layout(name, seats), board(name)
    canvas = Image.new("RGB", plan.sheet.size, theme.PAPER)
    letters = [Place(column, 0).square[0] for column in range(sea.chart.columns)]
    chart.axes(canvas, plan.sea, letters, [str(row) for row in range(sea.chart.rows, 0, -1)])
    canvas.paste(_engrave(name, islands, plan), plan.sea[:2])
    for island in islands:
        _adorn_island(canvas, plan, island)
    _adorn(canvas, plan, name, {*sea.missing, *sea.port, *islands})
    _hang_pennants(canvas, plan.sheet.headline)
    _build_port(canvas, plan.block(sea.port), plan.field)
    return canvas


def _engrave(name: ChartName, islands: tuple[Square, ...], plan: Layout) -> Image.Image:
    """Return the water and the land of a chart."""
    sea, side = board(name), plan.field
    size = plan.sea.width, plan.sea.height
    isles = chart.coastline(_islands(sea, islands, side, size), side, "islands")
    beyond = chart.coastline(_beyond(sea, side, size), side, "beyond")
    land = ImageChops.lighter(isles, beyond)
    shallow = land.copy()
    for square in sea.port:
        shallow.paste(255, _cell(sea, square, side))
    water = chart.water(shallow, side)
    rose = ornaments()[name].rose
    spot = rose.at[0] * side, size[1] - rose.at[1] * side
    chart.rhumb_lines(water, spot, land)
    if sea.missing:
        chart.paint_land(water, beyond, theme.PAPER)
    on_water = beyond.getpixel((round(spot[0]), round(spot[1]))) == 0
    place(water, chart.star(round(rose.reach * side), *(_ROSE_AT_SEA if on_water else _ROSE_ON_PAPER)), spot)
    chart.paint_land(water, isles, theme.LAND)
    chart.grid(water, side, _TILE, ImageChops.invert(land))
    return water


def _cell(sea: Board, square: Square, side: int) -> tuple[int, int, int, int]:
    """Return the left, top, right and bottom of a square in the image of the water."""
    spot = Place.read(square)
    left, top = spot.x * side, (sea.chart.rows - 1 - spot.y) * side
    return left, top, left + side, top + side


def _islands(sea: Board, islands: Sequence[Square], side: int, size: tuple[int, int]) -> Image.Image:
    """Return a mask of the islands. Each is joined to neighbouring land, at a corner by a narrow neck."""
    mask = Image.new("L", size)
    draw = ImageDraw.Draw(mask)
    inset, slim = round(side * _INSET), round(side * (1 - 2 * _INSET))
    shore = {*islands, *sea.missing}
    for island in islands:
        left, top, right, bottom = _cell(sea, island, side)
        draw.rounded_rectangle((left + inset, top + inset, right - inset, bottom - inset), side * 0.2, 255)
        middle = (left + right) / 2, (top + bottom) / 2
        for step, end in _steps(island, middle, side):
            if step in shore:
                straight = end[0] == middle[0] or end[1] == middle[1]
                draw.line([middle, end], fill=255, width=slim if straight else round(side * 0.4))
    return mask


def _steps(square: Square, middle: Spot, side: int) -> Iterator[tuple[Square, Spot]]:
    """Yield the eight neighbours of a square, each with a spot just beyond the common edge or corner."""
    spot = Place.read(square)
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            if dx or dy:
                end = middle[0] + dx * side * 0.55, middle[1] - dy * side * 0.55
                yield spot.shifted(dx, dy).square, end


def _beyond(sea: Board, side: int, size: tuple[int, int]) -> Image.Image:
    """Return a mask of the squares that the chart lacks."""
    mask = Image.new("L", size)
    draw = ImageDraw.Draw(mask)
    for square in sea.missing:
        left, top, right, bottom = _cell(sea, square, side)
        draw.rectangle((left, top, right - 1, bottom - 1), 255)
    return mask


def _adorn_island(canvas: Image.Image, plan: Layout, island: Square) -> None:
    """Paint a hill and a palm, which are not on the same sides of all islands."""
    x, y = plan.middle(island)
    spot = Place.read(island)
    side = 1 if (spot.x + 2 * spot.y) % 3 else -1
    hill, palm = sprite("hill", round(plan.field * 0.25)), sprite("palm", round(plan.field * 0.44))
    place(canvas, hill, (x - side * plan.field * 0.13, y + plan.field * 0.12))
    place(canvas, palm, (x + side * plan.field * 0.2, y - plan.field * 0.08))


def _adorn(canvas: Image.Image, plan: Layout, name: ChartName, closed: set[Square]) -> None:
    """Paint the chart's name and its ornaments."""
    adornment = ornaments()[name]
    for drawing in adornment.drawings:
        height = round(drawing.height * plan.field)
        if drawing.on == "paper":
            place(canvas, sprite(drawing.name, height, _SEPIA, mark_colour=theme.PAPER), plan.at(*drawing.at))
        elif closed.isdisjoint(_under(drawing)):
            place(canvas, sprite(drawing.name, height, _WATER_NAME, mark_colour=_FOAM), plan.at(*drawing.at))
    if adornment.title is None:
        return
    style = Style(Face.ITALIC, round(adornment.title.size * plan.field))
    x, y = plan.at(*adornment.title.at)
    y += cap_height(style) / 2 - 0.6 * style.size * (len(adornment.title.lines) - 1)
    for line in adornment.title.lines:
        write(canvas, (x, y), line, style, _SEPIA, "middle")
        y += 1.2 * style.size


def _hang_pennants(canvas: Image.Image, band: Box) -> None:
    """Paint a string of pennants along the lower edge of the title band."""
    strip = Image.new("RGB", (band.width * _FINE, _PENNANT[1] * _FINE), theme.PAPER)
    draw = ImageDraw.Draw(strip)
    wide, deep = (_FINE * side for side in _PENNANT)
    for number in range(band.width // _PENNANT[0]):
        left = number * wide
        cloth = [(left + wide * 0.1, -_FINE), (left + wide * 0.9, -_FINE), (left + wide / 2, deep - _FINE)]
        draw.polygon(cloth, _PENNANTS[number % len(_PENNANTS)], theme.INK, _FINE * 3 // 2)
    canvas.paste(strip.reduce(_FINE), (band.left, band.bottom))


def _under(drawing: Ornament) -> Iterator[Square]:
    """Yield the squares that an ornament may touch."""
    east, north = drawing.at
    for x in range(int(east - drawing.height), int(east + drawing.height) + 1):
        for y in range(int(north - drawing.height / 2), int(north + drawing.height / 2) + 1):
            yield Place(x, y).square


def _build_port(canvas: Image.Image, box: Box, field: int) -> None:
    """Paint the port with walls, and the town at its northern side."""
    draw = ImageDraw.Draw(canvas)
    quay, wall = box.grown(-1), round(field * 0.07)
    floor = quay.grown(-wall)
    draw.rounded_rectangle(quay.edges, 9, _QUAY, theme.INK, 3)
    draw.rectangle(floor.edges, _FLOOR, theme.INK, 1)
    draw.line([(box.centre[0], floor.top + 1), (box.centre[0], floor.bottom - 2)], _SEAM, 2)
    draw.line([(floor.left + 1, box.centre[1]), (floor.right - 2, box.centre[1])], _SEAM, 2)
    for name, across, tall in _TOWN:
        building = sprite(name, round(field * tall))
        place(canvas, building, (box.left + across * field, box.top + field * 0.5 - building.height / 2))
    place(canvas, sprite("flag", round(field * 0.34)), (box.left + field * 1.06, box.top - field * 0.1))
