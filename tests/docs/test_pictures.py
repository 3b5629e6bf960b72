"""The pictures in the documents show what the renderer draws today."""

from PIL import Image

from tests.docs.pictures import FOLDER, pictures
from tests.render.likeness import unlikeness


def test_the_pictures_in_the_documents_are_up_to_date() -> None:
    for name, drawn in pictures().items():
        kept = Image.open(FOLDER / f"{name}.png")
        assert kept.size == drawn.size, name
        mean, rare = unlikeness(kept, drawn)
        assert (mean < 2, rare < 60) == (True, True), f"draw {name} anew: python -m tests.docs.pictures"
