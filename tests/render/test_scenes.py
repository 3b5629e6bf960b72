"""Laws for the picture of every scene of every game."""

from importlib import import_module

import pytest

import render
from rules.engine.game import View
from rules.engine.registry import game
from rules.engine.wording import ENDED
from tests.pictures import all_seen, seen
from tests.render.acrana.scenes import GALLERY as ACRANA
from tests.render.galleries import GALLERIES
from tests.render.gallery import LARGEST, NAMES, Gallery, opened
from tests.render.port_flower.scenes import GALLERY as PORT_FLOWER
from tests.render.privateer.scenes import GALLERY as PRIVATEER

WIDEST = 1200
MEAN, RARE = 2.0, 20
"""The maximum differences. Other builds of the libraries are far below, a boat on a wrong square above."""

of_every_game = pytest.mark.parametrize("gallery", GALLERIES, ids=repr)
every_scene = pytest.mark.parametrize(
    ("gallery", "scene"),
    [
        pytest.param(gallery, scene, id=f"{gallery}-{scene}")
        for gallery in GALLERIES
        for scene in gallery.scenes
    ],
)


@every_scene
def test_a_picture_is_a_png_of_its_stated_size_and_within_its_budget(
    gallery: Gallery[View], scene: str
) -> None:
    drawn = gallery.picture(scene)
    image = opened(drawn)
    image.load()
    assert (image.format, image.mode) == ("PNG", "P")
    assert image.size == (drawn.width, drawn.height)
    assert drawn.width <= WIDEST
    assert len(drawn.data) <= LARGEST


@every_scene
def test_drawing_does_not_change_the_view(gallery: Gallery[View], scene: str) -> None:
    before = gallery.view(scene)
    after = before.model_copy(deep=True)
    render.draw(after, gallery.names(scene))
    assert after == before


@of_every_game
def test_drawing_leaves_no_trace_on_the_next_picture(gallery: Gallery[View]) -> None:
    first, other, *_ = gallery.scenes
    before = all_seen(render.draw(gallery.view(first), NAMES))
    render.draw(gallery.view(other), NAMES)
    assert all_seen(render.draw(gallery.view(first), NAMES)) == before


@every_scene
def test_what_a_game_master_has_ended_waits_for_nobody(gallery: Gallery[View], scene: str) -> None:
    stopped = gallery.view(scene).model_copy(update={"stopped": True})
    caption, names = import_module(f"rules.{gallery.game}.shown.caption"), gallery.names(scene)
    assert caption.title(stopped, names) == ENDED
    told = game(gallery.game).describe(stopped, names)
    assert f"{ENDED}." in told
    assert caption.title(gallery.view(scene), names) not in told


@of_every_game
def test_the_picture_of_an_ended_game_marks_nobody_s_turn(gallery: Gallery[View]) -> None:
    scene = gallery.scenes[0]
    running = render.draw(gallery.view(scene), NAMES)
    stopped = render.draw(gallery.view(scene).model_copy(update={"stopped": True}), NAMES)
    assert seen(stopped.data) != seen(running.data)


# Golden pictures


@every_scene
def test_a_scene_looks_like_its_golden_picture(gallery: Gallery[View], scene: str) -> None:
    drawn = gallery.picture(scene)
    mean, rare = gallery.unlikeness(scene, drawn)
    advice = f"look at it, then: python -m tests.render.refresh {gallery.game} (mean {mean:.2f}, rare {rare})"
    assert (mean < MEAN, rare < RARE) == (True, True), advice


@of_every_game
def test_no_golden_is_left_over_from_a_scene_that_is_gone(gallery: Gallery[View]) -> None:
    assert sorted(path.stem for path in gallery.golden.glob("*.png")) == gallery.scenes


def test_a_boat_on_another_square_does_not_pass_for_its_golden_picture() -> None:
    scene = PORT_FLOWER.view("hit_and_sent_back")
    moved = scene.seats[3].model_copy(update={"position": "H4"})
    other = scene.model_copy(update={"seats": [*scene.seats[:3], moved]})
    _, rare = PORT_FLOWER.unlikeness("hit_and_sent_back", render.draw(other, NAMES))
    assert rare > 2 * RARE


def test_a_ship_on_another_square_does_not_pass_for_its_golden_picture() -> None:
    scene = ACRANA.view("sent_home")
    ships = [ship.model_copy(update={"square": 60}) if ship.name == "D1" else ship for ship in scene.ships]
    other = render.draw(scene.model_copy(update={"ships": ships}), ACRANA.names("sent_home"))
    _, rare = ACRANA.unlikeness("sent_home", other)
    assert rare > 2 * RARE


def test_a_ship_on_another_hex_does_not_pass_for_its_golden_picture() -> None:
    scene = PRIVATEER.view("busy_turn")
    ships = [ship.model_copy(update={"hex": "G2"}) if ship.id == "green1" else ship for ship in scene.ships]
    other = render.draw(scene.model_copy(update={"ships": ships}), NAMES)
    _, rare = PRIVATEER.unlikeness("busy_turn", other)
    assert rare > 2 * RARE
