import io

import pytest
from PIL import Image

import render
from tests.render.likeness import unlikeness
from tests.render.privateer.scenes import GOLDEN, NAMES, SCENES, picture, view
from tests.render.scenes import thumbnail
from tests.render.test_golden_pictures import MEAN, RARE


def opened(drawn: render.Picture) -> Image.Image:
    return Image.open(io.BytesIO(drawn.data))


@pytest.mark.parametrize("scene", SCENES)
def test_a_scene_of_the_battle_looks_like_its_golden_picture(scene: str) -> None:
    small = thumbnail(opened(picture(scene)))
    golden = Image.open(GOLDEN / f"{scene}.png")
    assert golden.size == small.size
    mean, rare = unlikeness(small, golden)
    assert mean < MEAN, f"look at it, then: python -m tests.render.privateer.refresh (mean {mean:.2f})"
    assert rare < RARE, f"look at it, then: python -m tests.render.privateer.refresh (rare {rare})"


def test_a_ship_on_another_hex_does_not_pass_for_its_golden_picture() -> None:
    scene = view("busy_turn")
    ships = [ship.model_copy(update={"hex": "G2"}) if ship.id == "green1" else ship for ship in scene.ships]
    small = thumbnail(opened(render.draw(scene.model_copy(update={"ships": ships}), NAMES)))
    _, rare = unlikeness(small, Image.open(GOLDEN / "busy_turn.png"))
    assert rare > 2 * RARE


def test_no_golden_of_the_battle_is_left_over_from_a_scene_that_is_gone() -> None:
    assert sorted(path.stem for path in GOLDEN.glob("*.png")) == SCENES
