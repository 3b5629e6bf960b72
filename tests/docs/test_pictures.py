"""The pictures in the documents show what the renderer draws today."""

import pytest
from PIL import Image

from tests.docs.pictures import FOLDER, pictures
from tests.render.likeness import unlikeness


@pytest.fixture(scope="module")
def drawn() -> dict[str, Image.Image]:
    return pictures()


@pytest.mark.parametrize(
    "name",
    [
        "port_flower-start",
        "port_flower-turn",
        "port_flower-hit",
        "port_flower-charts",
        "acrana-start",
        "acrana-edge",
        "acrana-battle",
        "acrana-pirates",
        "acrana-convoy",
    ],
)
def test_a_picture_in_the_documents_is_up_to_date(name: str, drawn: dict[str, Image.Image]) -> None:
    kept = Image.open(FOLDER / f"{name}.png")
    assert kept.size == drawn[name].size
    mean, rare = unlikeness(kept, drawn[name])
    assert (mean < 2, rare < 60) == (True, True), "draw them anew: python -m tests.docs.pictures"
