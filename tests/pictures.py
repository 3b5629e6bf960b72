"""The visible contents of pictures, for comparing them."""

import hashlib
import io
from typing import NamedTuple

from PIL import Image

from render.encode import Picture


class Seen(NamedTuple):
    """The size of a picture, and the fingerprint of its pixels."""

    size: tuple[int, int]
    pixels: str


def seen(file: bytes) -> Seen:
    """Return the visible contents of a picture's file.

    Pictures are not compared by their bytes. `isal` may compress equal pixels to different bytes: in one of a
    thousand pictures, some compressed rows differ a little in length.
    """
    image = Image.open(io.BytesIO(file)).convert("RGB")
    return Seen(image.size, hashlib.sha256(image.tobytes()).hexdigest()[:16])


def all_seen(picture: Picture) -> list[Seen | None]:
    """Return the visible contents of a picture and of the picture of the hand."""
    return [one and seen(one.data) for one in (picture, picture.hand)]
