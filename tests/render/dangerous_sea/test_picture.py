"""What the picture of The Dangerous Sea must not hide."""

from dataclasses import replace
from itertools import combinations, product

import pytest

from render.chart import COORDINATE, Box
from render.close_up import FAR, NAME, NEAR, SIZE, is_small, overlap
from render.dangerous_sea import draw_position
from render.dangerous_sea.close_up import edge_names, goes_on, paint_close_up, part_of
from render.dangerous_sea.layout import FIELD, FRAME, SEA, middle
from render.dangerous_sea.liveries import LIVERIES
from render.dangerous_sea.ships import moorings
from render.drawings import mark_height, mark_spot
from render.lettering import cap_height
from rules.dangerous_sea.board import CAPTAINS, FILE, NEIGHBOURS
from rules.dangerous_sea.view import SeaView
from rules.dangerous_sea.wake import Drift, Wake
from tests.render.dangerous_sea.scenes import view
from tests.render.gallery import NAMES


def marks(scene: SeaView) -> dict[str, Box]:
    """Where on the picture the number of each captain is, by captain."""
    found: dict[str, Box] = {}
    for captain, (spot, height) in moorings(scene).items():
        half = mark_height(LIVERIES[captain].ship, height) / 2
        x, y = mark_spot(LIVERIES[captain].ship, height, spot)
        found[captain] = Box(round(x - half), round(y - half), round(x + half), round(y + half))
    return found


def gathered(scene: SeaView, square: str, count: int) -> SeaView:
    """The scene with so many captains on one square, and the others off the board."""
    ships = [
        ship.model_copy(update={"at": square if number < count else None, "out": False})
        for number, ship in enumerate(scene.ships)
    ]
    return scene.model_copy(update={"ships": ships})


@pytest.mark.parametrize("count", range(1, len(CAPTAINS) + 1))
def test_the_blades_of_a_battle_hide_no_number(count: int) -> None:
    scene = gathered(view("storm"), "F6", count)
    calm = scene.model_copy(update={"wake": replace(scene.wake, battles=[], haunted=[])})
    fought = replace(scene.wake, battles=["F6"], haunted=[scene.ships[0].seat])
    with_blades = draw_position(scene.model_copy(update={"wake": fought}), NAMES)
    without = draw_position(calm, NAMES)
    assert with_blades.tobytes() != without.tobytes()
    for box in marks(scene).values():
        assert with_blades.crop(box).tobytes() == without.crop(box).tobytes()


@pytest.mark.parametrize("count", range(1, len(CAPTAINS) + 1))
def test_the_cross_of_a_captain_who_is_out_hides_no_number(count: int) -> None:
    scene = gathered(view("storm"), "F6", count)
    ships = [ship.model_copy(update={"out": True}) for ship in scene.ships]
    crossed = draw_position(scene.model_copy(update={"ships": ships}), NAMES)
    without = draw_position(scene, NAMES)
    assert crossed.tobytes() != without.tobytes()
    for box in marks(scene).values():
        assert crossed.crop(box).tobytes() == without.crop(box).tobytes()


def test_the_names_in_the_border_can_be_read_on_the_close_up_of_the_longest_way() -> None:
    assert not is_small(cap_height(COORDINATE), Box(0, 0, *FAR))


@pytest.mark.parametrize("corner", FILE.starts.corners)
def test_no_name_at_the_edge_hides_the_number_of_a_ship_in_a_corner(corner: str) -> None:
    scene = gathered(view("first_turn"), corner, 1)
    scene = scene.model_copy(update={"wake": replace(scene.wake, path=[], revealed=[corner])})
    part = part_of(scene)
    assert part is not None
    high = cap_height(NAME) * part.width / SIZE[0]
    for _, (x, y) in edge_names(part):
        top, left = max(part.top, y - high), max(part.left, x - high)
        plate = Box(round(left), round(top), round(left + 2 * high), round(top + 2 * high))
        for mark in marks(scene).values():
            across = plate.left < mark.right and mark.left < plate.right
            assert not (across and plate.top < mark.bottom and mark.top < plate.bottom)


@pytest.mark.parametrize(("wide", "high"), [NEAR, FAR])
def test_names_at_the_edges_lie_over_no_other_wherever_the_close_up_begins(wide: int, high: int) -> None:
    corners = set()
    for left, top in product(range(0, FIELD, 3), repeat=2):
        part = Box(SEA.left + left, SEA.top + top, SEA.left + left + wide, SEA.top + top + high)
        names = edge_names(part)
        assert not any(overlap(one, other, part) for one, other in combinations(names, 2))
        corners.add(names[0].text)
    assert {"A", "A1", "B"} <= corners


@pytest.mark.parametrize("at", ["A6", "L6", "F1", "F12", *FILE.starts.corners])
def test_the_close_up_of_a_ship_at_an_edge_shows_what_lies_across_it(at: str) -> None:
    scene = view("choosing")
    ships = [ship.model_copy(update={"at": at if ship.active else None}) for ship in scene.ships]
    beside = [*NEIGHBOURS[at].values()]
    known = {**scene.tiles, at: "sea", **dict.fromkeys(beside, "sea")}
    plain = scene.model_copy(
        update={"ships": ships, "tiles": known, "targets": beside, "courses": {}, "wake": Wake()}
    )
    shown = _close_up(plain)
    for square in beside:
        assert _close_up(plain.model_copy(update={"tiles": {**known, square: "rocky"}})) != shown


def _close_up(scene: SeaView) -> bytes:
    shown = paint_close_up(draw_position(scene, NAMES), scene)
    assert shown is not None
    return shown.data


@pytest.mark.parametrize("at", ["A12", "F11"])
def test_the_close_up_of_a_storm_shows_where_the_ship_lies_that_is_asked_what_it_takes(at: str) -> None:
    scene = view("storm")
    drifts = [Drift(seat=2, start="D5", to="E5"), Drift(seat=3, start="K2", to="L2")]
    first = scene.ships[0].model_copy(update={"at": at})
    asked = {"asked": "landing", "awaited": [first.seat], "wake": Wake(wind="E", drifts=drifts)}
    part = part_of(scene.model_copy(update={**asked, "ships": [first, *scene.ships[1:]]}))
    assert part is not None
    x, y = middle(at)
    assert part.left < x < part.right
    assert part.top < y < part.bottom


def test_a_way_in_the_middle_of_the_sea_is_shown_as_it_is_drawn() -> None:
    scene = view("first_turn")
    scene = scene.model_copy(update={"wake": replace(scene.wake, path=["F6", "F7"], revealed=["F7"])})
    part = part_of(scene)
    assert part is not None
    assert not goes_on(part)
    assert FRAME.left <= part.left
    assert part.bottom <= FRAME.bottom
