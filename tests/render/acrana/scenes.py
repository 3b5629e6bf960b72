"""The positions that the pictures of the ship race are judged by: one view a file in `views/`.

Most are taken from races played at random; `every_marker`, `crowded_squares` and `all_on_the_roads` are laid
out by hand to show what is rare.
"""

from functools import cache
from pathlib import Path

import render
from render.encode import Picture
from rules.acrana.view import AcranaView
from tests.render import scenes as family

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
SCENES = sorted(path.stem for path in (HERE / "views").glob("*.json"))
NAMES = {**family.NAMES, 7: "Gwen", 8: "Hob"}
LONGEST_NAMES = {**family.LONGEST_NAMES, 7: "Wilhelmina van der Westhuizen", 8: "Żółć"}


def view(scene: str) -> AcranaView:
    """The view of a scene."""
    return AcranaView.model_validate_json((HERE / "views" / f"{scene}.json").read_text(encoding="utf-8"))


def names(scene: str) -> dict[int, str]:
    """Who sits in a scene."""
    return LONGEST_NAMES if scene == "longest_names" else NAMES


@cache
def picture(scene: str) -> Picture:
    """The picture of a scene, drawn once for all tests."""
    return render.draw(view(scene), names(scene))
