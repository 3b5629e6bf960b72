"""The positions that the pictures are judged by: one view a file in `views/`, for the same six people."""

from functools import cache
from pathlib import Path

from PIL import Image

import render
from render.encode import Picture
from rules.port_flower.view import PortFlowerView

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
SCENES = sorted(path.stem for path in (HERE / "views").glob("*.json"))
NAMES = {1: "Ann", 2: "Bosun Bo", 3: "Cató", 4: "Dagny Łukasz", 5: "Ezekiel", 6: "Şahin the Bold"}
LONGEST_NAMES = {
    1: "Maximiliana Wolfeschlegelsteinhausen",
    2: "W" * 32,
    3: "Grzegorz Brzęczyszczykiewicz",
    4: "Ægidius Ñandú-Ørsted the Third",
    5: "🐙🐙🐙",
    6: "海賊王",
}


def view(scene: str) -> PortFlowerView:
    """The view of a scene."""
    return PortFlowerView.model_validate_json((HERE / "views" / f"{scene}.json").read_text(encoding="utf-8"))


def names(scene: str) -> dict[int, str]:
    """Who sits in a scene."""
    return LONGEST_NAMES if scene == "longest_names" else NAMES


@cache
def picture(scene: str) -> Picture:
    """The picture of a scene, drawn once for all tests."""
    return render.draw(view(scene), names(scene))


def thumbnail(image: Image.Image) -> Image.Image:
    """An image as small as goldens are kept: 300 pixels wide, in true colour."""
    return image.convert("RGB").resize((300, round(image.height * 300 / image.width)), Image.Resampling.BOX)
