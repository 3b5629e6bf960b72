"""A gallery: the scenes by which a game's pictures are judged, with a golden picture of each."""

import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from PIL import Image

import render
from render.encode import Picture
from rules.engine.game import View
from tests.render.likeness import unlikeness

LARGEST = 150_000
"""The maximum number of bytes of a picture."""

V_co = TypeVar("V_co", bound=View, covariant=True)

NAMES = {1: "Ann", 2: "Bosun Bo", 3: "Cató", 4: "Dagny Łukasz", 5: "Ezekiel", 6: "Şahin the Bold"}
LONGEST_NAMES = {
    1: "Maximiliana Wolfeschlegelsteinhausen",
    2: "W" * 32,
    3: "Grzegorz Brzęczyszczykiewicz",
    4: "Ægidius Ñandú-Ørsted the Third",
    5: "🐙🐙🐙",
    6: "海賊王",
}


class Gallery(Generic[V_co]):
    """The scenes of one game. The folder `golden/` has the scenes' golden pictures.

    `view` returns the public view of a scene. `sitters` are the players in all scenes except `longest_names`.
    """

    def __init__(
        self,
        folder: Path,
        scenes: Sequence[str],
        view: Callable[[str], V_co],
        sitters: Mapping[int, str],
        longest: Mapping[int, str],
    ) -> None:
        self.game = folder.name
        self.golden = folder / "golden"
        self.scenes = sorted(scenes)
        self.view = view
        self._sitters = sitters
        self._longest = longest
        self._drawn: dict[str, Picture] = {}

    def __repr__(self) -> str:
        """Return the game's name, for the names of tests."""
        return self.game

    def names(self, scene: str) -> Mapping[int, str]:
        """Return the players in a scene."""
        return self._longest if scene == "longest_names" else self._sitters

    def picture(self, scene: str) -> Picture:
        """Return the picture of a scene, drawn once for all tests."""
        if scene not in self._drawn:
            self._drawn[scene] = render.draw(self.view(scene), self.names(scene))
        return self._drawn[scene]

    def unlikeness(self, scene: str, drawn: Picture) -> tuple[float, int]:
        """Return the difference between a picture and its golden picture, as `likeness` measures it."""
        return unlikeness(thumbnail(drawn), Image.open(self.golden / f"{scene}.png"))


def opened(drawn: Picture) -> Image.Image:
    """Return a picture as an image."""
    return Image.open(io.BytesIO(drawn.data))


def thumbnail(drawn: Picture) -> Image.Image:
    """Return a picture in the size of goldens: 300 pixels wide, in true colour."""
    image = opened(drawn)
    return image.convert("RGB").resize((300, round(image.height * 300 / image.width)), Image.Resampling.BOX)
