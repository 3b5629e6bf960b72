"""The pictures in the guide to Kraken Bay: some scenes of the game's gallery."""

from PIL import Image

from tests.render.gallery import opened
from tests.render.kraken_bay.scenes import GALLERY

SCENES = {
    "kraken_bay-turn": "busy_turn",
    "kraken_bay-whirlpool": "whirlpool",
}
"""The scene of each picture, by name."""


def pictures() -> dict[str, Image.Image]:
    """Return a mapping from names to the pictures of the guide."""
    return {name: opened(GALLERY.picture(scene)) for name, scene in SCENES.items()}
