import math
import os
import subprocess
import sys
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image

import render
from render import chart, theme
from render.port_flower import draw_position
from render.port_flower.bay import _beyond, _islands
from render.port_flower.fleet import moorings
from render.port_flower.layout import layout
from rules.port_flower.board import ChartName, board
from tests.pictures import all_seen
from tests.render.gallery import NAMES
from tests.render.port_flower.scenes import GALLERY, view

CHARTS: tuple[ChartName, ...] = ("standard", "ring", "diamond", "ocean")
SIDE = 80


def land(name: ChartName, islands: tuple[str, ...]) -> Image.Image:
    """The mask of island land, 80 pixels to the square."""
    sea = board(name)
    size = sea.chart.columns * SIDE, sea.chart.rows * SIDE
    return chart.coastline(_islands(sea, islands, SIDE, size), SIDE, "islands")


def share_of(mask: Image.Image, name: ChartName, square: str) -> float:
    """How much of a square is land, 0..1."""
    plan = layout(name, 2)
    left, top = (round(edge / plan.field * SIDE) for edge in _corner(name, square))
    return sum(mask.crop((left, top, left + SIDE, top + SIDE)).histogram()[128:]) / SIDE**2


def _corner(name: ChartName, square: str) -> tuple[int, int]:
    plan = layout(name, 2)
    box = plan.block([square])
    return box.left - plan.sea.left, box.top - plan.sea.top


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("name", CHARTS)
def test_a_picture_is_1200_wide_and_never_square(name: ChartName, seats: int) -> None:
    width, height = layout(name, seats).size
    assert width == 1200
    assert abs(width - height) > 10


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("name", CHARTS)
def test_no_box_of_a_layout_lies_on_another_or_outside(name: ChartName, seats: int) -> None:
    plan = layout(name, seats)
    boxes = [plan.words, plan.rose, plan.sea.grown(chart.BORDER), *plan.cards]
    assert len(plan.cards) == seats
    for index, box in enumerate(boxes):
        assert 0 <= box.left < box.right <= plan.size[0]
        assert 0 <= box.top < box.bottom <= plan.size[1]
        for other in boxes[:index]:
            apart = box.left >= other.right or other.left >= box.right
            assert apart or box.top >= other.bottom or other.top >= box.bottom


@pytest.mark.parametrize("name", CHARTS)
def test_islands_fill_their_squares_and_hardly_reach_beyond(name: ChartName) -> None:
    islands = board(name).chart.islands
    mask = land(name, islands)
    for square in board(name).squares:
        share = share_of(mask, name, square)
        assert share >= 0.8 if square in islands else share < 0.12, square


def test_a_lone_island_fills_its_square_wherever_it_lies() -> None:
    islands = ("A1", "C3", "F8", "H5", "L8", "J2")
    mask = land("standard", islands)
    assert all(share_of(mask, "standard", square) >= 0.8 for square in islands)


def test_islands_that_touch_at_a_corner_are_joined_there() -> None:
    x, y = 8 * SIDE, 2 * SIDE  # the corner of H6 and I7, seen from the north-west
    assert land("standard", ("H6", "I7")).getpixel((x, y)) == 255
    assert land("standard", ("H6",)).getpixel((x, y)) != 255


def test_an_island_is_joined_to_a_missing_square_at_its_corner() -> None:
    sea = board("ring")
    mask = land("ring", ("D4",))
    x, y = 4 * SIDE, 6 * SIDE  # the corner of D4 and E5
    assert mask.getpixel((x, y)) == 255
    assert _beyond(sea, SIDE, mask.size).getpixel((x + 2, y - 2)) == 255


def test_every_square_and_point_has_its_own_place() -> None:
    plan = layout("standard", 4)
    a1, a2, b1 = plan.middle("A1"), plan.middle("A2"), plan.middle("B1")
    assert (b1[0] - a1[0], b1[1] - a1[1]) == (plan.field, 0)
    assert (a2[0] - a1[0], a2[1] - a1[1]) == (0, -plan.field)
    assert plan.middle("A1+") == (a1[0] + plan.field / 2, a1[1] - plan.field / 2)
    assert plan.sea.bottom - a1[1] == plan.field / 2


def test_the_title_band_has_the_colour_of_the_seat_at_turn() -> None:
    scene = view("start_six_in_port")
    for seat, hue in ((2, theme.rgb("#E69F00")), (3, theme.rgb("#0072B2")), (6, theme.rgb("#D55E00"))):
        drawn = draw_position(scene.model_copy(update={"turn_seat": seat}), NAMES)
        assert drawn.getpixel((6, 30)) == hue


def test_a_used_die_is_struck_out() -> None:
    scene = view("start_six_in_port")
    plan = layout("standard", 6)
    fresh, used = (
        draw_position(scene.model_copy(update={"dice_left": left}), NAMES).crop(plan.rose)
        for left in (["N", "E", "S", "W"], ["N", "E", "S"])
    )
    reds = [sum(pixel == theme.ALARM for pixel in image.get_flattened_data()) for image in (fresh, used)]
    assert reds[0] == 0
    assert reds[1] > 20


def test_six_boats_lie_in_rows_in_the_port_and_hardly_cover_each_other() -> None:
    scene = view("start_six_in_port")
    plan = layout(scene.board, 6)
    port, moored = plan.block(scene.port), moorings(plan, scene)
    assert len(moored) == 6
    for (x, y), height in moored.values():
        assert port.left <= x - height / 2 < x + height / 2 <= port.right
        assert port.top <= y - height / 2 < y + height / 2 <= port.bottom
    for (one, high), (other, _) in combinations(moored.values(), 2):
        assert math.dist(one, other) > 0.9 * high


def test_a_boat_that_may_end_somewhere_is_shown_where() -> None:
    scene = view("start_six_in_port")
    plan = layout("standard", 6)
    shown = draw_position(scene.model_copy(update={"can_end": ["C7"]}), NAMES)
    x, y = plan.middle("C7")
    assert shown.getpixel((round(x), round(y))) == (0, 0, 0)


def test_a_boat_put_back_on_the_square_it_was_hit_on_is_drawn_without_a_way_back() -> None:
    scene = view("hit_and_sent_back")
    struck = scene.wake[1].hits[0]
    shark = replace(scene.wake[1], hits=[replace(struck, placed=struck.at)])
    stayed = scene.model_copy(update={"wake": (scene.wake[0], shark)})
    dashes = [
        sum(pixel == theme.ALARM for pixel in draw_position(one, NAMES).get_flattened_data())
        for one in (stayed, scene)
    ]
    assert 0 < dashes[0] < dashes[1]


def test_the_same_view_gives_the_same_picture_in_another_process() -> None:
    code = (
        "from tests.pictures import all_seen; from tests.render.port_flower.scenes import GALLERY; "
        "print(all_seen(GALLERY.picture('ring')))"
    )
    other = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert other.stdout.strip() == str(all_seen(GALLERY.picture("ring")))


def test_names_that_cannot_be_shown_draw_like_no_names() -> None:
    scene = view("ring_two_seats")
    assert all_seen(render.draw(scene, {1: "海賊王", 2: "🐙"})) == all_seen(render.draw(scene, {}))
