"""Things that the picture of The Dangerous Sea must not cover."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from render.chart import Box
from render.dangerous_sea import draw_position
from render.dangerous_sea.close_up import axes, paint_close_up, part_of
from render.dangerous_sea.layout import HIGH, KEY, SEA, WIDE, lies, middle
from render.dangerous_sea.liveries import LIVERIES
from render.dangerous_sea.ships import ALONE, moorings
from render.drawings import mark_height, mark_spot
from render.pieces import PLATE
from rules.dangerous_sea.board import CAPTAINS, FILE, NEIGHBOURS
from rules.dangerous_sea.shown.traces import Course, Traces
from rules.dangerous_sea.shown.view import SeaView
from tests.render.dangerous_sea.scenes import GALLERY, view
from tests.render.gallery import NAMES
from tests.render.letters import DrawnLetters, scenes_in_letters, too_small


@pytest.fixture(scope="module")
def written() -> Mapping[str, DrawnLetters]:
    return scenes_in_letters(GALLERY)


@pytest.mark.parametrize("scene", GALLERY.scenes)
def test_everything_on_a_picture_is_read_on_a_phone(scene: str, written: Mapping[str, DrawnLetters]) -> None:
    assert len(written[scene].letters) > 30
    assert not too_small(written[scene], lies(len(view(scene).ships)))


@pytest.mark.parametrize("seats", range(2, 5))
def test_the_sea_lies_on_a_sheet_for_a_phone_with_a_card_for_each_captain(seats: int) -> None:
    sheet = lies(seats)
    wide, high = sheet.size
    assert 0.85 * wide <= high <= 1.2 * wide
    assert abs(wide - high) > 10
    assert len(sheet.cards) == seats
    assert SEA.within(sheet.board) == SEA


def test_the_signs_on_islands_and_cards_are_explained_below_the_sea(
    written: Mapping[str, DrawnLetters],
) -> None:
    key = [letter.text for letter in written["sailing"].letters if letter.inside(KEY)]
    assert key == ["sailors", "food", "water", "stone", "rocks", "plague", "slow"]


def marks(scene: SeaView) -> dict[str, Box]:
    """Return the position of each captain's letter on the picture."""
    found: dict[str, Box] = {}
    for captain, mooring in moorings(scene).items():
        ship = LIVERIES[captain].ship
        half = (PLATE[1] - 8) / 2 if mooring.crowded else mark_height(ship, ALONE) / 2
        x, y = mooring.at if mooring.crowded else mark_spot(ship, ALONE, mooring.at)
        found[captain] = Box(round(x - half), round(y - half), round(x + half), round(y + half))
    return found


def gathered(scene: SeaView, square: str, count: int) -> SeaView:
    """Return the scene with `count` captains on one square, and the others off the board."""
    ships = [
        ship.model_copy(update={"at": square if number < count else None, "out": False})
        for number, ship in enumerate(scene.ships)
    ]
    return scene.model_copy(update={"ships": ships})


@pytest.mark.parametrize("count", range(1, len(CAPTAINS) + 1))
def test_the_blades_of_a_battle_hide_no_letter(count: int) -> None:
    scene = gathered(view("storm"), "F6", count)
    calm = scene.model_copy(update={"traces": replace(scene.traces, battles=[], haunted=[])})
    fought = replace(scene.traces, battles=["F6"], haunted=[scene.ships[0].seat])
    with_blades = draw_position(scene.model_copy(update={"traces": fought}), NAMES)
    without = draw_position(calm, NAMES)
    assert with_blades.tobytes() != without.tobytes()
    for box in marks(scene).values():
        assert with_blades.crop(box).tobytes() == without.crop(box).tobytes()


@pytest.mark.parametrize("count", range(1, len(CAPTAINS) + 1))
def test_the_cross_of_a_captain_who_is_out_hides_no_letter(count: int) -> None:
    scene = gathered(view("storm"), "F6", count)
    ships = [ship.model_copy(update={"out": True}) for ship in scene.ships]
    crossed = draw_position(scene.model_copy(update={"ships": ships}), NAMES)
    without = draw_position(scene, NAMES)
    assert (crossed.tobytes() != without.tobytes()) == (count == 1)
    for box in marks(scene).values():
        assert crossed.crop(box).tobytes() == without.crop(box).tobytes()


@pytest.mark.parametrize("at", ["A6", "L6", "F1", "F12", *FILE.starts.corners])
def test_the_close_up_of_a_ship_at_an_edge_shows_what_lies_across_it(at: str) -> None:
    scene = view("choosing")
    ships = [ship.model_copy(update={"at": at if ship.active else None}) for ship in scene.ships]
    beside = [*NEIGHBOURS[at].values()]
    known = {**scene.tiles, at: "sea", **dict.fromkeys(beside, "sea")}
    plain = scene.model_copy(
        update={"ships": ships, "tiles": known, "targets": beside, "courses": {}, "traces": Traces()}
    )
    shown = _close_up(plain)
    for square in beside:
        assert _close_up(plain.model_copy(update={"tiles": {**known, square: "rocky"}})) != shown


def _close_up(scene: SeaView) -> bytes:
    shown = paint_close_up(draw_position(scene, NAMES), scene)
    assert shown is not None
    return shown.data


@pytest.mark.parametrize("at", ["A1", "F6", "L12"])
def test_the_close_up_has_the_ship_in_its_middle_and_names_every_column_and_row_around_it(at: str) -> None:
    scene = view("choosing")
    ships = [ship.model_copy(update={"at": at if ship.active else None}) for ship in scene.ships]
    here = scene.model_copy(update={"ships": ships, "targets": [*NEIGHBOURS[at].values()], "courses": {}})
    part = part_of(here)
    assert part is not None
    x, y = middle(at)
    assert abs(part.centre[0] - x) < WIDE
    assert abs(part.centre[1] - y) < HIGH
    named = axes(part)
    squares = {f"{column}{row}" for column, _ in named.columns for row, _ in named.rows}
    assert {at, *here.targets} <= squares


def test_nobody_who_does_not_choose_gets_a_close_up() -> None:
    assert part_of(view("storm")) is None


def test_ways_of_earlier_turns_are_told_from_the_newest() -> None:
    scene = view("sailing")
    newest = draw_position(scene, NAMES)
    faint = draw_position(scene.model_copy(update={"traces": Traces(earlier=_courses(scene))}), NAMES)
    bare = draw_position(scene.model_copy(update={"traces": Traces()}), NAMES)
    assert len({newest.tobytes(), faint.tobytes(), bare.tobytes()}) == 3


def _courses(scene: SeaView) -> list[Course]:
    assert scene.traces.seat is not None
    return [Course(seat=scene.traces.seat, path=scene.traces.path)]
