import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops

import render
from render import chart, theme
from render.canvas import Canvas
from render.lettering import SHEET
from render.port_flower import draw_position
from render.port_flower.bay import _beyond, _islands
from render.port_flower.fleet import moorings
from render.port_flower.layout import layout
from render.port_flower.margins import shown_names
from rules.port_flower.board import ChartName, board
from rules.port_flower.shown.view import PortFlowerView
from tests.pictures import all_seen
from tests.render.gallery import NAMES
from tests.render.letters import DrawnLetters, letters_on, recorded, scenes_in_letters, too_small
from tests.render.port_flower.scenes import GALLERY, view

CHARTS: tuple[ChartName, ...] = ("standard", "ring", "diamond", "ocean")
SIDE = 80


def land(name: ChartName, islands: tuple[str, ...]) -> Image.Image:
    """Return the mask of island land, with 80 pixels to the square."""
    sea = board(name)
    size = sea.chart.columns * SIDE, sea.chart.rows * SIDE
    return chart.coastline(_islands(sea, islands, SIDE, size), SIDE, "islands")


def share_of(mask: Image.Image, name: ChartName, square: str) -> float:
    """Return the share of a square that is land, from 0 to 1."""
    plan = layout(name, 2)
    left, top = (round(edge / plan.field * SIDE) for edge in _corner(name, square))
    return sum(mask.crop((left, top, left + SIDE, top + SIDE)).histogram()[128:]) / SIDE**2


def _corner(name: ChartName, square: str) -> tuple[int, int]:
    plan = layout(name, 2)
    box = plan.block([square])
    return box.left - plan.sea.left, box.top - plan.sea.top


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("name", CHARTS)
def test_every_chart_lies_on_a_sheet_for_a_phone_with_a_card_for_each_seat(
    name: ChartName, seats: int
) -> None:
    plan = layout(name, seats)
    wide, high = plan.sheet.size
    assert wide == 1200
    assert 0.85 * wide <= high <= 1.2 * wide
    assert abs(wide - high) > 10
    assert len(plan.sheet.cards) == seats
    assert plan.sea.within(plan.sheet.board) == plan.sea
    assert plan.sea.width >= 0.72 * wide


# Letters on a phone


@pytest.fixture(scope="module")
def written() -> Mapping[str, DrawnLetters]:
    return scenes_in_letters(GALLERY)


@pytest.mark.parametrize("scene", GALLERY.scenes)
def test_everything_on_a_picture_is_read_on_a_phone(scene: str, written: Mapping[str, DrawnLetters]) -> None:
    plan = layout(view(scene).board, len(view(scene).seats))
    assert len(written[scene].letters) > 30
    assert not too_small(written[scene], plan.sheet)


@pytest.mark.parametrize("scene", GALLERY.scenes)
def test_a_seat_has_one_letter_on_its_boat_and_its_card_and_the_names_stand_there_whole_or_shortened(
    scene: str, written: Mapping[str, DrawnLetters]
) -> None:
    shown, drawn = view(scene), written[scene]
    plan = layout(shown.board, len(shown.seats))
    for seat, box in zip(shown.seats, plan.sheet.cards, strict=True):
        mark = "ABCDEF"[seat.seat - 1]
        texts = [letter.text for letter in drawn.letters if letter.inside(box)]
        assert texts[0] == seat.letter == mark
        name = texts[1].removesuffix("…")
        assert shown_names(shown, GALLERY.names(scene))[seat.seat].startswith(name)
        at_sea = [letter.text for letter in drawn.letters if letter.inside(plan.sea)]
        assert at_sea.count(mark) >= seat.active


def on_cards(shown: PortFlowerView) -> list[str]:
    """Return the words on each card."""
    with recorded():
        drawn = letters_on(draw_position(shown, NAMES))
    cards = layout(shown.board, len(shown.seats)).sheet.cards
    return [" ".join(letter.text for letter in drawn.letters if letter.inside(box)) for box in cards]


