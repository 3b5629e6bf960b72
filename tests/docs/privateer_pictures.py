"""The pictures in the guide to Privateer: some of the scenes that its drawing is judged by."""

from PIL import Image

from tests.render.gallery import opened
from tests.render.privateer.scenes import GALLERY

SCENES = {
    "privateer-start": "six_fleets",
    "privateer-turn": "busy_turn",
    "privateer-boarding": "boarded",
    "privateer-storm": "storm",
}
"""Each picture's name and the scene it shows."""


def pictures() -> dict[str, Image.Image]:
    """Every picture of the guide by its name."""
    return {name: opened(GALLERY.picture(scene)) for name, scene in SCENES.items()}
