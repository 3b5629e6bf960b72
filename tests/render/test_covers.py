"""Covers of lobbies: smaller pictures with all colours of their pieces."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from render.covers import WIDTH, whole
from render.encode import Picture

GOLDEN = {file.parent.parent.name: file for file in sorted(Path(__file__).parent.glob("*/golden/*.png"))}
"""Return a picture of each game."""

SEEN = 300
"""The minimum number of pixels of a visible colour, about half a ship."""

FAR = 40
"""The minimum difference of two colours, in each of red, green and blue."""


def shown(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data)).convert("RGB")


def colours(image: Image.Image, fewest: int = 1) -> list[tuple[int, ...]]:
    """Return the colours with at least `fewest` pixels."""
    found = image.getcolors(image.width * image.height) or []
    return [colour for count, colour in found if count >= fewest and isinstance(colour, tuple)]


@pytest.mark.parametrize("slug", GOLDEN)
def test_a_cover_keeps_the_colours_of_its_pieces(slug: str) -> None:
    data = GOLDEN[slug].read_bytes()
    large = shown(data)
    small = large.resize((WIDTH, round(large.height * WIDTH / large.width)), Image.Resampling.LANCZOS)
    kept = colours(shown(whole(Picture(data, *large.size)).data))
    lost = [
        one
        for one in colours(small, SEEN)
        if not any(max(abs(a - b) for a, b in zip(one, two, strict=True)) <= FAR for two in kept)
    ]
    assert lost == []
