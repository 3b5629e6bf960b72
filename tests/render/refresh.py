"""`python -m tests.render.refresh`: draw new golden pictures after an intended visible change.

Arguments are the names of games to draw, and `signs` for the emojis of all games. The full pictures are
written to `build/pictures/`. Before you commit goldens, look at the pictures, also at a width of 400 pixels
(signs: 22 pixels).
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from render.signs import SIZE
from rules.engine.game import View
from tests.render.galleries import GALLERIES
from tests.render.gallery import Gallery, thumbnail
from tests.render.test_signs import EMOJIS, FOLDERS, GROUNDS, SEEN, painted

REVIEW = Path("build/pictures")


def main(games: list[str]) -> None:
    """Write every golden and every picture of the given games (by default of all games and the signs)."""
    if not games or "signs" in games:
        draw_signs()
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


def draw_signs() -> None:
    """Write the signs, and a sheet with large and small signs on both themes."""
    drawn = {(folder, key): sign for folder in FOLDERS for key, sign in painted(folder).items()}
    for path in EMOJIS.glob("*/*.png"):
        path.unlink()
    for (folder, key), sign in drawn.items():
        (EMOJIS / folder).mkdir(parents=True, exist_ok=True)
        sign.save(EMOJIS / folder / f"{key}.png", optimize=True)
    REVIEW.mkdir(parents=True, exist_ok=True)
    sheet([*drawn.values()]).save(REVIEW / "signs.png")


def sheet(signs: Sequence[Image.Image]) -> Image.Image:
    """Return rows of signs. Each sign is on the light and the dark theme, in both sizes."""
    wide, high, row = 2 * (SIZE + 8), SIZE + SEEN + 12, 6
    canvas = Image.new("RGB", (row * wide, -(-len(signs) // row) * high), GROUNDS["light"])
    for number, sign in enumerate(signs):
        x, y = number % row * wide, number // row * high
        canvas.paste(GROUNDS["dark"], (x + wide // 2, y, x + wide, y + high))
        seen = sign.resize((SEEN, SEEN), Image.Resampling.LANCZOS)
        for left in (x + 4, x + wide // 2 + 4):
            canvas.paste(sign, (left, y + 4), sign)
            canvas.paste(seen, (left, y + SIZE + 8), seen)
    return canvas


if __name__ == "__main__":
    main(sys.argv[1:])
