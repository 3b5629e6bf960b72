"""Records every text that a painter writes, and the height of its capitals on a phone.

    with recorded():
        for letter in letters_on(draw_position(view, names)): ...

Texts are found on the canvas, on cached sprites, and on the fixed layer.
"""

import io
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import NamedTuple, cast

import pytest
from PIL import Image

from render import lettering
from render.canvas import Canvas, Pasted, Stroke
from render.chart import Box
from render.encode import Picture
from render.lettering import Lettered, Style
from render.sheet import Sheet
from rules.engine.game import View
from tests.memory import forget
from tests.render.gallery import Gallery

PHONE = 354
"""The width in pixels at which Discord shows a posted picture on a phone. All text must be readable there."""

EIGHT, ELEVEN = 8.0, 11.0
"""The minimum heights of capitals on a phone, in pixels: for following a turn, and on headline and cards."""


class Letter(NamedTuple):
    """A text on an image: its place, the height of its capitals there, and its style."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    capitals: float
    style: Style
    stroke: int = -1
    """The stroke of a canvas to which the text belongs; -1 for the static layer."""

    def shown(self, width: int) -> float:
        """Return the height in pixels of the text's capitals on a phone, for a picture of the given width."""
        return self.capitals * PHONE / width

    def scaled(self, across: float, down: float) -> "Letter":
        """Return the text on an image that is scaled by the factors `across` and `down`."""
        left, right, top, bottom = (
            self.left * across, self.right * across, self.top * down, self.bottom * down,
        )  # fmt: skip
        return self._replace(left=left, top=top, right=right, bottom=bottom, capitals=self.capitals * down)

    def moved(self, x: float, y: float) -> "Letter":
        """Return the text moved to the right and down by numbers of pixels."""
        return self._replace(
            left=self.left + x, top=self.top + y, right=self.right + x, bottom=self.bottom + y
        )

    def inside(self, box: Box) -> bool:
        """Return whether the text's middle is in a box."""
        x, y = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        return box.left <= x < box.right and box.top <= y < box.bottom

    def meets(self, stroke: Stroke) -> bool:
        """Return whether a drawn thing touches the text. Parts that a mask leaves out are not drawn."""
        across = self.left < stroke.right and stroke.left < self.right
        if not (across and self.top < stroke.bottom and stroke.top < self.bottom):
            return False
        mask = stroke.mask if isinstance(stroke, Pasted) else None
        if mask is None:
            return True
        x, y = stroke.left, stroke.top
        own = (
            math.floor(self.left) - x,
            math.floor(self.top) - y,
            math.ceil(self.right) - x,
            math.ceil(self.bottom) - y,
        )
        seen = mask if mask.mode in {"1", "L"} else mask.getchannel("A")
        return seen.crop(own).getbbox() is not None


class DrawnLetters(NamedTuple):
    """The texts on a picture, and the strokes on its fixed layer."""

    letters: Sequence[Letter]
    strokes: Sequence[Stroke]
    size: tuple[int, int]


def letters_on(canvas: Canvas) -> DrawnLetters:
    """Return the texts on a drawing that was made during the recording."""
    found = [*_of(canvas.chart)]
    for number, stroke in enumerate(canvas.strokes):
        if isinstance(stroke, Pasted):
            written = _MASKS.get(id(stroke.mask))
            if written is not None:
                found.append(written.moved(stroke.left, stroke.top)._replace(stroke=number))
            elif isinstance(stroke.what, Image.Image):
                found += [
                    one.moved(stroke.left, stroke.top)._replace(stroke=number) for one in _of(stroke.what)
                ]
    return DrawnLetters(found, canvas.strokes, canvas.size)


def scenes_in_letters(gallery: Gallery[View]) -> dict[str, DrawnLetters]:
    """Return the texts on the picture of each scene of a game."""
    draw = import_module(f"render.{gallery.game}").draw_position
    with recorded():
        return {
            scene: letters_on(draw(gallery.view(scene), gallery.names(scene))) for scene in gallery.scenes
        }


def too_small(
    drawn: DrawnLetters, sheet: Sheet, faint: Callable[[Letter], bool] = lambda _: False
) -> list[str]:
    """Return the texts that are too small on a phone, except `faint` texts."""
    large = (sheet.headline, *sheet.cards)
    found = []
    for letter in drawn.letters:
        least = ELEVEN if any(letter.inside(box) for box in large) else EIGHT
        if letter.inside(sheet.headline) and letter.style == lettering.TEXT_8:
            least = EIGHT  # The line below the title, which shows the game's progress.
        shown = letter.shown(drawn.size[0])
        if shown < least and not faint(letter):
            found.append(f"{letter.text}: {shown:.1f} of {least:.0f} pixels")
    return found


