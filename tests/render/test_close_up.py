"""The close-up beside a chart: what it is cut from, and that a phone shows its names."""

from collections.abc import Sequence

import pytest
from PIL import Image

from render.chart import Box
from render.close_up import FAR, NAME, NEAR, SIZE, Name, close_up, region
from render.encode import palette_of
from render.lettering import cap_height
from render.pieces import Spot
from rules.acrana.view import AcranaView
from rules.dangerous_sea.view import SeaView
from rules.engine.game import View
from tests.render.galleries import GALLERIES
from tests.render.gallery import Gallery, opened

WATER = Box(100, 80, 1100, 900)
PHONE = 400
"""Pixels across."""
ELEVEN = 11
"""Pixels that capitals are high."""


def test_its_names_are_eleven_pixels_high_on_a_phone() -> None:
    assert cap_height(NAME) * PHONE / SIZE[0] >= ELEVEN


def test_a_short_way_is_shown_at_twice_the_scale_in_the_middle() -> None:
    part = region([(500, 400), (560, 440)], 60, WATER)
    assert part is not None
    assert (part.width, part.height) == NEAR
    assert (SIZE[0] / part.width, SIZE[1] / part.height) == (2, 2)
    assert part.centre == (530, 420)


@pytest.mark.parametrize("way", [[(110, 90)], [(1090, 890), (1080, 700)], [(300, 85), (690, 85)]])
def test_all_of_the_way_is_shown_and_nothing_but_water(way: list[Spot]) -> None:
    part = region(way, 60, WATER)
    assert part is not None
    assert WATER.left <= part.left < part.right <= WATER.right
    assert WATER.top <= part.top < part.bottom <= WATER.bottom
    assert all(part.left <= x <= part.right and part.top <= y <= part.bottom for x, y in way)


def test_of_a_way_across_the_whole_chart_the_end_is_shown() -> None:
    way = [(150.0, 150.0), (600.0, 500.0), (900.0, 700.0), (1000.0, 800.0)]
    part = region(way, 60, WATER)
    assert part is not None
    assert part.width <= FAR[0]
    assert part.left < way[-2][0] < way[-1][0] <= part.right


def test_without_a_way_there_is_nothing_to_show() -> None:
    assert region([], 60, WATER) is None


def test_names_within_the_part_are_written_and_the_drawing_stays_as_it_was() -> None:
    palette = palette_of([(255, 255, 255), (38, 50, 63), (0, 0, 0)])
    drawing = Image.new("RGB", (1200, 1000), "white")
    before = drawing.tobytes()
    part = Box(100, 100, 500, 400)
    bare = close_up(drawing, part, [], palette)
    assert close_up(drawing, part, [Name("K9", (600, 600))], palette) == bare
    assert close_up(drawing, part, [Name("K9", (300, 200))], palette) != bare
    assert drawing.tobytes() == before


def _moves(view: View) -> Sequence[object]:
    """What the view tells of the last turn."""
    if isinstance(view, AcranaView):
        return view.traces
    if isinstance(view, SeaView):
        wake = view.wake
        return [*wake.path, *wake.revealed, *wake.battles, *wake.drifts, *wake.ghost]
    return getattr(view, "wake", ())


@pytest.mark.parametrize("gallery", GALLERIES, ids=repr)
def test_every_scene_in_which_something_moved_has_one(gallery: Gallery[View]) -> None:
    found = 0
    for scene in gallery.scenes:
        near = gallery.picture(scene).close_up
        assert (near is not None) == bool(_moves(gallery.view(scene))), scene
        if near is not None:
            found += 1
            assert opened(near).size == SIZE == (near.width, near.height)
    assert found > len(gallery.scenes) // 4
