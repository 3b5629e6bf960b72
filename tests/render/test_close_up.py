"""The close-up beside a chart: what it is cut from, and that a phone shows its names."""

import math
import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeAlias

import pytest
from PIL import Image

import render
from render.chart import Box
from render.close_up import FAR, NAME, NEAR, SIZE, Name, close_up, region
from render.encode import palette_of
from render.lettering import cap_height
from render.pieces import Spot
from render.port_flower.course import choices as spots_of_choices
from render.port_flower.layout import layout
from rules.acrana.view import AcranaView
from rules.dangerous_sea.view import SeaView
from rules.engine.chance import Chance, QuickStream
from rules.engine.event import told_to
from rules.engine.game import AnyGame, View
from rules.engine.registry import game
from rules.port_flower.view import PortFlowerView
from tests.render.galleries import GALLERIES
from tests.render.gallery import NAMES, Gallery, opened

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
    """What the view tells of the last turn, or of what can be reached."""
    if isinstance(view, AcranaView):
        return view.traces
    if isinstance(view, SeaView):
        wake = view.wake
        return [*wake.path, *wake.revealed, *wake.battles, *wake.drifts, *wake.ghost]
    if isinstance(view, PortFlowerView):
        return [*view.wake, *view.can_end]
    return getattr(view, "wake", ())


# What can be reached


Position: TypeAlias = tuple[AnyGame, View]


@cache
def choices(slug: str) -> Sequence[Position]:
    """Views of who chooses among places, in a game of players who choose by chance."""
    rules, luck = game(slug), random.Random(3)
    chance = Chance(QuickStream(luck))
    state, told = rules.start(rules.options.model_validate(NOT_SILENT.get(slug, {})), 3, chance)
    found: list[Position] = []
    for step in range(200):
        if rules.outcome(state) is not None:
            break
        decision = rules.decisions(state)[0]
        if step % 6 == 0:
            view = rules.view_to_choose(state, decision.seat, told_to(told[-12:], decision.seat))
            found += [(rules, view)] if rules.reach(view) else []
        action = rules.resolve(state, decision.seat, luck.choice(decision.actions))
        told += rules.apply(state, decision.seat, action, chance)
    return found


NOT_SILENT: Mapping[str, Mapping[str, object]] = {"privateer": {"silent_dice": False}}
"""Options of games that tell nothing of what dice do unless they are chosen."""

of_every_chart = pytest.mark.parametrize("slug", [gallery.game for gallery in GALLERIES])


@of_every_chart
def test_who_chooses_sees_from_nearer_what_can_be_reached(slug: str) -> None:
    assert choices(slug)
    for rules, view in choices(slug)[:4]:
        near = render.draw(view, NAMES).close_up
        assert near is not None
        assert opened(near).size == SIZE
        assert len(rules.reach(view)) > 20


@of_every_chart
def test_chart_and_close_up_together_are_half_as_large_again_at_the_most(slug: str) -> None:
    pictures = [render.draw(view, NAMES) for _, view in choices(slug)[:4]]
    pictures += [
        gallery.picture(scene) for gallery in GALLERIES if gallery.game == slug for scene in gallery.scenes
    ]
    pairs = [(len(picture.data), len(picture.close_up.data)) for picture in pictures if picture.close_up]
    charts, nears = (sum(sizes) for sizes in zip(*pairs, strict=True))
    assert nears <= charts / 2


def test_the_numbers_of_the_menu_stand_on_the_squares_and_beside_the_boats() -> None:
    for _, view in choices("port_flower"):
        assert isinstance(view, PortFlowerView)
        plan = layout(view.board, len(view.seats))
        spots = spots_of_choices(plan, view)
        assert list(spots) == view.can_end
        taken = {*view.sharks, *(seat.position for seat in view.seats)}
        for square, (x, y) in spots.items():
            middle = plan.middle(square)
            away = math.dist((x, y), middle)
            assert (away > plan.field / 3) == (square in taken)
            assert away < plan.field * 0.6


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
