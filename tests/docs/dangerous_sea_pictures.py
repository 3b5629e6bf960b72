"""The pictures in the guide to The Dangerous Sea: some scenes of the game's gallery."""

from PIL import Image

from tests.render.dangerous_sea.scenes import GALLERY
from tests.render.gallery import opened

SCENES = {
    "dangerous_sea-sailing": "sailing",
    "dangerous_sea-end": "the_end",
}
"""The scene of each picture, by name."""


def pictures() -> dict[str, Image.Image]:
    """Return a mapping from names to the pictures of the guide."""
    return {name: opened(GALLERY.picture(scene)) for name, scene in SCENES.items()}
