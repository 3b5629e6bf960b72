"""The pictures in the guide to Privateer: some scenes of the game's gallery."""

from PIL import Image

from tests.render.gallery import opened
from tests.render.privateer.scenes import GALLERY

SCENES = {
    "privateer-start": "six_fleets",
    "privateer-turn": "busy_turn",
    "privateer-boarding": "boarded",
    "privateer-storm": "storm",
}
"""The scene of each picture, by name."""


def pictures() -> dict[str, Image.Image]:
    """Return a mapping from names to the pictures of the guide."""
    return {name: opened(GALLERY.picture(scene)) for name, scene in SCENES.items()}
