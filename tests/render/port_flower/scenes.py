"""The scenes of the regatta's gallery: one view per file in `views/`."""

from pathlib import Path

from rules.port_flower.shown.view import PortFlowerView
from tests.render.gallery import LONGEST_NAMES, NAMES, Gallery

HERE = Path(__file__).parent
SCENES = sorted(path.stem for path in (HERE / "views").glob("*.json"))


def view(scene: str) -> PortFlowerView:
    """Return the view of a scene."""
    return PortFlowerView.model_validate_json((HERE / "views" / f"{scene}.json").read_text(encoding="utf-8"))


GALLERY = Gallery(HERE, SCENES, view, NAMES, LONGEST_NAMES)
