import io
from dataclasses import dataclass

from PIL import Image


@dataclass(frozen=True)
class PictureData:
    """The content type of a picture, its size in pixels, and whether it is animated."""

    content_type: str
    width: int
    height: int
    animated: bool


def inspected(data: bytes) -> PictureData | None:
    """Return the properties of a picture; None if `data` is not a picture."""
    try:
        with Image.open(io.BytesIO(data)) as picture:
            kind = f"image/{(picture.format or 'png').lower()}"
            return PictureData(kind, *picture.size, animated=getattr(picture, "is_animated", False))
    except OSError:
        return None
