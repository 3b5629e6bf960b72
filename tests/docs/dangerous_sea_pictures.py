"""The pictures in the guide to The Dangerous Sea: some of the scenes that its drawing is judged by."""

from PIL import Image

from tests.render.dangerous_sea.scenes import GALLERY
from tests.render.gallery import opened

SCENES = {
    "dangerous_sea-sailing": "sailing",
    "dangerous_sea-end": "the_end",
}
"""Each picture's name and the scene it shows."""


def pictures() -> dict[str, Image.Image]:
    """Every picture of the guide by its name."""
    return {name: opened(GALLERY.picture(scene)) for name, scene in SCENES.items()}
