"""The picture of the bay: what must not be covered, and what a phone must still show."""

import math
from collections.abc import Mapping
from itertools import combinations

import pytest

from render.canvas import Canvas, Pasted, Stroke
from render.chart import Box
from render.kraken_bay import draw_position
from render.kraken_bay.afloat import stray_ship
from render.kraken_bay.close_up import paint_close_up, part_of
from render.kraken_bay.layout import LETTERED, PLATE, SEA, SHIP, edges, lies, middle, on_clock, stands
from render.kraken_bay.liveries import LIVERIES
from render.kraken_bay.margins import ENTRY
from render.kraken_bay.sheet import lane_letter
from render.lettering import BOLD_8, BOLD_11, cap_height, width
from render.pieces import Spot, disc_size
from rules.kraken_bay.board import CELLS, FILE, Space
from rules.kraken_bay.shown.view import BayView
from rules.kraken_bay.tables import STRAYS
from tests.render.gallery import NAMES
from tests.render.kraken_bay.scenes import GALLERY, view
from tests.render.letters import DrawnLetters, scenes_in_letters, too_small


@pytest.fixture(scope="module")
def written() -> Mapping[str, DrawnLetters]:
    return scenes_in_letters(GALLERY)


# Letters on a phone


@pytest.mark.parametrize("scene", GALLERY.scenes)
def test_everything_on_a_picture_is_read_on_a_phone(scene: str, written: Mapping[str, DrawnLetters]) -> None:
    assert len(written[scene].letters) > 25
    assert not too_small(written[scene], lies(len(view(scene).ships)))


@pytest.mark.parametrize("ships", range(7))
def test_the_bay_lies_on_a_sheet_for_a_phone_with_a_card_for_each_ship(ships: int) -> None:
    sheet = lies(ships)
    wide, high = sheet.size
    assert 0.85 * wide <= high <= 1.2 * wide
    assert abs(wide - high) > 10
    assert len(sheet.cards) == (ships or 6)
    assert SEA.within(sheet.board) == SEA


def test_a_hungry_ship_s_ration_is_on_its_card_however_much_else_it_has(
    written: Mapping[str, DrawnLetters],
) -> None:
    """In this scene, all crew and treasure have two digits."""
    scene = view("longest_names")
    for box, ship in zip(lies(6).cards, scene.ships, strict=True):
        line = [
            one for one in written["longest_names"].letters if one.inside(box) and one.top > box.centre[1]
        ]
        told = [one.text for one in sorted(line, key=lambda one: one.left) if one.style == BOLD_11]
        if ship.status == "in":
            assert told[-3:] == [str(ship.crew), str(ship.treasure), str(ship.ration)]


# Nothing important is covered


def crowd(scene: BayView, space: Space, others: int) -> BayView:
    """A ship on a space with `others` other pieces."""
    ship = scene.ships[0].model_copy(update={"at": space, "tow": None})
    stray = scene.strays[0].model_copy(update={"status": "adrift", "at": space})
    return scene.model_copy(
        update={
            "ships": [ship],
            "strays": [stray] if others > 0 else [],
            "chits": {space: "crew"} if others > 1 else {},
            "tentacles": [space] if others > 2 else [],
            "bombs": [],
        }
    )


@pytest.mark.parametrize("others", range(4))
def test_whatever_shares_a_space_lies_within_it_apart_from_each_other(others: int) -> None:
    for space, cell in CELLS.items():
        lie = stands(crowd(view("two_ships"), space, others))
        spots = [*lie.spots.values()]
        assert len(spots) == others + 1
        inner, outer = edges(cell.ring)
        for x, y in spots:
            centre = middle("MOUTH")
            assert inner < math.dist((x, y), centre) < outer
            turn = math.degrees(math.atan2(x - centre[0], centre[1] - y))
            assert abs((turn - cell.angle_deg + 180) % 360 - 180) < cell.half_width_deg
        # In a crowded space of the innermost lane, a third of each piece stays visible.
        assert all(math.dist(one, other) > 12 for one, other in combinations(spots, 2)), space


def ship_letter(space: Space, others: int) -> tuple[str, Spot, bool]:
    scene = crowd(view("two_ships"), space, others)
    lie = stands(scene)
    return scene.ships[0].letter, lie.spots[scene.ships[0].id], space in lie.crowded


@pytest.mark.parametrize("others", range(3))
def test_ships_hide_no_letter_of_a_lane(others: int) -> None:
    half = width("H", BOLD_8) / 2, cap_height(BOLD_8) / 2
    for space in CELLS:
        _, (x, y), crowded = ship_letter(space, others)
        reach = PLATE / 2 if crowded else SHIP * 0.3
        for lane in FILE.lanes:
            for degrees in LETTERED[lane.kind]:
                letter = on_clock(degrees, sum(edges(lane.number)) / 2)
                apart = abs(x - letter[0]) - reach - half[0], abs(y - letter[1]) - reach - half[1]
                assert max(apart) > -6, (space, lane.letter)


def strokes_in(canvas: Canvas, box: Box) -> list[Stroke]:
    """Return the pixels in a part of the picture."""
    return [
        one
        for one in canvas.strokes
        if box.left <= one.left and one.right <= box.right and box.top <= one.top and one.bottom <= box.bottom
    ]


