"""The scenes of the ship race's gallery: one view per file in `views/`.

Most views are from random games. `every_marker`, `crowded_squares` and `all_on_the_roads` are laid out by
hand to show rare things.
"""

from pathlib import Path

from rules.acrana.shown.view import AcranaView
from tests.render import gallery
from tests.render.gallery import Gallery

HERE = Path(__file__).parent
SCENES = sorted(path.stem for path in (HERE / "views").glob("*.json"))
NAMES = {**gallery.NAMES, 7: "Gwen", 8: "Hob"}
LONGEST_NAMES = {**gallery.LONGEST_NAMES, 7: "Wilhelmina van der Westhuizen", 8: "Żółć"}


def view(scene: str) -> AcranaView:
    """Return the view of a scene."""
    return AcranaView.model_validate_json((HERE / "views" / f"{scene}.json").read_text(encoding="utf-8"))


GALLERY = Gallery(HERE, SCENES, view, NAMES, LONGEST_NAMES)