def lie_on_something(drawn: DrawnLetters, faint: Callable[[Letter], bool]) -> list[str]:
    """Return the faint texts that something else covers, or that cover something."""
    return [
        letter.text
        for letter in drawn.letters
        if faint(letter)
        for number, stroke in enumerate(drawn.strokes)
        if number != letter.stroke and letter.meets(stroke)
    ]


_MASKS: dict[int, Letter] = {}
"""The text of each mask, by the mask's identity, and its place in the mask."""
_KEPT: list[Image.Image] = []
"""The masks themselves, kept so that no other image gets the same identity."""


@contextmanager
def recorded() -> Iterator[None]:
    """Record texts inside the context, in which cached drawings are drawn again."""
    forget("render")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lettering, "label", _recording_label(lettering.label))
        for owner in (Image.Image, Canvas):
            patch.setattr(owner, "paste", _recording_paste(owner.paste))
        for name in ("convert", "copy", "crop", "quantize", "reduce", "resize"):
            patch.setattr(Image.Image, name, _carrying(name, getattr(Image.Image, name)))
        patch.setattr(Image, "alpha_composite", _carrying_both(Image.alpha_composite))
        for module in _modules_with("png"):
            patch.setattr(module, "png", _packing(module.png))
        patch.setattr(Image, "open", _unpacking(Image.open))
        yield
    forget("render")
    _MASKS.clear()
    _KEPT.clear()
    _PACKED.clear()


def _of(image: Image.Image) -> list[Letter]:
    return cast("list[Letter]", vars(image).get("letters", []))


def _recording_label(label: Callable[[str, Style], Lettered]) -> Callable[[str, Style], Lettered]:
    def record(text: str, style: Style) -> Lettered:
        found = label(text, style)
        if id(found.mask) not in _MASKS:
            wide, high = found.mask.size
            _MASKS[id(found.mask)] = Letter(text, 0, 0, wide, high, -label("H", style).top, style)
            _KEPT.append(found.mask)
        return found

    return record


def _recording_paste(paste: Callable[..., None]) -> Callable[..., None]:
    def record(image: Image.Image, im: object, box: object = None, mask: Image.Image | None = None) -> None:
        paste(image, im, box, mask)
        if isinstance(image, Canvas):
            return
        x, y = box[:2] if isinstance(box, tuple) else (0, 0)
        written = _MASKS.get(id(mask))
        added = [written] if written is not None else _of(im) if isinstance(im, Image.Image) else []
        if added:
            vars(image)["letters"] = [*_of(image), *(one.moved(x, y) for one in added)]

    return record


def _carrying(name: str, change: Callable[..., Image.Image]) -> Callable[..., Image.Image]:
    def carry(image: Image.Image, *args: object, **options: object) -> Image.Image:
        made = change(image, *args, **options)
        if letters := _of(image):
            if name == "crop" and args and isinstance(args[0], tuple):
                left, top = args[0][:2]
                moved = [one.moved(-left, -top) for one in letters]
                vars(made)["letters"] = [one for one in moved if one.inside(Box(0, 0, *made.size))]
            else:
                across, down = (new / old for new, old in zip(made.size, image.size, strict=True))
                vars(made)["letters"] = [one.scaled(across, down) for one in letters]
        return made

    return carry


def _carrying_both(compose: Callable[..., Image.Image]) -> Callable[..., Image.Image]:
    def carry(below: Image.Image, above: Image.Image) -> Image.Image:
        made = compose(below, above)
        vars(made)["letters"] = [*_of(below), *_of(above)]
        return made

    return carry


_PACKED: dict[bytes, list[Letter]] = {}
"""The texts on charts that were packed."""


def _modules_with(name: str) -> list[ModuleType]:
    return [
        module
        for where, module in [*sys.modules.items()]
        if where.startswith("render.") and hasattr(module, name)
    ]


def _packing(png: Callable[..., Picture]) -> Callable[..., Picture]:
    def pack(drawing: Image.Image, *args: object) -> Picture:
        picture = png(drawing, *args)
        _PACKED[picture.data] = _of(drawing)
        return picture

    return pack


def _unpacking(opened: Callable[..., Image.Image]) -> Callable[..., Image.Image]:
    def unpack(file: object, *args: object, **options: object) -> Image.Image:
        image = opened(file, *args, **options)
        vars(image)["letters"] = _PACKED.get(file.getvalue(), []) if isinstance(file, io.BytesIO) else []
        return image

    return unpack
