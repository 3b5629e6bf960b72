"""What is to be seen on pictures, to compare them by."""

import hashlib
import io
from typing import NamedTuple

from PIL import Image

from render.encode import Picture


class Seen(NamedTuple):
    """How wide and high a picture is, and its pixels' fingerprint."""

    size: tuple[int, int]
    pixels: str


def seen(file: bytes) -> Seen:
    """What everybody sees who opens that picture.

    The same pixels may be packed as other bytes: `isal` promises only that they come out again, and once in a
    thousand pictures it packs some rows a little better or worse.
    """
    image = Image.open(io.BytesIO(file)).convert("RGB")
    return Seen(image.size, hashlib.sha256(image.tobytes()).hexdigest()[:16])


def all_seen(picture: Picture) -> list[Seen | None]:
    """What is to be seen on a picture, and on the hand beside it."""
    return [one and seen(one.data) for one in (picture, picture.hand)]