def overlap(one: Stroke, other: Stroke) -> bool:
    across = one.left < other.right and other.left < one.right
    return across and one.top < other.bottom and other.top < one.bottom


@pytest.mark.parametrize(("time", "marks"), [(15, (13, 11, 9, 7)), (10, (9, 7, 5, 3))])
def test_off_course_ships_that_wait_cover_neither_words_nor_tracks(time: int, marks: tuple[int, ...]) -> None:
    scene = view("start_of_six")
    waiting = [
        stray.model_copy(update={"status": "waiting", "at": None, "enters": mark})
        for stray, mark in zip(scene.strays, marks, strict=True)
    ]
    changes = {"time": time, "full_time": time, "health": time, "full_health": time, "strays": waiting}
    canvas = draw_position(scene.model_copy(update=changes), NAMES)
    drawn = strokes_in(canvas, Box(SEA.left, SEA.top, SEA.left + 180, SEA.bottom - 230))
    images = [stray_ship(name, ENTRY) for name in STRAYS]
    ships = [one for one in drawn if isinstance(one, Pasted) and any(one.what is image for image in images)]
    others = [one for one in drawn if one not in ships]
    assert len(ships) == 4
    assert len(others) >= 1 + time
    assert not [one for one in ships for other in others if overlap(one, other)]


def test_bursts_lie_below_everything_that_floats() -> None:
    """A position has the same pieces with and without traces. The pieces are drawn last."""
    scene = view("earlier_turns")
    drawn = draw_position(scene, NAMES).strokes
    calm = draw_position(scene.model_copy(update={"traces": [], "earlier": []}), NAMES).strokes
    pieces = [one for one in calm if SEA.top <= one.top and one.bottom <= SEA.bottom][-12:]
    above = drawn[[*drawn].index(pieces[0]) :]
    assert [one for one in above if SEA.top <= one.top and one.bottom <= SEA.bottom] == pieces


# The newest turns


def test_ways_of_earlier_turns_are_told_from_the_newest() -> None:
    scene = view("busy_turn")
    newest = draw_position(scene, NAMES)
    faint = draw_position(scene.model_copy(update={"traces": [], "earlier": scene.traces}), NAMES)
    bare = draw_position(scene.model_copy(update={"traces": []}), NAMES)
    assert len({newest.tobytes(), faint.tobytes(), bare.tobytes()}) == 3


# The choosing player's view


def test_the_close_up_shows_all_places_of_the_menu_and_nothing_else_is_numbered() -> None:
    scene = view("near")
    part = part_of(scene)
    assert part is not None
    assert set(scene.numbers) == {*scene.courses, *(target.at for target in scene.targets)}
    for space in scene.numbers:
        x, y = stands(scene).spots[f"number {space}"]
        assert part.left < x < part.right
        assert part.top < y < part.bottom
    assert paint_close_up(draw_position(scene, NAMES), scene) is not None


def test_the_close_up_shows_whole_letters_of_lanes_and_of_each_lane_that_has_room_there() -> None:
    scene = view("near")
    part = part_of(scene)
    assert part is not None
    lanes = {
        id(letter): lane.letter for lane in FILE.lanes for letter in [lane_letter(lane.letter, lane.number)]
    }
    seen = [
        stroke
        for stroke in strokes_in(draw_position(scene, NAMES), SEA)
        if isinstance(stroke, Pasted) and stroke.itself in lanes
    ]
    boxes = [(lanes[one.itself], Box(one.left, one.top, one.right, one.bottom)) for one in seen]
    assert {lane for lane, box in boxes if box.within(part) == box} == {*"ABCDEFGH"}
    # The other ships are completely outside.
    assert all(
        min(box.within(part).width, box.within(part).height) <= 0
        for _, box in boxes
        if box.within(part) != box
    )


def test_who_can_reach_most_of_the_bay_gets_the_chart_with_the_numbers(
    written: Mapping[str, DrawnLetters],
) -> None:
    scene = view("choosing")
    assert part_of(scene) is None
    there = [one.text for one in written["choosing"].letters if one.inside(SEA) and one.text.isdecimal()]
    assert {*map(str, scene.numbers.values())} <= {*there}
    assert part_of(view("earlier_turns")) is None


def test_numbers_hide_neither_each_other_nor_a_ship_s_letter() -> None:
    """A number may cover the rim of a neighbouring disc, but not the digits on it."""
    scene = view("choosing")
    spots = stands(scene).spots
    digits = {
        space: (*spots[f"number {space}"], width(str(number), BOLD_8), cap_height(BOLD_8))
        for space, number in scene.numbers.items()
    }
    digits |= {ship.id: (*spots[ship.id], 30, cap_height(BOLD_8)) for ship in scene.ships if ship.id in spots}
    assert {ship.id for ship in scene.ships if ship.status == "in"} <= digits.keys()
    assert {LIVERIES[ship.id].letter for ship in scene.ships} == {"E", "C", "F", "P"}
    for (one, (x, y, wide, high)), (other, (left, top, across, down)) in combinations(digits.items(), 2):
        apart = abs(x - left) - (wide + across) / 2, abs(y - top) - (high + down) / 2
        assert max(apart) > -1, (one, other)


def test_a_disc_of_two_digits_is_narrower_than_a_space_of_the_red_water() -> None:
    assert disc_size("88", BOLD_8)[0] < 2 * edges(8)[0]
