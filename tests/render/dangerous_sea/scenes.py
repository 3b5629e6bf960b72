"""The scenes of the sea's gallery: one view per file in `views/`."""

from pathlib import Path

from rules.dangerous_sea.shown.view import SeaView
from tests.render.gallery import LONGEST_NAMES, NAMES, Gallery

HERE = Path(__file__).parent
SCENES = sorted(path.stem for path in (HERE / "views").glob("*.json"))


def view(scene: str) -> SeaView:
    """Return the view of a scene."""
    return SeaView.model_validate_json((HERE / "views" / f"{scene}.json").read_text(encoding="utf-8"))


GALLERY = Gallery(HERE, SCENES, view, NAMES, LONGEST_NAMES)
