"""`python -m tests.render.privateer.refresh`: draw the golden pictures anew, after a change meant to be seen.

The full pictures go to `build/pictures/privateer/`: look at them, also at 400 pixels, before committing.
"""

import io
from pathlib import Path

from PIL import Image

from tests.render.privateer.scenes import GOLDEN, SCENES, picture
from tests.render.scenes import thumbnail

REVIEW = Path("build/pictures/privateer")


def main() -> None:
    """Write every golden and every picture."""
    REVIEW.mkdir(parents=True, exist_ok=True)
    GOLDEN.mkdir(exist_ok=True)
    for scene in SCENES:
        drawn = picture(scene)
        (REVIEW / f"{scene}.png").write_bytes(drawn.data)
        small = thumbnail(Image.open(io.BytesIO(drawn.data)))
        kept = small.quantize(256, Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE)
        kept.save(GOLDEN / f"{scene}.png", optimize=True)


if __name__ == "__main__":
    main()