def test_a_card_says_how_many_squares_off_the_next_buoy_is_as_far_as_it_has_room() -> None:
    shown = view("hit_and_sent_back")
    assert on_cards(shown)[:2] == ["A Ann 1/5, next in 3", "B Bosun Bo 2/5, next in 6 1"]
    armed = [seat.model_copy(update={"repellents": 12}) for seat in shown.seats]
    assert on_cards(shown.model_copy(update={"seats": armed}))[1] == "B Bosun Bo 2/5 12"


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
    x, y = 8 * SIDE, 2 * SIDE  # the corner of H6 and I7
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
        draw_position(scene.model_copy(update={"dice_left": left}), NAMES).crop(plan.sheet.headline)
        for left in (["N", "E", "S", "W"], ["N", "E", "S"])
    )
    reds = [sum(pixel == theme.ALARM for pixel in image.get_flattened_data()) for image in (fresh, used)]
    assert reds[0] == 0
    assert reds[1] > 20


@pytest.mark.parametrize("name", CHARTS)
@pytest.mark.parametrize("count", range(1, 7))
def test_boats_lie_in_rows_in_the_port_and_none_hides_the_letter_of_another(
    name: ChartName, count: int
) -> None:
    scene = view("start_six_in_port")
    port_squares = list(board(name).chart.port_squares)
    at_sea = [seat.model_copy(update={"position": "A1"}) for seat in scene.seats[count:]]
    crowd = scene.model_copy(
        update={"board": name, "port": port_squares, "seats": [*scene.seats[:count], *at_sea]}
    )
    plan = layout(name, 6)
    port, moored = plan.block(port_squares), [*moorings(plan, crowd)]
    assert len(moored) == count
    for _, _, (x, y), height in moored:
        assert height * 0.335 * 354 / 1200 > 7
        assert port.left <= x - height * 0.2 < x + height * 0.2 <= port.right
        assert port.top - height * 0.2 <= y - height / 2 < y + height / 2 <= port.bottom
    for (_, _, one, high), (_, _, other, _) in combinations(moored, 2):
        assert max(abs(one[0] - other[0]) / 0.6, abs(one[1] - other[1])) > 0.8 * high


def test_where_places_lie_too_far_apart_for_a_close_up_the_chart_has_the_numbers_of_the_menu() -> None:
    scene = view("ocean_heading_home").model_copy(update={"can_end": ["A1", "P12", "C9"]})
    plan = layout("ocean", len(scene.seats))
    assert render.draw(scene, NAMES).width == SHEET
    with recorded():
        drawn = letters_on(draw_position(scene, NAMES))
    assert not too_small(drawn, plan.sheet)
    at_sea = [letter for letter in drawn.letters if letter.inside(plan.sea)]
    for number, square in enumerate(scene.can_end, 1):
        assert str(number) in [letter.text for letter in at_sea if letter.inside(plan.block([square]))]


def test_who_chooses_sees_the_places_from_nearer_without_the_traces_of_others() -> None:
    scene = view("choices_at_sea")
    assert scene.can_end
    assert scene.traces
    assert render.draw(scene, NAMES).width < SHEET
    traceless = scene.model_copy(update={"traces": [], "earlier": []})
    assert all_seen(render.draw(scene, NAMES)) == all_seen(render.draw(traceless, NAMES))


def test_the_newest_turn_is_traced_strongly_and_those_before_it_by_thin_lines_without_bursts() -> None:
    scene = view("hit_and_sent_back")
    older = scene.model_copy(update={"traces": [], "earlier": scene.traces})
    bare = scene.model_copy(update={"traces": []})
    strong, faint, nothing = (draw_position(one, NAMES) for one in (scene, older, bare))
    sea = layout(scene.board, len(scene.seats)).sea

    def change(drawn: Canvas) -> int:
        differing = ImageChops.difference(drawn.crop(sea), nothing.crop(sea)).convert("L")
        return sum(differing.histogram()[24:])

    assert 0 < change(faint) < change(strong) / 4


def test_a_boat_put_back_on_the_square_it_was_hit_on_is_drawn_without_a_way_back() -> None:
    scene = view("hit_and_sent_back")
    struck = scene.traces[1].hits[0]
    shark = replace(scene.traces[1], hits=[replace(struck, placed=struck.at)])
    stayed = scene.model_copy(update={"traces": (scene.traces[0], shark)})
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
