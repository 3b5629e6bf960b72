"""`python -m tests.render.refresh`: draw the golden pictures anew, after a change that was meant to be seen.

Names of games behind it leave the others alone. The full pictures go to `build/pictures/`: look at them, also
at 400 pixels, before committing the goldens.
"""

import sys
from pathlib import Path

from PIL import Image

from rules.engine.game import View
from tests.render.galleries import GALLERIES
from tests.render.gallery import Gallery, thumbnail

REVIEW = Path("build/pictures")


def main(games: list[str]) -> None:
    """Write every golden and every picture of these games, or of all."""
    for gallery in GALLERIES:
        if not games or gallery.game in games:
            draw(gallery)


def draw(gallery: Gallery[View]) -> None:
    """Write the goldens and the pictures of one game."""
    review = REVIEW / gallery.game
    for folder in (review, gallery.golden):
        folder.mkdir(parents=True, exist_ok=True)
    for scene in gallery.scenes:
        drawn = gallery.picture(scene)
        (review / f"{scene}.png").write_bytes(drawn.data)
        kept = thumbnail(drawn).quantize(256, Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE)
        kept.save(gallery.golden / f"{scene}.png", optimize=True)


if __name__ == "__main__":
    main(sys.argv[1:])
