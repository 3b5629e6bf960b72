"""The pictures in the guide to Kraken Bay: some of the scenes that its drawing is judged by."""

from PIL import Image

from tests.render.gallery import opened
from tests.render.kraken_bay.scenes import GALLERY

SCENES = {
    "kraken_bay-turn": "busy_turn",
    "kraken_bay-whirlpool": "whirlpool",
}
"""Each picture's name and the scene it shows."""


def pictures() -> dict[str, Image.Image]:
    """Every picture of the guide by its name."""
    return {name: opened(GALLERY.picture(scene)) for name, scene in SCENES.items()}
