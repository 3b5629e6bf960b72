import io

import pytest
from PIL import Image

import render
from tests.render.likeness import unlikeness
from tests.render.scenes import GOLDEN, NAMES, SCENES, picture, thumbnail, view

MEAN, RARE = 2.0, 20
"""Another build of the same libraries stays far below these; a boat on the wrong square is far above."""


def opened(drawn: render.Picture) -> Image.Image:
    return Image.open(io.BytesIO(drawn.data))


@pytest.mark.parametrize("scene", SCENES)
def test_a_scene_looks_like_its_golden_picture(scene: str) -> None:
    small = thumbnail(opened(picture(scene)))
    golden = Image.open(GOLDEN / f"{scene}.png")
    assert golden.size == small.size
    mean, rare = unlikeness(small, golden)
    assert mean < MEAN, f"look at it, then: python -m tests.render.refresh (mean {mean:.2f})"
    assert rare < RARE, f"look at it, then: python -m tests.render.refresh (rare {rare})"


def test_a_boat_on_another_square_does_not_pass_for_its_golden_picture() -> None:
    scene = view("hit_and_sent_back")
    moved = scene.seats[3].model_copy(update={"position": "H4"})
    other = scene.model_copy(update={"seats": [*scene.seats[:3], moved]})
    small = thumbnail(opened(render.draw(other, NAMES)))
    _, rare = unlikeness(small, Image.open(GOLDEN / "hit_and_sent_back.png"))
    assert rare > 2 * RARE


def test_no_golden_is_left_over_from_a_scene_that_is_gone() -> None:
    assert sorted(path.stem for path in GOLDEN.glob("*.png")) == SCENES
